import type { ShownBranch, ShownMatrix, ShownTopology, ShownTree } from './shownTopology.js';

/** A box or a site as a graph in text has it. */
interface GraphNode {
  readonly label: readonly string[];
  readonly isDown: boolean;
  readonly shape: 'box' | 'round' | 'many';
}

interface GraphEdge {
  readonly from: number;
  readonly to: number;
  readonly label: string;
}

interface Graph {
  readonly title: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** A topology as it is shown, in the languages of tools that draw graphs. */
export const graphTexts = { dot: dotText, mermaid: mermaidText } as const;

export type GraphFormat = keyof typeof graphTexts;

/** In the DOT language of Graphviz. */
function dotText(topology: ShownTopology, title: string): string {
  const { nodes, edges } = graphOf(topology, title);
  const shapes = { box: 'box', round: 'ellipse', many: 'box3d' } as const;
  return [
    `digraph ${dotQuoted([title])} {`,
    '  rankdir=LR;',
    '  node [shape=box, fontname="sans-serif"];',
    ...nodes.map(
      ({ label, isDown, shape }, index) =>
        `  n${index} [label=${dotQuoted(label)}${shape === 'box' ? '' : `, shape=${shapes[shape]}`}${isDown ? ', color=red' : ''}];`,
    ),
    ...edges.map(
      ({ from, to, label }) => `  n${from} -> n${to}${label ? ` [label=${dotQuoted([label])}]` : ''};`,
    ),
    '}',
    '',
  ].join('\n');
}

/** Lines as one quoted text: a quote ends nothing, a backslash begins no escape, an ampersand no sign of HTML. */
const dotQuoted = (lines: readonly string[]): string =>
  `"${lines.map(line => plainLine(line).replaceAll('&', '&amp;').replace(/["\\]/g, '\\$&')).join('\\n')}"`;

/** As a flowchart of Mermaid, which Markdown pages draw. */
function mermaidText(topology: ShownTopology, title: string): string {
  const { nodes, edges } = graphOf(topology, title);
  const brackets = { box: ['[', ']'], round: ['([', '])'], many: ['[[', ']]'] } as const;
  const down = nodes.flatMap(({ isDown }, index) => (isDown ? [`n${index}`] : []));
  return [
    `---\ntitle: ${JSON.stringify(plainLine(title).replace(/[<>]/g, ' '))}\n---`,
    'flowchart LR',
    ...nodes.map(({ label, shape }, index) => {
      const [open, close] = brackets[shape];
      return `  n${index}${open}"${label.map(mermaidEscaped).join('<br>')}"${close}`;
    }),
    ...edges.map(
      ({ from, to, label }) => `  n${from} -->${label ? `|"${mermaidEscaped(label)}"|` : ''} n${to}`,
    ),
    ...(down.length > 0
      ? ['  classDef down stroke:#c4261d,stroke-width:2px', `  class ${down.join(',')} down`]
      : []),
    '',
  ].join('\n');
}

/**
 * Every sign that could be a word of Mermaid, of Markdown or of HTML as its number, which Mermaid writes without an
 * ampersand; a dot or a dash where it would begin a list.
 */
function mermaidEscaped(text: string): string {
  const line = plainLine(text);
  const listAt = /^\d*/.exec(line)?.[0].length ?? 0;
  return [...line]
    .map((letter, index) => {
      const isPlain = /[\p{L}\p{N}\p{M} ,:·–]/u.test(letter) || (/[.-]/.test(letter) && index > listAt);
      return isPlain ? letter : `#${letter.codePointAt(0)};`;
    })
    .join('');
}

/** One line without what is seen nowhere or turns the text around it. */
const plainLine = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();

const graphOf = (topology: ShownTopology, title: string): Graph =>
  topology.view === 'tree' ? treeGraph(topology, title) : flowGraph(topology, title);

function treeGraph({ branches }: ShownTree, title: string): Graph {
  const shapeOf = ({ kind }: ShownBranch) =>
    kind === 'fold' ? 'many' : kind === 'accessPoint' ? 'round' : 'box';
  return {
    title,
    nodes: branches.map(branch => ({
      label: [branch.texts.name, branch.texts.detail, branch.texts.downSaid].filter(Boolean),
      isDown: branch.down > 0 || branch.state === 'down',
      shape: shapeOf(branch),
    })),
    edges: branches.flatMap(({ parent, texts }, index) =>
      parent < 0 ? [] : [{ from: parent, to: index, label: texts.traffic }],
    ),
  };
}

/** A site that is a row and a column is one node. */
function flowGraph({ rows, columns, flows }: ShownMatrix, title: string): Graph {
  const places = new Map<string, number>();
  const nodes = [...rows, ...columns].flatMap(({ key, texts }): GraphNode[] => {
    if (places.has(key)) return [];
    places.set(key, places.size);
    return [{ label: [texts.name], isDown: false, shape: 'box' }];
  });
  const at = (key: string | undefined) => places.get(key ?? '') ?? 0;
  return {
    title,
    nodes,
    edges: flows.map(({ row, column, texts }) => ({
      from: at(rows[row]?.key),
      to: at(columns[column]?.key),
      label: texts.bytes,
    })),
  };
}
