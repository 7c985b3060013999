/** What a browser would run, or load from somewhere, as HTML each. Pictures in a folder `files` are those of a report. */
export function aliveParts(found: Document): string[] {
  const running = found.querySelectorAll(
    'script, iframe, object, embed, form, link, base, svg script, foreignObject, meta[http-equiv=refresh], body style',
  );
  const live = [...found.querySelectorAll('*')].filter(element =>
    [...element.attributes].some(({ name, value }) => isAlive(element.localName, name, value)),
  );
  return [...running, ...live].map(({ outerHTML }) => outerHTML);
}

function isAlive(tag: string, name: string, value: string): boolean {
  if (name.startsWith('on')) return true;
  if (name === 'href' && tag === 'a') return !/^(https?:|mailto:|#)/.test(value);
  if (name === 'src' || name === 'srcset' || name.endsWith('href'))
    return !/^(data:image\/|files\/)/.test(value);
  return name !== 'xmlns' && tag !== 'meta' && /url\((?!#)/.test(value);
}
