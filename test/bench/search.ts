import { inventoryTypeNames, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { folded } from 'netsensor-contract/text/folded';
import { inSlices } from 'netsensor-contract/text/inSlices';
import { Everything } from '../../src/explorer/search/everything.js';
import { RecordList } from '../../src/model/inventory/recordList.js';
import { SearchTexts } from '../../src/model/search/searchTexts.js';
import { NodeSearch } from '../../src/model/sensors/nodeSearch.js';
import { SensorIndex } from '../../src/model/sensors/sensorIndex.js';
import { largeTree } from './largeTree.js';
import { count } from './page/data.js';

const managers = ['north', 'south', 'west'];
const nodes = 100_000;
const records = 20_000;
const listed = 200;

/** What is typed, from what everything holds to what nothing does. */
const searches = [
  'a',
  'ap',
  'floor',
  'floor 2-11',
  '02:1a:00:4e:20:7f',
  '021a.004e',
  'zoe.19@search.example',
  'half a name',
  'kind:ap status:down floor',
  'site:"campus 1-3" flow',
  'kind:contact email:zoe.7',
];

/** Milliseconds of processor time of one search: ours with the best 200 and where each was found, and a bare loop over the same texts. */
export interface SearchTimes {
  readonly ours: number;
  readonly bare: number;
}

/** Searches 100,000 nodes and 20,000 records of three connections, in turns with a loop that only asks which text holds the words. */
export async function measureSearch(
  rounds: number,
): Promise<Readonly<Record<string, readonly SearchTimes[]>>> {
  const texts: string[] = [];
  const add = SearchTexts.prototype.add;
  SearchTexts.prototype.add = function (things) {
    texts.push(...things.map(fields => [...new Set(fields)].join('\n')));
    add.call(this, things);
  };
  const everything = new Everything(playedParts(), managers);
  await everything.read(() => undefined);
  SearchTexts.prototype.add = add;
  if (everything.size !== texts.length || texts.length < nodes + records - managers.length)
    throw new Error(`${everything.size} of ${texts.length} texts are searched`);
  return Object.fromEntries(
    searches.map(typed => {
      const words = [...typed.matchAll(/(?:\w+:(?=["a-z]))?(?:"([^"]+)"|(\S+))/g)].map(([, phrase, word]) =>
        folded(phrase ?? word ?? ''),
      );
      const times = count(rounds, () => ({
        bare: timed(() => texts.filter(text => words.every(word => text.includes(word)))),
        ours: timed(() => everything.find(typed, listed)),
      }));
      return [typed, times];
    }),
  );
}

function timed(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** What three managers have, as it was read. */
function playedParts(): ConstructorParameters<typeof Everything>[0] {
  const trees = new Map(managers.map(id => [id, new SensorIndex({ ...largeTree(nodes / managers.length) })]));
  const lists = new Map(managers.map(id => [id, listsOf()]));
  const played = {
    connections: { get: (id: string) => ({ id, name: id }) },
    trees: { get: (id: string) => trees.get(id), read: async (id: string) => trees.get(id) },
    lists: {
      get: (id: string, type: InventoryType) => lists.get(id)?.get(type),
      read: async (id: string, type: InventoryType) => lists.get(id)?.get(type),
    },
    filter: {
      search: async (index: SensorIndex) => {
        const search = new NodeSearch(index);
        await inSlices(search.prepare());
        return search;
      },
    },
  };
  return played as unknown as ConstructorParameters<typeof Everything>[0];
}

function listsOf(): Map<InventoryType, RecordList> {
  const size = Math.ceil(records / managers.length / inventoryTypeNames.length);
  return new Map(
    inventoryTypeNames.map(type => [
      type,
      new RecordList(
        type,
        count(size, at => recordOf(type, at + 1)),
        { readAt: 0 },
      ),
    ]),
  );
}

const recordOf = (type: InventoryType, id: number): InventoryRecord => ({
  id,
  ...(type === 'wireless_lans'
    ? { ssid: `Guests of floor ${id}` }
    : { name: `${type} ${id} of room ${id % 40}` }),
  ...(type === 'contacts' ? { email: `zoe.${id}@search.example`, company: `Company ${id % 30}` } : {}),
  ...(type === 'power_feeds' ? { power_panel_id: 1 + (id % 20), voltage: 230, amperage: 16 } : {}),
  ...(type === 'rack_reservations' ? { rack_id: id, units: '1,2,3' } : {}),
  description: `Row ${id % 100}`,
  vlan_id: id % 4094,
});
