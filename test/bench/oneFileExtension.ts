import { build } from 'esbuild';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryPath } from '../host/repositoryPath.js';
import { buildVsix } from '../../tools/packaging/buildVsix.js';

/** Bytes of the one file that vscode-github-issue-notebooks 0.0.135 loads when it is activated. */
const size = 213_000;

/**
 * Packs an extension of the shape and size of vscode-github-issue-notebooks, which is one file, to compare with: what an
 * extension of this kind costs the editor. Octokit is half of that file and ready when it is activated (its octokitProvider.ts).
 */
export async function packOneFileExtension(folder: string): Promise<string> {
  await mkdir(join(folder, 'dist'), { recursive: true });
  const manifest = {
    name: 'one-file',
    displayName: 'One File',
    publisher: 'bench',
    version: '0.0.1',
    license: 'MIT',
    description: 'An extension to compare with.',
    main: './dist/extension.js',
    engines: { vscode: '^1.110.0' },
    // As ours does.
    activationEvents: ['onStartupFinished'],
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'README.md'), '# One File\n');
  await writeFile(join(folder, 'dist', 'extension.js'), await source());
  const target = join(folder, 'one-file.vsix');
  await buildVsix(target, folder);
  return target;
}

/**
 * What vscode-github-issue-notebooks registers while it is activated (its src/extension: extension.ts, languageProvider.ts,
 * notebookProvider.ts, commands.ts, project.ts), with nothing behind it.
 */
const activate = `const selector = { language: 'plaintext', scheme: 'one-file' };
const nothing = () => undefined;
const providers = [
  ['Hover', { provideHover: nothing }],
  ['SelectionRange', { provideSelectionRanges: nothing }],
  ['DocumentHighlight', { provideDocumentHighlights: nothing }],
  ['Definition', { provideDefinition: nothing }],
  ['Reference', { provideReferences: nothing }],
  ['Rename', { provideRenameEdits: nothing }],
  ...['quickfix', 'refactor.extract', 'refactor', 'refactor'].map(kind => [
    'CodeActions', { provideCodeActions: nothing }, { providedCodeActionKinds: [vscode.CodeActionKind.Empty.append(kind)] },
  ]),
  ['DocumentSemanticTokens', { provideDocumentSemanticTokens: nothing }, new vscode.SemanticTokensLegend(['keyword'])],
  ['DocumentRangeFormattingEdit', { provideDocumentRangeFormattingEdits: nothing }],
  ['OnTypeFormattingEdit', { provideOnTypeFormattingEdits: nothing }, '\\n'],
  ...[':', '@', '/', '#'].map(character => ['CompletionItem', { provideCompletionItems: nothing }, character]),
];
exports.activate = ({ subscriptions }) => {
  new octokit.Octokit();
  const controller = vscode.notebooks.createNotebookController('one-file', 'one-file', 'One File');
  Object.assign(controller, { supportedLanguages: ['plaintext'], supportsExecutionOrder: true, description: 'One', executeHandler: nothing });
  subscriptions.push(
    controller,
    vscode.notebooks.registerNotebookCellStatusBarItemProvider('one-file', { provideCellStatusBarItems: nothing }),
    vscode.workspace.registerNotebookSerializer('one-file', { deserializeNotebook: nothing, serializeNotebook: nothing }, { transientOutputs: true }),
    ...providers.map(([name, ...rest]) => vscode.languages['register' + name + 'Provider'](selector, ...rest)),
    vscode.workspace.onDidOpenNotebookDocument(nothing),
    vscode.workspace.onDidCloseNotebookDocument(nothing),
    vscode.workspace.onDidChangeTextDocument(nothing),
    vscode.authentication.onDidChangeSessions(nothing),
    ...['wakeUp', 'new', 'openEach', 'copyQuery', 'openNumbers', 'openQuery', 'signIn'].map(name =>
      vscode.commands.registerCommand('one-file.' + name, nothing)),
  );
};
`;

/** Octokit, and functions, classes and tables as a bundler writes them. */
async function source(): Promise<string> {
  const head = `"use strict";const vscode=require(${JSON.stringify('vscode')});\n${await octokit()}\n${activate}`;
  const parts = [head];
  for (let length = head.length, number = 0; length < size; number += 1) {
    const part = `const t${number}={a:${number},b:"word ${number}",c:[1,2,3]};class C${number}{constructor(o){this.o=o}get(k){return this.o?.[k]??t${number}[k]}}
function f${number}(a,b={}){const r=[];for(const k of Object.keys(a))if(b[k]!==a[k])r.push(new C${number}(a).get(k));return r.map(x=>String(x)).join(", ")}\n`;
    parts.push(part);
    length += part.length;
  }
  return parts.join('');
}

async function octokit(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: "export * from '@octokit/rest'", resolveDir: repositoryPath() },
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'iife',
    globalName: 'octokit',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
