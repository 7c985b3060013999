/**
 * The field that a manager's words are about, by its name or as Rails words it: `rack_id must exist`, `Rack must exist`
 * (field notes §1.4). Undefined when no sentence begins with a field.
 */
export function namedField(fields: readonly string[], words: string): string | undefined {
  const starts = fields
    .flatMap(field => [field, railsTitle(field)].map(title => ({ field, title })))
    .map(({ field, title }) => ({ field, title, at: startOf(title, words) }))
    .filter(({ at }) => at >= 0);
  const [first] = starts.sort((one, other) => one.at - other.at || other.title.length - one.title.length);
  return first?.field;
}

const railsTitle = (field: string) => field.replace(/_id$/, '').replaceAll('_', ' ');

const startOf = (title: string, words: string) =>
  new RegExp(`(?<=^|[,;:.]\\s*)${title}(?![\\w-])`, 'i').exec(words)?.index ?? -1;
