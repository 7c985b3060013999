import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** Where rooms stand, and what the names of their files begin with: a package is imported by its name. */
const homes = {
  '': 'src',
  'netsensor-contract/': 'packages/contract/src',
  'netsensor-manager/': 'packages/manager/src',
};

/** Who may import whom: folders, packages and node: modules; `type:` in front allows only types (architecture, The rooms). */
const rules: Record<string, readonly string[]> = {
  'netsensor-contract': ['netsensor-contract', 'zod', 'luxon', 'csv-parse'],
  model: [
    'netsensor-contract',
    'model',
    'zod',
    'jsonc-parser',
    'luxon',
    'd3-contour',
    'd3-hierarchy',
    'supercluster',
    'markdown-it',
  ],
  changes: [
    'netsensor-contract',
    '@vscode/l10n',
    'words',
    'changes',
    'model',
    'zod',
    'node:crypto',
    'api/apiError',
    'type:api',
  ],
  folders: [
    'netsensor-contract',
    '@vscode/l10n',
    'words',
    'folders',
    'changes',
    'model',
    'zod',
    'jsonc-parser',
    'node:',
    'type:api',
  ],
  cli: [
    'netsensor-contract',
    '@vscode/l10n',
    'commander',
    'node:',
    'words',
    'cli',
    'folders',
    'changes',
    'api',
    'model',
    'connections/environmentConnection',
    'connections/managerAddress',
    'connections/proxyFor',
    'zod',
    '../package.json',
  ],
  words: ['netsensor-contract', 'words', 'model', 'api/apiError', '@vscode/l10n', 'luxon'],
  api: ['netsensor-contract', 'model', 'api', 'undici', 'zod', 'luxon', 'node:'],
  'netsensor-manager': [
    'netsensor-contract',
    'netsensor-manager',
    'node:',
    'zod',
    'luxon',
    '@duckdb/node-api',
    'commander',
    'csv-parse',
    'regex',
    'fastify',
    'fastify-type-provider-zod',
    '@fastify/swagger',
    '@fastify/swagger-ui',
    'prom-client',
    'selfsigned',
    'undici',
    'package.json',
  ],
  renderer: [
    'renderer',
    'netsensor-contract/text',
    'type:netsensor-contract',
    'type:model',
    'model/text',
    'model/pictures',
    'model/results/caption',
    'model/charts',
    'model/tables/tableCopy',
    'type:vscode-notebook-renderer',
    'uplot',
  ],
  ui: ['netsensor-contract', '@vscode/l10n', 'words', 'ui', 'model', 'ids', 'api/apiError', 'vscode'],
  connections: [
    'netsensor-contract',
    '@vscode/l10n',
    'words',
    'connections',
    'api',
    'model',
    'ui',
    'ids',
    'vscode',
    'node:',
  ],
  explorer: [
    'netsensor-contract',
    '@vscode/l10n',
    'words',
    'api/apiError',
    'explorer',
    'model',
    'ui',
    'ids',
    'vscode',
    'type:connections',
  ],
  records: [
    'netsensor-contract',
    '@vscode/l10n',
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
    'netsensor-contract',
    '@vscode/l10n',
    'words',
    'operations',
    'folders',
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
  pictures: [
    'netsensor-contract',
    '@vscode/l10n',
    'words',
    'pictures',
    'model',
    'ui',
    'ids',
    'vscode',
    'node:crypto',
    'type:connections',
  ],
  tables: [
    'netsensor-contract',
    '@vscode/l10n',
    'words',
    'tables',
    'model',
    'ui',
    'ids',
    'vscode',
    'node:crypto',
    'type:connections',
  ],
  notebook: [
    'node:crypto',
    'netsensor-contract',
    '@vscode/l10n',
    'words',
    'api/apiError',
    'notebook',
    'model',
    'ui',
    'ids',
    'vscode',
    'type:connections',
  ],
};

/** Files of `src` that import `vscode` for more than types. This number only falls. */
const mostWithVSCode = 140;

interface Import {
  readonly file: string;
  readonly target: string;
  readonly isTypeOnly: boolean;
}

const files = Object.entries(homes).flatMap(([prefix, folder]) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => prefix + name),
);
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

  it.each([
    ['packages/contract/test', /^src\/|^packages\/manager\//],
    ['packages/manager/test', /^src\//],
  ])('%s knows nothing of the extension', (folder, foreign) => {
    const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts'))
      .map(name => join(folder, name));
    expect(tests.length).toBeGreaterThan(10);
    const wrong = tests.flatMap(importsOf).filter(({ target }) => foreign.test(target));
    expect(wrong.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
  });

  it.each(['packages/contract', 'packages/manager'])('%s names in its manifest all that it needs', folder => {
    const { name, dependencies } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as {
      name: string;
      dependencies: Record<string, string>;
    };
    // The contract is bundled into the manager, so the manager brings what the contract needs.
    const needed = imports
      .filter(({ file }) => file.startsWith(`${name}/`) || file.startsWith('netsensor-contract/'))
      .map(({ target }) => /^(@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? '')
      .filter(target => !/^node:|^netsensor-|\.json$/.test(target));
    expect([...new Set(needed)].filter(target => !(target in dependencies))).toEqual([]);
  });

  it('lets nothing of the extension import the local manager', () => {
    const wrong = imports.filter(
      ({ file, target }) =>
        !file.startsWith('netsensor-') && /^netsensor-manager|^\.\.(?!\/package\.json$)/.test(target),
    );
    expect(wrong.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
  });

  it('lets nothing import the extension entry', () => {
    expect(imports.filter(({ target }) => target === 'extension')).toEqual([]);
  });

  it('needs VS Code at run time in few files: what can do without it is tested without it', () => {
    const needing = imports.filter(({ target, isTypeOnly }) => target === 'vscode' && !isTypeOnly);
    expect(needing.length).toBeLessThanOrEqual(mostWithVSCode);
  });

  it('has no two folders beside each other that import each other, types and what is loaded later included', () => {
    const between = new Set<string>();
    for (const { file, target } of imports) {
      const from = dirname(file);
      const to = dirname(target);
      const isOwn = `${from}/`.startsWith(`${to}/`) || `${to}/`.startsWith(`${from}/`);
      if (files.includes(`${target}.ts`) && from !== '.' && to !== '.' && !isOwn)
        between.add(`${from} → ${to}`);
    }
    const isCircle = (pair: string) => between.has(pair.split(' → ').reverse().join(' → '));
    expect([...between].filter(isCircle)).toEqual([]);
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

/** Where a file is read from. */
function pathOf(file: string): string {
  if (file.startsWith('packages/')) return file;
  const [prefix, folder] = Object.entries(homes).findLast(([name]) => file.startsWith(name))!;
  return join(folder, file.slice(prefix.length));
}

/** Relative targets as `folder/file`, packages and node: modules by name. */
function importsOf(file: string): Import[] {
  const text = readFileSync(pathOf(file), 'utf8');
  const found: Import[] = [];
  const add = (specifier: string, isTypeOnly: boolean) => {
    const isRelative = specifier.startsWith('.');
    const path = normalize(join(dirname(file), specifier)).replace(/\.js$/, '');
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
