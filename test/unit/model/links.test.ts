import { describe, expect, it } from 'vitest';
import { linkQuery, notebookQuery, parseLink, type LinkTarget } from '../../../src/model/links.js';

const manager = 'https://m.example:8443/base';
const targets: readonly LinkTarget[] = [
  { kind: 'record', record: { type: 'racks', id: 12 } },
  { kind: 'list', type: 'contacts' },
  { kind: 'sensor', uuid: '71069 & ü/../x' },
  { kind: 'accessPoint', point: { id: 776 } },
  { kind: 'accessPoint', point: { macAddress: 'ed:f4:22:45:ff:ef' } },
];

describe('a link', () => {
  it.each(targets)('leads back to what it was made of: %j', target => {
    const query = linkQuery(manager, target);
    const link = { manager, target, view: 'document' };
    expect(parseLink('/open', decodeURIComponent(query))).toEqual(link);
    // As the window of a browser gets it.
    expect(parseLink('/open', new URLSearchParams(query).toString())).toEqual(link);
  });

  it.each(['/a&b=c', '/x=1;y', '/a%26b', '/a%2526%3D', '/a%20b%25', '/100%'])(
    'leads to a manager whose address ends in %s',
    path => {
      const address = `https://m.example${path}`;
      const query = linkQuery(address, targets[0]!);
      for (const given of [decodeURIComponent(query), new URLSearchParams(query).toString()])
        expect(parseLink('/open', given)).toEqual({ manager: address, target: targets[0], view: 'document' });
    },
  );

  it('leads to the pictures that there are of a thing, and to no others', () => {
    const isRead = (query: string) => parseLink('/open', `manager=${manager}&${query}`) !== undefined;
    expect(isRead('record=racks/12&as=racks')).toBe(true);
    expect(isRead('record=power_panels/1&as=power')).toBe(true);
    expect(isRead('sensor=7&as=floor')).toBe(true);
    for (const query of ['record=contacts/1&as=racks', 'sensor=7&as=power', 'list=racks&as=racks'])
      expect(isRead(query), query).toBe(false);
    expect(isRead('record=constructor/1&as=racks')).toBe(false);
  });

  it('leads to a notebook in a folder, whatever it is called, and to nothing else on the disk', () => {
    const path = 'Überblick/my traffic & more=1.dqnb';
    expect(parseLink('/open', notebookQuery(path))).toEqual({ notebook: path });
    for (const other of [
      '../a.dqnb',
      '/etc/a.dqnb',
      'a/../../b.dqnb',
      'C:\\a.dqnb',
      'file:///a.dqnb',
      'a/.. /b.dqnb',
      'a\u0000.dqnb',
      'run.sh',
      '.dqnb',
      'a//b.dqnb',
    ])
      expect(parseLink('/open', notebookQuery(other)), other).toBeUndefined();
    expect(parseLink('/open', `${notebookQuery('a.dqnb')}&manager=${manager}`)).toBeUndefined();
  });

  it.each([
    'record=racks/12',
    `manager=${manager}`,
    `manager=${manager}&record=racks/12&record=racks/13`,
    `manager=${manager}&record=racks/12&sensor=7`,
    `manager=${manager}&record=racks/12&command=delete`,
    `manager=${manager}&record=racks/12&as=delete`,
    `manager=${manager}&record=users/12`,
    `manager=${manager}&record=racks/0x1`,
    `manager=${manager}&record=racks/../12`,
    `manager=${manager}&sensor=../../x`,
    `manager=${manager}&sensor=`,
    `manager=${manager}&accessPoint=7.json`,
    `manager=${manager}&__proto__=x`,
    `manager=${manager} &record=racks/12`,
    `manager=${manager}&record=racks/12\n`,
    `manager=https://${'m'.repeat(1_000)}&record=racks/12`,
  ])('is refused where anything is not as it was made: %s', query => {
    expect(parseLink('/open', query)).toBeUndefined();
    expect(parseLink('/delete', `manager=${manager}&record=racks/12`)).toBeUndefined();
  });
});
