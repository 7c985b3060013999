import { createScanner } from 'jsonc-parser';
import { newSecretPlaceholder } from './recordText.js';
import { secretPlaceholder } from 'netsensor-contract/text/secretNames';

/** The value of a secret field in a text, whatever state of typing the text is in. Offsets count UTF-16 units. */
export interface SecretValue {
  readonly field: string;
  readonly offset: number;
  readonly length: number;
  /** The text between the quotes, or what stands there without quotes. */
  readonly value: string;
}

/**
 * The values of secret fields that are no placeholder. Works by tokens, because text that is being typed seldom parses:
 * a name, a colon, and whatever follows up to the end of the value, or of the line when it is no text in quotes.
 */
export function findSecrets(text: string, fields: readonly string[]): SecretValue[] {
  return secretValues(text, fields).filter(
    ({ value, length }) => !placeholders.includes(value) || length !== value.length + 2,
  );
}

/** Kinds of tokens of jsonc-parser, which exports them as a constant enumeration that modules cannot use. */
const syntaxKind = { colon: 6, text: 10, end: 17 } as const;

const placeholders: readonly string[] = [secretPlaceholder, newSecretPlaceholder];

/** The values of secret fields, placeholders or not. */
export function secretValues(text: string, fields: readonly string[]): SecretValue[] {
  const scanner = createScanner(text, true);
  const found: SecretValue[] = [];
  let name: string | undefined;
  let isAfterColon = false;
  for (let token = scanner.scan(); token !== syntaxKind.end; token = scanner.scan()) {
    if (isAfterColon && name !== undefined) {
      const value = valueAt(text, { field: name, offset: scanner.getTokenOffset() });
      found.push(value);
      scanner.setPosition(Math.max(value.offset + value.length, scanner.getTokenOffset()));
      name = undefined;
      isAfterColon = false;
    } else if (token === syntaxKind.text) {
      const literal = scanner.getTokenValue();
      name = fields.includes(literal) ? literal : undefined;
    } else if (token === syntaxKind.colon && name !== undefined) isAfterColon = true;
    else name = undefined;
  }
  return found;
}

/** A text in quotes as it is; anything else to the end of its line, but for the comma or brace that ends it. */
function valueAt(text: string, { field, offset }: { field: string; offset: number }): SecretValue {
  const line = /^[^\r\n]*/.exec(text.slice(offset))?.[0] ?? '';
  const quoted = /^"(?:[^"\\]|\\.)*"/.exec(line)?.[0];
  const raw = quoted ?? line.replace(/[\s,}]+$/, '');
  return { field, offset, length: raw.length, value: quoted === undefined ? raw : unquoted(quoted) };
}

function unquoted(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal.slice(1, -1);
  }
}

/** How an edit that touched a secret value is taken: as a whole new value, or as the start of typing one. */
export function wholeSecret(value: string): string | undefined {
  const rest = value.replace(/^"|"$/g, '');
  const isPartOfPlaceholder = placeholders.some(
    placeholder => sharedStart(rest, placeholder) > 1 || sharedEnd(rest, placeholder) > 1,
  );
  return rest.length > 1 && !isPartOfPlaceholder ? rest : undefined;
}

function sharedStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

const reversed = (text: string) => [...text].reverse().join('');
const sharedEnd = (a: string, b: string): number => sharedStart(reversed(a), reversed(b));
