import { printExactJson } from './text/exactJson.js';

/** JSON text in which everything that fits into a line of `width` characters stands in one line; a `bigint` keeps its digits. */
export function printCompactJson(value: unknown, width = 90): string {
  return print(value, { width, indent: '', before: 0 });
}

interface Place {
  readonly width: number;
  /** Of the line that the value begins in. */
  readonly indent: string;
  /** Characters between the indent and the value. */
  readonly before: number;
}

function print(value: unknown, { width, indent, before }: Place): string {
  const line = oneLine(value);
  const fits = indent.length + before + line.length < width;
  if (fits || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}  `;
  const isArray = Array.isArray(value);
  const parts = Object.entries(value).map(([name, item]) => {
    const label = isArray ? '' : `${JSON.stringify(name)}: `;
    return `${inner}${label}${print(item, { width, indent: inner, before: label.length })}`;
  });
  const [open, close] = isArray ? ['[', ']'] : ['{', '}'];
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return printExactJson(value);
  const fields = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${oneLine(item)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
