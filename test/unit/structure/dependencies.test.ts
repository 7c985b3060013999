import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const source = resolve('src');

/** Who may import whom: folders, packages and node: modules; `type:` in front allows only types (architecture, The rooms). */
const rules: Record<string, readonly string[]> = {
  model: ['model', 'zod', 'jsonc-parser', 'luxon', 'csv-parse', 'd3-contour', 'd3-hierarchy', 'supercluster'],
  changes: ['words', 'changes', 'model', 'zod', 'node:crypto', 'api/apiError', 'type:api'],
  words: ['words', 'model', 'api/apiError', '@vscode/l10n', 'luxon'],
  api: ['model', 'api', 'undici', 'zod', 'luxon', 'node:'],
  localManager: [
    'model',
    'localManager',
    'node:',
    'zod',
    'luxon',
    '@duckdb/node-api',
    'csv-parse',
    'regex',
    'fastify',
    'fastify-type-provider-zod',
    '@fastify/swagger',
    '@fastify/swagger-ui',
    'prom-client',
    'selfsigned',
    'undici',
    '../package.json',
  ],
  renderer: [
    'renderer',
    'type:model',
    'model/text',
    'model/pictures',
    'type:vscode-notebook-renderer',
    'uplot',
  ],
  ui: ['words', 'ui', 'model', 'ids', 'api/apiError', 'vscode'],
  connections: ['words', 'connections', 'api', 'model', 'ui', 'ids', 'vscode', 'node:'],
  explorer: ['words', 'api/apiError', 'explorer', 'model', 'ui', 'ids', 'vscode', 'type:connections'],
  records: [
    'words',
    'records',
    'changes',
    'model',
    'ui',
    'ids',
    'vscode',
    'node:',
    'jsonc-parser',
    'type:connections',
    'api/apiError',
    'type:api',
  ],
  operations: [
    'words',
    'operations',
    'changes',
    'model',
    'ui',
    'ids',
    'vscode',
    'node:',
    'api/apiError',
    'type:api',
    'type:connections',
    'type:records',
  ],
  pictures: ['words', 'pictures', 'model', 'ui', 'ids', 'vscode', 'node:crypto', 'type:connections'],
  notebook: ['words', 'api/apiError', 'notebook', 'model', 'ui', 'ids', 'vscode', 'type:connections'],
};

interface Import {
  readonly file: string;
  readonly target: string;
  readonly isTypeOnly: boolean;
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'));
const imports = files.flatMap(file => importsOf(file));

describe('the dependency rule', () => {
  it.each(Object.keys(rules))('%s imports only what it may', folder => {
    const wrong = imports
      .filter(({ file }) => file.startsWith(`${folder}/`))
      .filter(found => !rules[folder]!.some(allowed => allows(allowed, found)))
      .map(({ file, target }) => `${file} → ${target}`);
    expect(wrong).toEqual([]);
  });

  it('knows every folder', () => {
    const folders = new Set(files.filter(file => file.includes('/')).map(file => file.split('/')[0]));
    expect([...folders].sort()).toEqual(Object.keys(rules).sort());
  });

  it('lets nothing import the extension entry', () => {
    expect(imports.filter(({ target }) => target === 'extension')).toEqual([]);
  });

  it('has no cycle, imports of types included', () => {
    expect(findCycle()).toEqual([]);
  });
});

function allows(rule: string, { target, isTypeOnly }: Import): boolean {
  const isForTypes = rule.startsWith('type:');
  const name = isForTypes ? rule.slice('type:'.length) : rule;
  if (isForTypes && !isTypeOnly) return false;
  return target === name || target.startsWith(name.endsWith(':') ? name : `${name}/`);
}

/** Relative targets as `folder/file`, packages and node: modules by name. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(source, file), 'utf8');
  const found: Import[] = [];
  const add = (specifier: string, isTypeOnly: boolean) => {
    const isRelative = specifier.startsWith('.');
    const path = relative(source, resolve(source, dirname(file), specifier)).replace(/\.js$/, '');
    found.push({ file, target: isRelative ? path : specifier, isTypeOnly });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      add(node.moduleSpecifier.text, node.importClause?.isTypeOnly ?? false);
    } else if (
      ts.isExportDeclaration(node) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      add(node.moduleSpecifier.text, node.isTypeOnly);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      if (argument && ts.isStringLiteral(argument)) add(argument.text, false);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return found;
}

function findCycle(): string[] {
  const graph = new Map<string, string[]>();
  for (const { file, target } of imports) {
    if (!files.includes(`${target}.ts`)) continue;
    const from = file.replace(/\.ts$/, '');
    graph.set(from, [...(graph.get(from) ?? []), target]);
  }
  const done = new Set<string>();
  const walk = (node: string, path: string[]): string[] => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return [];
    done.add(node);
    for (const next of graph.get(node) ?? []) {
      const cycle = walk(next, [...path, node]);
      if (cycle.length > 0) return cycle;
    }
    return [];
  };
  for (const node of graph.keys()) {
    const cycle = walk(node, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}
