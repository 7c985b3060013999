import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const filesIn = (folder: string, ending: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith(ending))
    .map(name => join(folder, name));

const pages = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', ...filesIn('docs', '.md')];
const pageTexts = new Map(pages.map(page => [page, readFileSync(page, 'utf8')]));

/** Headings of a page with the text below each of them; code has none. */
function sections(page: string): { readonly title: string; readonly body: string }[] {
  const [, ...parts] = (pageTexts.get(page) ?? '').replace(/^```.*?^```/gms, '').split(/^#+ /m);
  return parts.map(part => ({ title: part.split('\n', 1)[0]!, body: part.slice(part.indexOf('\n')) }));
}

/** Sections of the contract as comments cite them, `001, Users` or `001` for a whole part. */
const contract = new Map(
  sections('docs/contract.md')
    .filter(({ title }) => /^\d{3} /.test(title))
    .map(({ title, body }) => [title.replace(/ §[\d.]+ /, ', ').replace(/^(\d{3}) .*/, '$1'), body]),
);
const byLength = [...contract.keys()].sort((one, other) => other.length - one.length);

const fieldNotes = sections('docs/field-notes.md').flatMap(
  ({ title }) => /^§([\d.]+) /.exec(title)?.[1] ?? [],
);

/** Rules and headings of the architecture as comments cite them. */
const architecture = new Set([
  ...sections('ARCHITECTURE.md').map(({ title }) => title),
  ...sections('ARCHITECTURE.md')
    .filter(({ title }) => title.startsWith('Rules'))
    .flatMap(({ body }) => [...body.matchAll(/^(\d+)\. /gm)].map(([, number]) => `rule ${number}`)),
]);

const hasRules = (section: string, numbers: readonly string[]) =>
  numbers.every(number => contract.get(section)?.includes(`\n${number}. `));

/** A citation of the contract that leads nowhere, as it is written. @param words what follows the number */
function missing(part: string, words: string): string | undefined {
  const citation = part + words;
  if (!contract.has(part) || /^(: \p{Lu}| §)/u.test(words)) return citation;
  let section: string | undefined = part;
  let rest = words;
  while (rest.startsWith(', ')) {
    const rules = /^, rules? (\d+(?:(?:, | and | to )\d+)*)/.exec(rest);
    if (rules) {
      if (!hasRules(section, rules[1]!.match(/\d+/g) ?? [])) return citation;
      rest = rest.slice(rules[0].length);
    } else {
      section = byLength.find(name => name.length > part.length && (part + rest).startsWith(name));
      if (section === undefined) return citation;
      rest = rest.slice(section.length - part.length);
    }
  }
  return rest !== words && /^ ?[\p{L}\d]/u.test(rest) ? citation : undefined;
}

/** Citations that lead nowhere. Lines of a comment are joined first, because a citation may go on in the next one. */
function lost(text: string): string[] {
  const joined = text.replace(/\n[ \t]*(\*(?!\/)|\/\/)[ \t]?/g, ' ');
  const cited = joined.matchAll(/contracts? (\d{3})(?: and (\d{3}))?([^);.\n]*)/gi);
  const ofContract = [...cited].flatMap(([, one, other, words]) =>
    [one, other].flatMap(part => (part === undefined ? [] : (missing(part, words ?? '') ?? []))),
  );
  const ofNotes = [...joined.matchAll(/§(\d+(?:\.\d+)*)/g)]
    .filter(([, number]) => !fieldNotes.includes(number!))
    .map(([citation]) => citation);
  const ofArchitecture = [...joined.matchAll(/\((?:architecture|design), ([^);.]*)/g)]
    .filter(([citation, place = '']) => citation.startsWith('(design') || !architecture.has(place))
    .map(([citation]) => citation);
  return [...ofContract, ...ofNotes, ...ofArchitecture];
}

/** The anchor that a heading of Markdown gets. */
const anchor = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/ /g, '-');
const anchors = (page: string) => sections(page).map(({ title }) => anchor(title));

describe('citations of the contract, the field notes and the architecture', () => {
  const own = relative('.', import.meta.filename);
  const sources = ['src', 'packages', 'test', 'tools']
    .flatMap(folder => filesIn(folder, '.ts'))
    .filter(file => file !== own);

  it('lead to a section that exists', () => {
    const texts = sources.map(file => [file, readFileSync(file, 'utf8')] as const);
    expect(texts.filter(([, text]) => /contract 00\d|§\d/.test(text)).length).toBeGreaterThan(100);
    expect(texts.flatMap(([file, text]) => lost(text).map(citation => `${file}: ${citation}`))).toEqual([]);
  });

  it.each([
    '(contract 001, User)',
    '(contract 001, Userships)',
    '(contract 001, Users and more)',
    '(contract 001, the users)',
    '(contract 001, Overwrite request, rule 9)',
    '(contract 001, Overwrite request,\n * rules 3 and 9)',
    '(contract 000, Users)',
    '(contracts 000 and 001, Users)',
    '(contract 001: Users)',
    '(contract 001 §3.12)',
    '(contract 009)',
    '(field notes §1.0 and §7.1)',
    '(architecture, rule 99)',
    '(design, decision 4)',
  ])('lead nowhere as in %j', text => {
    expect(lost(text)).not.toEqual([]);
  });

  it.each([
    'The contract has no pages, and contract 001 says so.',
    "(contract 001, Modify flow, MSE or vendor sensor;\n// contract 001, Override of a domain's access points, rules 3 to 5)",
    '(contract 002, Query object, Dimensions; field notes §2.1, §2.4 and\n * §4)',
    '(architecture, rule 4; contract 000, Endpoints, rule 2)',
    '(architecture, The rooms)',
  ])('lead somewhere as in %j', text => {
    expect(lost(text)).toEqual([]);
  });
});

describe('the pages of docs', () => {
  it.each(pages)('%s links only to what exists', page => {
    const links = [...pageTexts.get(page)!.matchAll(/\]\((?!https?:)([^)#]*)#?([^)]*)\)/g)];
    const broken = links.filter(([, file, section]) => {
      const target = file ? join(dirname(page), file) : page;
      return section ? !anchors(target).includes(section) : !existsSync(target);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  it.each(pages)('%s has no two headings with one anchor', page => {
    expect(anchors(page)).toEqual([...new Set(anchors(page))]);
  });
});
