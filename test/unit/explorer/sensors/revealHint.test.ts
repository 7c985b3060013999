import { expect, it } from 'vitest';
import { revealHint } from '../../../../src/explorer/sensors/revealHint.js';
import type { NodeHint } from 'netsensor-contract/sensors/nodeRecord';
import { SensorIndex } from '../../../../src/model/sensors/sensorIndex.js';

const index = new SensorIndex({
  uuid: '1',
  name: 'root',
  type: 1,
  children: [
    { uuid: '2', name: 'North', type: 1, children: [{ uuid: '3', name: 'Twice', type: 1 }] },
    { name: 'Twice', uuid: '4', type: 1 },
    {
      uuid: '5',
      name: 'South',
      type: 1,
      access_points: [{ name: 'AP', mac_address: 'aa:01' }, { name: 'Nameless' }],
    },
  ],
});

it.each<[string, object, object | undefined]>([
  ['the highest node of a name', { name: 'Twice' }, { uuid: '4' }],
  ['the node of another spelling of a name', { name: 'SÓUTH' }, { uuid: '5' }],
  ['an access point of a name, by its address', { name: 'AP' }, { macAddress: 'aa:01' }],
  ['the node of a uuid', { uuid: '3' }, { uuid: '3' }],
  ['nothing for a name that nobody has', { name: 'East' }, undefined],
  ['nothing for what cannot be told from others', { name: 'Nameless' }, undefined],
  ['nothing for a uuid that is gone', { uuid: '9' }, undefined],
])('a hint selects %s', async (_, hint, selected) => {
  const revealed: unknown[] = [];
  const isFound = await revealHint({ connectionId: 'c', ...hint } as NodeHint, {
    read: () => Promise.resolve(index),
    reveal: ref => Promise.resolve(void revealed.push(ref)),
  });
  expect(isFound).toBe(selected !== undefined);
  expect(revealed).toEqual(selected ? [{ connectionId: 'c', ...selected }] : []);
});
