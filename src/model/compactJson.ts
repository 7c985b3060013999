/** JSON text in which everything that fits into a line stands in one line. */
export function printCompactJson(value: unknown, width = 80, indent = ''): string {
  const line = oneLine(value);
  if (indent.length + line.length <= width || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}  `;
  const isArray = Array.isArray(value);
  const parts = Object.entries(value).map(([name, item]) => {
    const label = isArray ? '' : `${JSON.stringify(name)}: `;
    return `${inner}${label}${printCompactJson(item, width - label.length, inner)}`;
  });
  const [open, close] = isArray ? ['[', ']'] : ['{', '}'];
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${oneLine(item)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
