import { describe, expect, it } from 'vitest';
import { topologyOf } from '../../../../src/model/pictures/topology/topology.js';
import { graphTexts } from '../../../../src/model/pictures/topology/topologyText.js';
import { nodeTraffic } from '../../../../src/model/pictures/topology/nodeTraffic.js';
import { siteFlows } from '../../../../src/model/pictures/topology/siteFlows.js';
import { SensorIndex } from '../../../../src/model/sensors/sensorIndex.js';
import type { Inert } from '../../../../src/words/inert.js';
import { saidMatrix } from '../../../../src/words/matrixWords.js';
import { saidTopology } from '../../../../src/words/topologyWords.js';
import { hostileTexts } from '../../../support/hostileTexts.js';

const when = 'now' as Inert;
const treeOf = (names: readonly string[]) =>
  new SensorIndex({
    name: 'root',
    uuid: 'r',
    type: 1,
    domain_type: 1,
    children: names.map((name, index) => ({ name, uuid: `${index}`, type: 1, domain_type: 4 })),
    access_points: Array.from({ length: 20 }, (_, id) => ({ id, name: `AP ${id}`, status: id > 0 ? 1 : 0 })),
  });
const said = (tree: SensorIndex) => ({
  ...saidTopology(tree, topologyOf(tree, 0, new Set(['sensor r'])), {
    traffic: nodeTraffic(tree, [{ uuids: ['0'], bytes: 2_000 }], undefined),
    when,
  }),
  kept: {},
});
const flows = (tree: SensorIndex) => ({
  ...saidMatrix(tree, {
    levels: [],
    level: 4,
    isCut: false,
    when,
    flows: siteFlows(tree, {
      owners: [{ site: '1', address: 'a', bytes: 1 }],
      ends: [{ site: '0', address: 'a', bytes: 2_000 }],
      totals: [{ site: '0', address: undefined, bytes: 2_000 }],
    }),
  }),
  kept: {},
});

describe('a topology as text', () => {
  const tree = treeOf(['Seville', 'Basel']);

  it('is a graph of what is open in DOT', () => {
    expect(graphTexts.dot(said(tree), 'Site "A"').split('\n')).toEqual([
      'digraph "Site \\"A\\"" {',
      '  rankdir=LR;',
      '  node [shape=box, fontname="sans-serif"];',
      '  n0 [label="root\\nGeneric · 20 APs\\n1 down", color=red];',
      '  n1 [label="Basel\\nCampus"];',
      '  n2 [label="Seville\\nCampus"];',
      '  n3 [label="20 access points\\nAP 0 to AP 19\\n1 down", shape=box3d, color=red];',
      '  n0 -> n1;',
      '  n0 -> n2 [label="2 kB"];',
      '  n0 -> n3;',
      '}',
      '',
    ]);
  });

  it('is a flowchart of Mermaid', () => {
    expect(graphTexts.mermaid(said(tree), 'Site').split('\n')).toEqual([
      '---',
      'title: "Site"',
      '---',
      'flowchart LR',
      '  n0["root<br>Generic · 20 APs<br>1 down"]',
      '  n1["Basel<br>Campus"]',
      '  n2["Seville<br>Campus"]',
      '  n3[["20 access points<br>AP 0 to AP 19<br>1 down"]]',
      '  n0 --> n1',
      '  n0 -->|"2 kB"| n2',
      '  n0 --> n3',
      '  classDef down stroke:#c4261d,stroke-width:2px',
      '  class n0,n3 down',
      '',
    ]);
  });

  it('is who talks to whom, each site once', () => {
    expect(graphTexts.mermaid(flows(tree), 'Site')).toContain(
      '  n0["Seville"]\n  n1["Basel"]\n  n0 -->|"2 kB"| n1\n',
    );
  });

  const names = [
    ...hostileTexts,
    '"];n9 [label="x"];',
    '\\',
    'a\\"',
    '\\N\\G',
    '&lt;b&gt;',
    'a"] --> b["c',
    '`md`',
    '**x**',
    '1. one',
    '- two',
    '%%{init: {}}%%',
    'end',
    '#quot;',
    'a;b',
    '-->|x|',
    ':::down',
    '</style>',
    '---\nx: y',
    '_a_',
  ];

  it('keeps any name inside its quotes in DOT', () => {
    const line =
      /^ {2}n\d+(?: -> n\d+)?(?: \[label="(?:[^"\\\n]|\\["\\n])*"(?:, shape=\w+)?(?:, color=red)?\])?;$/;
    const text = graphTexts.dot(said(treeOf(names)), 'x');
    const rows = text.split('\n').slice(3, -2);
    expect(rows.filter(row => !line.test(row))).toEqual([]);
    expect(text.match(/&(?!amp;)/g)).toBeNull();
  });

  it('leaves of any name nothing to Mermaid, Markdown or HTML', () => {
    const plain = String.raw`(?:[\p{L}\p{N}\p{M} ,:·–.-]|#\d+;)*`;
    const lines = new RegExp(
      String.raw`^ {2}n\d+(?:(?:\[|\(\[|\[\[)"${plain}(?:<br>${plain})*"(?:\]|\]\)|\]\])| -->(?:\|"${plain}"\|)? n\d+)$`,
      'u',
    );
    for (const name of names) {
      const rows = graphTexts.mermaid(said(treeOf([name])), name).split('\n');
      expect(rows[1]).toMatch(/^title: "(?:[^"\\<>]|\\.)*"$/);
      expect(rows.slice(4, -3).filter(row => !lines.test(row))).toEqual([]);
      expect(rows.filter(row => /"(?:\d*[.-])/.test(row.replace(/^title.*/, '')))).toEqual([]);
    }
  });
});
