import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { rowMenu, type RowManifest } from '../../../src/explorer/search/rowMenu.js';

vi.mock('vscode', () => import('./vscodeOfExplorer.js'));

const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as { contributes: RowManifest };

/** What a row of the tree offers, as the manifest of VS Code has it; each group in a line. */
const offered = (context: string, ...settings: readonly string[]) => {
  const groups = new Map<string, string[]>();
  const isSet = (setting: string) => settings.includes(setting);
  for (const { command, group } of rowMenu(contributes, { context, isSet }))
    groups.set(group, [...(groups.get(group) ?? []), command.replace('netsensor.', '')]);
  return [...groups.values()].map(names => names.join(' '));
};

it('offers of a found record what its row in the tree does, in its order', () => {
  expect(offered('record.racks.locked')).toEqual([
    'openRecord showRack',
    'saveAsTemplate',
    'editRecords openAsTable',
    'compareRecords',
    'findUses',
    'copyJson copyCurl copyLink',
    'exportRecords',
    'pin',
    'unlockConnection',
  ]);
});

it('offers the page of its manager where a setting says where that is', () => {
  const kinds = { sensor: 'sensor.domain', accessPoint: 'accessPoint.up', record: 'record.racks' };
  for (const [kind, context] of Object.entries(kinds)) {
    expect(offered(context, `netsensor.pages.${kind}`).join(' ')).toContain('openInBrowser');
    expect(offered(context).join(' ')).not.toContain('openInBrowser');
  }
});

it('offers to unlock a row of a read-only connection, in the place of what changes something', () => {
  for (const context of ['record.racks', 'sensor.domain', 'accessPoint.up', 'inventoryType.racks']) {
    expect(offered(`${context}.locked`).join(' ')).toContain('unlockConnection');
    expect(offered(`${context}.unlocked`).join(' ')).not.toContain('unlockConnection');
  }
});

it('offers what changes something where the connection is unlocked alone', () => {
  const only = (context: string) =>
    offered(`${context}.unlocked`).flatMap(names =>
      names.split(' ').filter(name => !offered(`${context}.locked`).join(' ').split(' ').includes(name)),
    );
  expect(only('record.contacts')).toEqual(['duplicateRecord', 'deleteRecords']);
  expect(only('accessPoint.up')).toEqual(['moveNodes', 'deleteNodes']);
});

it('offers of a node its pictures, and those of its kind alone', () => {
  const [first] = offered('accessPoint.up.placed.locked');
  expect(first).toBe('openRecord newQuery showInPicture showTopology showOnMap');
  expect(offered('sensor.domain.floor.locked')[0]).toBe(
    'openRecord newQuery showFloorPlan showTopology showMap',
  );
});

it('reads conditions as VS Code keeps them, and leaves out what asks for anything else', () => {
  const menu = (when: string) => {
    const menus = { 'view/item/context': [{ command: 'a', when, group: '1_open@2' }] };
    const isSet = (setting: string) => setting === 'netsensor.pages.record';
    return rowMenu({ commands: [{ command: 'a', title: 'A' }], menus }, { context: 'record.racks', isSet })
      .length;
  };
  expect(menu("view == 'netsensor.explorer' && viewItem =~ /^record\\b/")).toBe(1);
  expect(menu('viewItem == record.racks')).toBe(1);
  expect(menu('view == netsensor.down && viewItem =~ /^record\\b/')).toBe(0);
  expect(menu('viewItem =~ /^record\\b/ && config.netsensor.pages.record')).toBe(1);
  expect(menu('viewItem =~ /^record\\b/ && config.netsensor.pages.sensor')).toBe(0);
  expect(menu('viewItem =~ /^record\\b/ && isLinux')).toBe(0);
  expect(menu('')).toBe(0);
});
