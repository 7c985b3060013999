import assert from 'node:assert/strict';
import { NodeSearch } from '../../src/model/sensors/nodeSearch.js';
import { SensorIndex } from '../../src/model/sensors/sensorIndex.js';
import type { SourceParts } from '../../src/pictures/pictureEntry.js';
import { topologySource } from '../../src/pictures/topology/topologySource.js';

const domain = (name: string, ...children: object[]) => ({
  name,
  uuid: name,
  type: 1,
  domain_type: 4,
  children,
});

describe('a topology', () => {
  it('shows a node that is asked for while the first search is still made, and keeps what was open besides', async () => {
    const index = new SensorIndex(domain('root', domain('A', domain('A1')), domain('B', domain('B1'))));
    const search = new NodeSearch(index);
    for (const _ of search.prepare());
    let made: (search: NodeSearch) => void = () => {};
    const parts = {
      connections: { get: () => undefined, client: () => Promise.reject(new Error('offline')) },
      readTree: () => Promise.resolve(index),
      treeStale: () => undefined,
      searchOf: () => new Promise<NodeSearch>(resolve => (made = resolve)),
    } as unknown as SourceParts;
    const source = topologySource({ connectionId: 'a' }, parts);
    source.begin?.({ open: ['sensor root'] });
    void source.act?.({ type: 'topology', change: { kind: 'filter', words: 'A1' } });
    const making = source.make();
    source.show?.({ type: 'sensor', key: 'B1' });
    made(search);
    const { picture } = await making;
    assert.ok(picture.topology.view === 'tree');
    const { branches, kept, texts } = picture.topology;
    assert.deepEqual(
      branches.map(({ texts: { name } }) => name),
      ['root', 'A', 'B', 'B1'],
    );
    assert.deepEqual([kept.open, texts.found], [['sensor root', 'sensor B'], '']);
  });
});
