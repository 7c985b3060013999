import { describe, expect, it } from 'vitest';
import { openReference, referencePlaces } from '../../../../src/model/queryEditing/variableReferences.js';

const query = `{
  // \${comment}
  "dataSource": "rb_flow", "intervals": ["\${from}/now"], "threshold": "\${top}",
  "filter": { "type": "and", "fields": [
    { "type": "selector", "dimension": "campus", "value": "\${site}" },
    { "type": "regex", "dimension": "host", "pattern": "(?i)^\${host}$" },
    { "type": "in", "dimension": "wan_ip", "values": ["1", "\${hosts.wan_ip}", "\${ip}"] }] },
  "\${name}": "$\${escaped} \\"\${word}\\"",
  "orderBy": { "limit": "\${top}" }, "having": { "type": "greaterThan", "aggregation": "bytes", "value": "\${least}" }`;

describe('the references in a cell', () => {
  it('stand in its values, where they are written, also while it is typed', () => {
    const places = referencePlaces(query);
    expect(places.map(({ name }) => name)).toEqual([
      'from',
      'top',
      'site',
      'host',
      'hosts',
      'ip',
      'word',
      'top',
      'least',
    ]);
    for (const { name, column, offset, length } of places) {
      const written = column === undefined ? name : `${name}.${column}`;
      expect(query.slice(offset, offset + length)).toBe(`\${${written}}`);
    }
    expect(
      [referencePlaces(''), referencePlaces('${a}'), referencePlaces('["${a}"')].map(each => each.length),
    ).toEqual([0, 0, 1]);
  });

  it('say by their place what a variable is for', () => {
    const definitions = referencePlaces(query).map(({ name, definition }) => [name, definition]);
    expect(Object.fromEntries(definitions)).toEqual({
      from: { type: 'time' },
      top: { type: 'number' },
      site: { dimension: 'campus', dataSource: 'rb_flow' },
      host: {},
      hosts: { dimension: 'wan_ip', dataSource: 'rb_flow' },
      ip: { dimension: 'wan_ip', dataSource: 'rb_flow' },
      word: {},
      least: { type: 'number' },
    });
    const [lost] = referencePlaces('{ "filter": { "dimension": "campus", "value": "${site}" } }');
    expect(lost?.definition).toEqual({});
  });

  it('say whether a value holds nothing else', () => {
    const whole = referencePlaces(query).flatMap(({ name, isWhole }) => (isWhole ? [name] : []));
    expect(whole).toEqual(['top', 'site', 'hosts', 'ip', 'top', 'least']);
  });

  it('do not include the granularity that the time decides', () => {
    const names = (text: string) => referencePlaces(text).map(({ name }) => name);
    expect(names('{ "granularity": "${auto}", "metric": "${auto}", "threshold": "${top}" }')).toEqual([
      'auto',
      'top',
    ]);
    expect(names('{ "granularity": "${auto}"')).toEqual([]);
    expect(names('{ "granularity": { "period": "${auto}" } }')).toEqual(['auto']);
    expect(names('{ "granularity": "${bucket}" }')).toEqual(['bucket']);
  });

  it('are completed from their dollar sign to what ends them, inside of texts alone', () => {
    const completed = (text: string) => {
      const offset = text.indexOf('|');
      const whole = text.replace('|', '');
      const open = openReference(whole, offset);
      return open && whole.slice(open.offset, open.offset + open.length);
    };
    expect(completed('{ "value": "${|" }')).toBe('${');
    expect(completed('{ "value": "a ${si|te} b" }')).toBe('${site}');
    expect(completed('{ "value": "${hosts.wa|n_ip')).toBe('${hosts.wan_ip');
    expect(completed('{ "value": "${hosts.größe/|s} b" }')).toBe('${hosts.größe/s}');
    expect(completed('{ "value": "${hosts.größ|e/s", "b": 1 }')).toBe('${hosts.größe/s');
    for (const text of [
      '{ "value": "$${|" }',
      '{ "value": "${site}|" }',
      '{ "value": ${| }',
      '{ "v": "$|{a}" }',
      '{ "v": "${a"| }',
    ])
      expect(completed(text)).toBe(undefined);
  });
});
