import { aggregationTriples, dimensions } from 'netsensor-contract/query/dataSources';
import { printCompactJson } from 'netsensor-contract/text/exactJson';
import { completionPlace, rememberedTreeValues } from '../../src/model/queryEditing/queryCompletion.js';
import { SensorIndex } from '../../src/model/sensors/sensorIndex.js';

/** Milliseconds that our completion takes where everything is known already. */
export interface CompletionTimes {
  readonly lines: number;
  readonly treeNodes: number;
  readonly median: number;
  readonly p95: number;
  readonly longest: number;
}

/** Asks for completion at every value of a long query, with a tree of 10,000 nodes in memory. */
export function measureCompletion(lines: number, rounds: number): CompletionTimes {
  const text = longQuery(lines);
  const tree = manySensors(10_000);
  const treeValues = rememberedTreeValues();
  const places = [...text.matchAll(/"value": "/g)].map(({ index }) => index + '"value": "'.length);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const offset of places) {
      const started = performance.now();
      const place = completionPlace(text, offset);
      if (place?.kind !== 'values') throw new Error('There is nothing to complete here.');
      treeValues(tree, place.dimension);
      times.push(performance.now() - started);
    }
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    lines: text.split('\n').length,
    treeNodes: tree.size,
    median: at(0.5),
    p95: at(0.95),
    longest: times.at(-1) ?? 0,
  };
}

function longQuery(lines: number): string {
  const fields = Array.from({ length: Math.ceil(lines / 5) }, (_none, index) => ({
    type: 'selector',
    dimension: index % 2 === 0 ? 'sensor_name' : (dimensions.rb_flow[index % 20] ?? 'host'),
    value: `value ${index}`,
  }));
  const query = {
    queryType: 'groupBy',
    dataSource: 'rb_flow',
    granularity: 'all',
    aggregations: aggregationTriples.rb_flow,
    filter: { type: 'and', fields },
  };
  return printCompactJson(query, 20);
}

function manySensors(count: number): SensorIndex {
  const children = Array.from({ length: count }, (_none, index) => ({
    name: `sensor ${index}`,
    uuid: String(index),
    type: 5,
  }));
  return new SensorIndex({ name: 'root', uuid: 'root', type: 1, domain_type: 1, children });
}
