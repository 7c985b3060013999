import { describe, expect, it } from 'vitest';
import { fileColumns, mapColumns } from '../src/ownData/columnMapping.js';
import { givenIds } from '../src/ownData/givenIds.js';
import { readLoadRequests } from '../src/ownData/loadRequest.js';
import type { DataSource } from 'netsensor-contract/query/dataSources';

const mapped = (source: DataSource, header: readonly string[], time?: string) => {
  const { time: found, dimensions, metrics, extras } = mapColumns(source, fileColumns(header), time);
  const targets = [...dimensions, ...metrics].map(({ name, target }) => [name, target]);
  return { time: found.name, targets: Object.fromEntries(targets), extras: extras.map(({ name }) => name) };
};

describe('the columns of a loaded file', () => {
  it('have names that all differ, also where the file names none', () => {
    const header = ['a', ' a ', '', 'a', 'a_2', ' '];
    const names = fileColumns(header).map(({ name, column }) => `${column} ${name}`);
    expect(names).toEqual(['c0 a', 'c1 a_2', 'c2 column_3', 'c3 a_3', 'c4 a_2_2', 'c5 column_6']);
  });

  it('are taken under their exact name first, then under one that is spelled alike, then by another word', () => {
    const header = ['time', 'Sensor-Name', 'sensor_name', 'Octets', 'bytes', 'PKTS', 'flows', 'colour'];
    expect(mapped('rb_flow', header)).toEqual({
      time: 'time',
      targets: { sensor_name: 'sensor_name', Octets: 'sum_bytes', PKTS: 'sum_pkts', flows: 'events' },
      extras: ['Sensor-Name', 'bytes', 'colour'],
    });
    expect(mapped('rb_flow', ['ts', 'octets', 'sum_bytes', 'count']).targets).toEqual({
      sum_bytes: 'sum_bytes',
      count: 'events',
    });
    expect(mapped('rb_monitor', ['ts', 'Min', 'MAX', 'sum', 'bytes'])).toMatchObject({
      targets: { Min: 'min_value', MAX: 'max_value', sum: 'sum_value' },
      extras: ['bytes'],
    });
    expect(mapped('rb_state', ['ts', 'constructor']).extras).toEqual(['constructor']);
  });

  it('hold the time in the likeliest of several, or in the one that is named', () => {
    expect(mapped('rb_event', ['date', 'time', 'Timestamp', '__time']).time).toBe('Timestamp');
    expect(mapped('rb_event', ['date', 'ts', '@timestamp']).time).toBe('@timestamp');
    expect(mapped('rb_event', ['TIME', 'time']).time).toBe('time');
    expect(mapped('rb_event', ['timestamp', 'When'], 'when')).toMatchObject({
      time: 'When',
      extras: ['timestamp'],
    });
    expect(() => mapped('rb_event', ['a', 'b'])).toThrow(/no column holds the time.*The columns are a, b\./);
    expect(() => mapped('rb_event', ['ts'], 'when')).toThrow('there is no column "when" for the time');
  });
});

describe('what is loaded', () => {
  it('may have the sign = in the name of its file and of its column, and is named once per data source', () => {
    expect(readLoadRequests(['rb_flow=a=b.csv', 'rb_event=e.csv'], ['rb_flow=x=y'])).toEqual([
      { source: 'rb_flow', file: 'a=b.csv', timeColumn: 'x=y' },
      { source: 'rb_event', file: 'e.csv', timeColumn: undefined },
    ]);
    const wrong: [string[], string[], RegExp][] = [
      [['rb_flow=a', 'rb_flow=b'], [], /^--load is given twice for rb_flow\.$/],
      [['rb_flow='], [], /^--load needs <source>=<file>, not "rb_flow="\.$/],
      [['flows=a'], [], /^--load names the data source "flows"/],
      [['rb_flow=a'], ['rb_event=t'], /^--time-column names rb_event, but no --load gives a file/],
    ];
    for (const [loads, columns, sentence] of wrong) {
      expect(() => readLoadRequests(loads, columns)).toThrow(sentence);
    }
  });

  it('keeps the ids that can be kept, the first of several alike, and gives the others unused ones', () => {
    const given = [2, '5', 2, undefined, 0, 1.5, 2 ** 31, 'x', 1];
    expect(givenIds(given)).toEqual([2, 5, 3, 4, 6, 7, 8, 9, 1]);
  });
});
