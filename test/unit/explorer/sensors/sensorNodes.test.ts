import { describe, expect, it } from 'vitest';
import type { RangeNode, SensorNode, TreeNode } from '../../../../src/explorer/explorerNode.js';
import {
  childNodes,
  parentNode,
  treeNode,
  type ShownTree,
} from '../../../../src/explorer/sensors/sensorNodes.js';
import { SensorIndex } from '../../../../src/model/sensors/sensorIndex.js';

/** A floor with access points AP 0 to AP n-1. */
function floorOf(count: number): ShownTree {
  const points = Array.from({ length: count }, (_, at) => ({
    name: `AP ${at}`,
    mac_address: `mac ${at}`,
    status: 1,
  }));
  return {
    connectionId: 'c',
    index: new SensorIndex({ name: 'root', uuid: '1', type: 1, access_points: points }),
  };
}

const top = (tree: ShownTree) => treeNode(tree, 0) as SensorNode;

/** All nodes of the tree below a node, through its ranges. */
const leaves = (tree: ShownTree, node: SensorNode | RangeNode): TreeNode[] =>
  childNodes(tree, node).flatMap(child => (child.kind === 'range' ? leaves(tree, child) : [child]));

describe('the children of a node', () => {
  it('stand side by side up to 200', () => {
    const children = childNodes(floorOf(200), top(floorOf(200)));
    expect(children).toHaveLength(200);
    expect(children.every(({ kind }) => kind === 'accessPoint')).toBe(true);
  });

  it(
    'are shown in ranges by name beyond, none of which has more than 200 entries',
    { timeout: 60_000 },
    () => {
      for (const count of [201, 3000, 45_000]) {
        const tree = floorOf(count);
        const check = (node: SensorNode | RangeNode): string[] => {
          const children = childNodes(tree, node);
          expect(children.length).toBeLessThanOrEqual(200);
          return children.flatMap(child => (child.kind === 'range' ? check(child) : [child.name]));
        };
        expect(check(top(tree))).toEqual(Array.from({ length: count }, (_, at) => `AP ${at}`));
      }
    },
  );

  it('lead back to where they are shown, through every range', { timeout: 60_000 }, () => {
    for (const count of [3, 3000, 45_000]) {
      const tree = floorOf(count);
      for (const leaf of leaves(tree, top(tree)).filter((_, at) => at % 4_999 === 0)) {
        let node: TreeNode | RangeNode = leaf;
        for (let up = parentNode(tree, node); up; up = parentNode(tree, up)) {
          expect(childNodes(tree, up).map(({ itemId }) => itemId)).toContain(node.itemId);
          node = up;
        }
        expect(node.itemId).toBe(top(tree).itemId);
      }
    }
  });

  it('are only those that the filter lets through, ranges included', () => {
    const tree = { ...floorOf(3000), isShown: (number: number) => number % 10 === 0 };
    const shown = leaves(tree, top(tree));
    expect(shown).toHaveLength(300);
    expect(childNodes(tree, top(tree))).toHaveLength(2);
  });

  it('carry what commands need', () => {
    const tree = floorOf(1);
    expect(childNodes(tree, top(tree))[0]).toMatchObject({
      kind: 'accessPoint',
      connectionId: 'c',
      name: 'AP 0',
      macAddress: 'mac 0',
      sensorUuid: '1',
      path: ['root', 'AP 0'],
    });
  });

  it('say whether their uuid means another node', () => {
    const child = { name: 'Again', uuid: '1', type: 1 };
    const tree = {
      connectionId: 'c',
      index: new SensorIndex({ name: 'root', uuid: '1', children: [child] }),
    };
    expect(top(tree)).toMatchObject({ isTwin: false });
    expect(childNodes(tree, top(tree))[0]).toMatchObject({ uuid: '1', isTwin: true });
  });
});
