import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** Folders whose texts are for people; those that cannot import vscode give codes and leave the words to these. */
const folders = readdirSync('src', { withFileTypes: true })
  .filter(entry => entry.isDirectory() && !['api', 'model'].includes(entry.name))
  .map(({ name }) => join('src', name));

const files = folders.flatMap(folder =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => join(folder, name)),
);

/** A text that begins as a sentence does, with at least two words. */
const isSentence = (text: string) => /^[A-Z“][\p{L}’]* +(\p{L}|$)/u.test(text);

const translators = /^(vscode\.)?l10n\.t$|^t$/;

/** Names that are data: of the connection that the environment gives, and of the files of drafts. */
const names = ['Local manager', 'New '];

/** Sentences in a file that nobody can translate, with their lines. */
function untranslated(file: string, text = readFileSync(file, 'utf8')): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && translators.test(node.expression.getText())) {
      node.arguments.slice(1).forEach(visit);
      return;
    }
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node);
    if (isText && isSentence(node.text) && !names.includes(node.text)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${file}:${line + 1} ${node.text}`);
    }
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

describe('texts for people', () => {
  it('can all be translated', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap(file => untranslated(file))).toEqual([]);
  });

  it('are taken where the extraction of @vscode/l10n-dev finds them, in rooms without VS Code too', () => {
    const translating = files.filter(file => /\bl10n\.t\(/.test(readFileSync(file, 'utf8')));
    expect(translating.length).toBeGreaterThan(100);
    const taken = /^import \* as l10n from '@vscode\/l10n';$/m;
    expect(translating.filter(file => !taken.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('are found where they cannot', () => {
    const text = "show('Nothing was saved.'); show(vscode.l10n.t('All was saved.', `Not ${this}`));";
    expect(untranslated('some.ts', text)).toEqual(['some.ts:1 Nothing was saved.', 'some.ts:1 Not ']);
  });
});
