import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as ids from '../../../src/ids.js';
import { inventoryType, inventoryTypeNames } from 'netsensor-contract/inventory/inventoryTypes';
import { nodeKindNames, nodeKinds } from '../../../src/model/sensors/nodeDocument.js';

interface MenuItem {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
}

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly capabilities: { readonly untrustedWorkspaces: unknown };
  readonly contributes: {
    readonly commands: readonly { command: string; title: string }[];
    readonly views: Readonly<Record<string, readonly { id: string; icon: string }[]>>;
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
    readonly submenus: readonly { id: string }[];
    readonly keybindings: readonly { command: string; key: string; args?: string; when: string }[];
    readonly jsonValidation: readonly { fileMatch: string; url: string }[];
    readonly customEditors: readonly { viewType: string; priority: string }[];
    readonly notebooks: readonly { type: string }[];
    readonly notebookRenderer: readonly { mimeTypes: readonly string[] }[];
    readonly languages: readonly {
      id: string;
      configuration: string;
      icon?: Readonly<Record<string, string>>;
    }[];
    readonly grammars: readonly { path: string }[];
    readonly jsonLanguageParticipants: readonly { languageId: string }[];
    readonly configurationDefaults: unknown;
    readonly colors: readonly { id: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, { scope: string }>> };
  };
}

const manifestText = readFileSync('package.json', 'utf8');
const manifest = JSON.parse(manifestText) as Manifest;
const strings = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Record<string, string>;
const { contributes } = manifest;
const sourceText = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts'))
  .map(name => readFileSync(join('src', name), 'utf8'))
  .join('\n');
const sorted = (values: Iterable<string>) => [...values].sort();

/** As VS Code itself has it for JSON: without it a closing quote is left over where completion has replaced a text. */
const completesTexts = {
  'editor.quickSuggestions': { strings: true },
  'editor.suggest.insertMode': 'replace',
};

describe('the manifest', () => {
  it('has exactly the commands of ids.ts', () => {
    expect(sorted(contributes.commands.map(({ command }) => command))).toEqual(
      sorted(Object.values(ids.Command)),
    );
  });

  it('has exactly the commands of ids.ts in the titles of views', () => {
    const titles = new Set(contributes.menus['view/title']?.flatMap(({ command }) => command ?? []));
    expect(sorted(titles)).toEqual(sorted(ids.viewTitleCommands));
  });

  it('registers every command in the source', () => {
    const listed = [...sourceText.matchAll(/named(?:<[^>]+>)?\(([^)]+)\)/g)].join();
    const isThere = (name: string) =>
      sourceText.includes(`[Command.${name}]: `) || listed.includes(`'${name}'`);
    const missing = Object.keys(ids.Command).filter(name => !isThere(name));
    expect(missing).toEqual([]);
  });

  it('has exactly the views, colours, notebook type, language and MIME type of ids.ts', () => {
    expect(Object.values(contributes.views).flatMap(views => views.map(({ id }) => id))).toEqual(
      Object.values(ids.View),
    );
    expect(sorted(contributes.colors.map(({ id }) => id))).toEqual(
      sorted(Object.values(ids.environmentColor)),
    );
    expect(contributes.notebooks.map(({ type }) => type)).toEqual([ids.Notebook.type]);
    // Diffs, and whoever opens a list, have it as text.
    expect(contributes.customEditors).toMatchObject([{ viewType: ids.tableEditorType, priority: 'option' }]);
    const languages = [ids.Notebook.language, ids.recordLanguage];
    expect(contributes.languages.map(({ id }) => id)).toEqual(languages);
    expect(contributes.jsonLanguageParticipants.map(({ languageId }) => languageId)).toEqual(languages);
    expect(contributes.notebookRenderer.flatMap(({ mimeTypes }) => mimeTypes)).toEqual(
      Object.values(ids.Mime),
    );
  });

  it('wakes up once VS Code is there, and before that only for what it shows', () => {
    expect(manifest.activationEvents).toEqual([
      `onFileSystem:${ids.Scheme.record}`,
      `onNotebook:${ids.Notebook.type}`,
      `onWebviewPanel:${ids.picturePanelType}`,
      // The badge is true before the view is shown, and the first look opens what `npm start` makes.
      'onStartupFinished',
      // A link that somebody clicks.
      'onUri',
    ]);
  });

  it('uses only known commands and context keys in menus', () => {
    const items = Object.values(contributes.menus).flat();
    const known = new Set<string>(Object.values(ids.Command));
    const submenus = contributes.submenus.map(({ id }) => id);
    expect(submenus).toEqual(Object.values(ids.Submenu));
    const isKnown = ({ command, submenu }: MenuItem) =>
      submenu === undefined ? known.has(command ?? '') : submenus.includes(submenu);
    expect(items.filter(item => !isKnown(item))).toEqual([]);
    const keys = items.flatMap(({ when }) => when?.match(/(?<!config\.)netsensor\.\w+/g) ?? []);
    const wanted = new Set<string>([
      ...Object.values(ids.ContextKey),
      ...Object.values(ids.View),
      ids.picturePanelType,
      ids.tableEditorType,
    ]);
    expect(keys.filter(key => !wanted.has(key))).toEqual([]);
  });

  const offered = (viewItem: string) =>
    contributes.menus['view/item/context']!.filter(({ when = '' }) =>
      [...when.matchAll(/viewItem =~ \/(.+?)\/(?= |$)/g)].some(([, pattern]) =>
        new RegExp(pattern!).test(viewItem),
      ),
    ).map(({ command }) => command);

  it('offers to move only what a manager can move', () => {
    expect(offered('sensor.domain.top.unlocked')).not.toContain(ids.Command.moveNodes);
    expect(offered('sensor.other.unlocked')).not.toContain(ids.Command.moveNodes);
    expect(offered('sensor.flow.locked')).not.toContain(ids.Command.moveNodes);
    for (const node of ['sensor.vendor.unpublished.unlocked', 'accessPoint.down.placed.unlocked'])
      expect(offered(node)).toContain(ids.Command.moveNodes);
  });

  it('offers to unlock a connection only while it is signed in', () => {
    expect(offered('connection.saved.signedIn.locked')).toContain(ids.Command.unlockConnection);
    expect(offered('connection.saved.signedOut.locked')).not.toContain(ids.Command.unlockConnection);
    expect(offered('connection.saved.signedOut.locked')).toContain(ids.Command.signIn);
  });

  it('takes keys only for its own commands and only while its view has the focus its document or picture is in front, or its search is open, besides those of its notebooks and the search itself', () => {
    const known = new Set<string>(Object.values(ids.Command));
    const views = [ids.View.explorer, ids.View.down, ids.View.variables].map(
      view => `focusedView == ${view}`,
    );
    const inFront = [
      `resourceScheme == ${ids.Scheme.record} && `,
      `activeWebviewPanelId == ${ids.picturePanelType}`,
      `activeCustomEditorId == ${ids.tableEditorType}`,
    ];
    const ours = [...views, ...inFront, `${ids.ContextKey.isSearching} && `];
    const isSearch = { command: ids.Command.search, key: 'ctrl+alt+f', when: 'true' };
    const elsewhere = contributes.keybindings.filter(
      ({ when }) => !when.startsWith(`notebookType == ${ids.Notebook.type} && `),
    );
    const foreign = elsewhere.filter(
      ({ command, when }) => !known.has(command) || !ours.some(place => when.startsWith(place)),
    );
    expect(foreign).toEqual([isSearch]);
    const keys = elsewhere.map(({ key, when }) => `${key} ${when.split(' && ', 1)[0]}`);
    expect(keys).toEqual([...new Set(keys)]);
  });

  it('deletes with a key whatever row of a tree has the focus: a sensor, an access point or a record', () => {
    const bound = contributes.keybindings.filter(({ key }) => key === 'delete');
    expect(bound.map(({ command, args, when }) => [command, args, when])).toEqual(
      [
        [ids.Command.deleteNodes, ids.View.explorer],
        [ids.Command.deleteDown, ids.View.down],
      ].map(([command, view]) => [
        command,
        ids.onFocused,
        `focusedView == ${view} && listFocus && !inputFocus`,
      ]),
    );
  });

  it('has a schema for every inventory type and for the cells, and each file exists', () => {
    expect(contributes.jsonValidation.slice(0, 2 * inventoryTypeNames.length + 1)).toEqual([
      { fileMatch: '*.dqnb', url: './schemas/data-query.schema.json' },
      ...inventoryTypeNames.map(type => ({
        fileMatch: `${ids.Scheme.record}://*/inventory/${type}/*.json`,
        url: `./schemas/${inventoryType(type).key}.schema.json`,
      })),
      ...inventoryTypeNames.map(type => ({
        fileMatch: `${ids.Scheme.record}://*/lists/${type}/*.json`,
        url: `./schemas/${inventoryType(type).key}.list.schema.json`,
      })),
    ]);
    const nodes = nodeKindNames.flatMap(kind => {
      const { schemaName } = nodeKinds[kind];
      const folder = kind === 'accessPoint' ? 'access_points' : `sensors/${kind}`;
      return [
        [`${ids.Scheme.record}://*/${folder}/*.json`, `./schemas/${schemaName}.schema.json`],
        [`${ids.Scheme.record}://*/new/${kind}/*.json`, `./schemas/${schemaName}.create.schema.json`],
      ] as const;
    });
    const schemaOf = new Map(contributes.jsonValidation.map(({ fileMatch, url }) => [fileMatch, url]));
    expect(nodes.filter(([fileMatch, url]) => schemaOf.get(fileMatch) !== url)).toEqual([]);
    const files = [
      ...contributes.jsonValidation.map(({ url }) => url),
      ...contributes.languages.map(({ configuration }) => configuration),
      ...contributes.languages.flatMap(({ icon }) => Object.values(icon ?? {})),
      ...contributes.grammars.map(({ path }) => path),
      ...Object.values(contributes.views).flatMap(views => views.map(({ icon }) => icon)),
      'media/icon.png',
    ];
    expect(files.filter(file => !existsSync(file))).toEqual([]);
  });

  it('never lets VS Code save a record on its own unless the user asks for it, always in UTF-8, and has queries in the outline', () => {
    expect(contributes.configurationDefaults).toEqual({
      'notebook.outline.showCodeCells': true,
      [`[${ids.Notebook.language}]`]: {
        'editor.tabSize': 2,
        'editor.insertSpaces': true,
        ...completesTexts,
        'editor.wordBasedSuggestions': 'off',
      },
      [`[${ids.recordLanguage}]`]: {
        ...completesTexts,
        'files.encoding': 'utf8',
        'files.autoGuessEncoding': false,
        'editor.autoSurround': 'never',
        'editor.wordBasedSuggestions': 'off',
        'files.autoSave': 'off',
        'diffEditor.codeLens': true,
      },
    });
  });

  it('is not switched off in a workspace that nobody trusts, where the first look waits, and takes no setting from it', () => {
    const { untrustedWorkspaces } = manifest.capabilities;
    expect(untrustedWorkspaces).toMatchObject({ supported: 'limited' });
    for (const [name, { scope }] of Object.entries(contributes.configuration.properties))
      expect(['machine', 'application'].includes(scope), name).toBe(true);
  });

  it('has no setting that names an address, a certificate or a key, and none that a workspace may set', () => {
    const { properties } = contributes.configuration;
    expect(Object.entries(properties).map(([name, { scope }]) => [name, scope])).toEqual([
      ['netsensor.requestTimeout', 'machine'],
      ['netsensor.clipboardTime', 'application'],
      ['netsensor.storedResultSize', 'application'],
      ['netsensor.notebook.rerunOnRange', 'application'],
      ['netsensor.backups.keepCount', 'application'],
      ['netsensor.backups.keepDays', 'application'],
      ['netsensor.explorer.autoRefresh', 'application'],
      ['netsensor.explorer.readAtStart', 'application'],
      ['netsensor.explorer.followDocument', 'application'],
      // Paths below the address of the manager.
      ['netsensor.terminal.commandLine', 'application'],
      ['netsensor.pages.sensor', 'application'],
      ['netsensor.pages.accessPoint', 'application'],
      ['netsensor.pages.record', 'application'],
    ]);
  });

  it('has a sentence for every %key% and no other', () => {
    const used = [...manifestText.matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key ?? '');
    expect(sorted(new Set(used))).toEqual(sorted(Object.keys(strings)));
  });

  it('has a context value in the tree for every menu on it', () => {
    const wanted = contributes.menus['view/item/context']!.flatMap(({ when }) =>
      [...(when ?? '').matchAll(/\^\(?([\w|]+)\)?\\b/g)].flatMap(([, kinds]) => (kinds ?? '').split('|')),
    );
    const nodeKinds = ['src/explorer/explorerNode.ts', 'src/model/sensors/nodeTarget.ts']
      .map(file => readFileSync(file, 'utf8'))
      .join('\n');
    expect([...new Set(wanted)].filter(kind => !nodeKinds.includes(`'${kind}'`))).toEqual([]);
    expect(wanted.length).toBeGreaterThan(5);
  });
});
