import { describe, expect, it } from 'vitest';
import { nodesWithin, planPoints, pointDifferences } from '../../../../src/changes/trees/placePoints.js';
import type { PointElement } from '../../../../src/model/trees/pointList.js';
import { node, point, treeOf } from '../../model/trees/flatTrees.js';

/** Above the domain D stands the service provider top; in it the organization O with the namespace N; beside it X. */
const tree = treeOf(
  [
    { id: 'D' },
    { id: 'O', name: 'Org', domain_type: 2, parent: 'D' },
    { id: 'N', name: 'Space', parent: 'O' },
    { id: 'B', name: 'Building', domain_type: 5, parent: 'D' },
    { id: 'F', name: 'Flow', type: 5, domain_type: 2, parent: 'D' },
    { id: 'X', name: 'Other', domain_type: 2 },
  ],
  [point('AA', 'D', { name: 'P' }), point('BB', 'O', { name: 'Q' }), point('CC', 'X', { name: 'R' })],
);
const plan = (...elements: PointElement[]) => planPoints(elements, tree, 'D');
/** Where an override puts an access point, or why it does not. */
const placeOf = (containers: object) => {
  const made = plan({ mac_address: 'EE', name: 'E', ...containers });
  return made.desired.get('ee')?.owner ?? made.problems.map(({ problem }) => problem).join();
};

describe('the plan of an override', () => {
  it('is empty for what is there already', () => {
    expect(
      plan({ mac_address: 'aa', name: 'P' }, { mac_address: 'BB', name: 'Q', organization_uuid: 'O' }),
    ).toMatchObject({
      created: [],
      updated: [],
      moved: [],
      deleted: [],
      newContainers: [],
      renumbered: [],
      problems: [],
    });
  });

  it('makes, changes, moves and deletes', () => {
    const made = plan(
      { mac_address: 'BB', name: 'Renamed' },
      { mac_address: 'EE', name: 'E', organization_uuid: 'O' },
    );
    expect(made).toMatchObject({
      created: [point('EE', 'O', { name: 'E' })],
      updated: [point('BB', 'D', { name: 'Renamed' })],
      moved: [point('BB', 'D', { name: 'Renamed' })],
      deleted: [point('AA', 'D', { name: 'P' })],
      problems: [],
    });
    expect([...made.desired.keys()]).toEqual(['bb', 'ee']);
  });

  it('neither knows nor deletes what is outside the domain', () => {
    expect(plan().deleted.map(({ mac }) => mac)).toEqual(['AA', 'BB']);
  });

  it.each([
    ['noName', { mac_address: 'EE' }],
    ['takenMac', { mac_address: 'cc', name: 'R' }],
    ['wrongContainer', { mac_address: 'EE', name: 'E', organization_uuid: 'N' }],
    ['outsideContainer', { mac_address: 'EE', name: 'E', organization_uuid: 'X' }],
  ])('says that an element cannot be sent: %s', (problem, element) => {
    expect(plan(element).problems).toEqual([{ problem, element }]);
  });

  it('does not place what has no place', () => {
    expect(plan({ mac_address: 'EE', name: 'E', organization_uuid: 'X' }).desired.size).toBe(0);
    expect(planPoints([{ mac_address: 'EE', name: 'E' }], tree, 'gone').problems).toMatchObject([
      { problem: 'outsideContainer' },
    ]);
  });
});

describe('the container of an element', () => {
  it.each([
    ['the domain itself', {}, 'D'],
    ['the domain itself when the keys are empty', { organization_uuid: '', organization_name: null }, 'D'],
    ['found by uuid', { organization_uuid: 'O' }, 'O'],
    ['found by name', { organization_name: 'Org' }, 'O'],
    ['a namespace in an organization', { organization_uuid: 'O', namespace_uuid: 'N' }, 'N'],
    [
      'a namespace found by name in an organization',
      { organization_name: 'Org', namespace_name: 'Space' },
      'N',
    ],
    ['any kind of domain as a namespace', { namespace_uuid: 'B' }, 'B'],
    ['the domain itself when one above it is named', { service_provider_uuid: 'T' }, 'D'],
    ['the domain itself when one above it is named by name', { service_provider_name: 'T' }, 'D'],
    ['no sensor', { namespace_uuid: 'F' }, 'wrongContainer'],
    ['no domain of another kind', { deployment_uuid: 'O' }, 'wrongContainer'],
  ])('is %s', (_what, containers, expected) => {
    const above = treeOf([], []);
    const nodes = new Map([
      ['T', node({ id: 'T', domain_type: 6, parent: undefined })],
      ...[...tree.nodes.values()].map(
        one => [one.id, one.id === 'top' ? { ...one, parent: 'T' } : one] as const,
      ),
    ]);
    const made = planPoints(
      [{ mac_address: 'EE', name: 'E', ...containers }],
      { ...above, top: 'T', nodes },
      'D',
    );
    expect(made.desired.get('ee')?.owner ?? made.problems[0]?.problem).toBe(expected);
    expect([made.newContainers, made.renumbered]).toEqual([[], []]);
  });

  it('is made when there is none, below the one of the level above it, once for all that name it', () => {
    const named = { organization_name: 'New', namespace_name: 'Inner' };
    const made = plan(
      { mac_address: 'E1', name: 'E', ...named },
      { mac_address: 'E2', name: 'E', ...named },
      { mac_address: 'E3', name: 'E', organization_name: 'New' },
    );
    expect(made.newContainers).toEqual([
      { id: 'new 0', name: 'New', uuid: undefined, domain_type: 2 },
      { id: 'new 1', name: 'Inner', uuid: undefined, domain_type: 1 },
    ]);
    expect([...made.desired.values()].map(({ owner }) => owner)).toEqual(['new 1', 'new 1', 'new 0']);
  });

  it('is made with the uuid that nobody has, and a name from it when there is no other', () => {
    const made = plan(
      { mac_address: 'E1', name: 'E', deployment_uuid: '99' },
      { mac_address: 'E2', name: 'E', deployment_uuid: '99' },
      { mac_address: 'E3', name: 'E', deployment_uuid: 98, deployment_name: 'Named' },
    );
    expect(made.newContainers).toEqual([
      { id: 'new 0', name: 'deployment_99', uuid: '99', domain_type: 7 },
      { id: 'new 1', name: 'Named', uuid: '98', domain_type: 7 },
    ]);
    expect([...made.desired.values()].map(({ owner }) => owner)).toEqual(['new 0', 'new 0', 'new 1']);
  });

  it('gets another uuid when it is found by name, and is found by that one from then on', () => {
    const made = plan(
      { mac_address: 'E1', name: 'E', organization_uuid: '99', organization_name: 'Org' },
      { mac_address: 'E2', name: 'E', organization_uuid: '99' },
      { mac_address: 'E3', name: 'E', organization_uuid: '98', organization_name: 'Org' },
    );
    expect(made.renumbered.map(({ id }) => id)).toEqual(['O']);
    expect([...made.desired.values()].map(({ owner }) => owner)).toEqual(['O', 'O', 'O']);
    expect(made.newContainers).toEqual([]);
  });

  it('is not found by the uuid that it has no more', () => {
    const made = plan(
      { mac_address: 'E1', name: 'E', organization_uuid: '99', organization_name: 'Org' },
      { mac_address: 'E2', name: 'E', organization_uuid: 'O', organization_name: 'Again' },
    );
    expect(made.newContainers).toEqual([{ id: 'new 0', name: 'Again', uuid: 'O', domain_type: 2 }]);
  });

  it('is not found by name outside the domain, nor in another container of the element, and is no sensor', () => {
    expect(placeOf({ organization_name: 'Other' })).toBe('new 0');
    expect(placeOf({ organization_name: 'Flow' })).toBe('new 0');
    expect(placeOf({ organization_name: 'New', namespace_name: 'Space' })).toBe('new 1');
    expect(placeOf({ deployment_name: 'Org' })).toBe('new 0');
  });
});

describe('what an override did', () => {
  const wanted = () =>
    plan(
      { mac_address: 'AA', name: 'P', status: 1, enrichment: { floor: '1' }, flow_uuid: '5' },
      { mac_address: 'BB', name: 'Q', organization_uuid: 'O' },
      { mac_address: 'EE', name: 'E', deployment_name: 'New' },
    );
  const p = point('AA', 'D', { name: 'P', status: 1 });
  const q = point('BB', 'O', { name: 'Q' });
  const e = point('EE', 'M', { name: 'E' });
  const differences = (...points: ReturnType<typeof point>[]) =>
    pointDifferences(
      wanted(),
      treeOf(
        [...tree.nodes.values(), { id: 'M', name: 'New', domain_type: 7, parent: 'D' }].slice(1),
        points,
      ),
      'D',
    );

  it('is what was planned, also when the manager completes an enrichment or adds fields', () => {
    expect(differences(p, q, e)).toEqual([]);
    const completed = { name: 'P', status: 1, enrichment: { floor: '1', more: 2 }, flow_uuid: '6', x: 3 };
    expect(differences(point('AA', 'D', completed), q, e, point('CC', 'X'))).toEqual([]);
  });

  it.each([
    ['one is missing', [p, q], ['E']],
    ['one is too many', [p, q, e, point('FF', 'D', { name: 'Extra' })], ['Extra']],
    ['one without a name is too many', [p, q, e, point('FF', 'D')], ['FF']],
    ['a field is another', [point('AA', 'D', { name: 'P', status: 0 }), q, e], ['P']],
    ['one stands in another domain', [p, point('BB', 'D', { name: 'Q' }), e], ['Q']],
    ['one stands outside', [p, q, point('EE', 'X', { name: 'E' })], ['E']],
  ])('is named when %s', (_what, points, names) => {
    expect(differences(...points)).toEqual(names);
  });

  it('cannot be told from a container that the manager has no more', () => {
    const after = treeOf(
      [{ id: 'D' }, { id: 'O2', parent: 'D' }],
      [p, point('BB', 'O2', { name: 'Q' }), point('EE', 'D', { name: 'E' })],
    );
    expect(pointDifferences(wanted(), after, 'D')).toEqual([]);
  });
});

describe('the nodes within a domain', () => {
  it('are itself and all below it', () => {
    expect([...nodesWithin(tree, 'D')]).toEqual(['D', 'O', 'N', 'B', 'F']);
    expect([...nodesWithin(tree, 'N')]).toEqual(['N']);
  });
});
