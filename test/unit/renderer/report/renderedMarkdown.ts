import MarkdownIt from 'markdown-it';

export const parsed = (html: string): Document => new DOMParser().parseFromString(html, 'text/html');

/** As a reader shows it that lets everything through. */
export function rendered(text: string): Document {
  const reader = new MarkdownIt({ html: true, linkify: true });
  reader.validateLink = () => true;
  return parsed(reader.render(text));
}
