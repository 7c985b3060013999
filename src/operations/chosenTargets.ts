import * as l10n from '@vscode/l10n';
import { refuseTwins } from '../changes/nodePlaces.js';
import type { Connection } from '../connections/connection.js';
import type { InventoryTypeTarget, RecordTarget } from 'netsensor-contract/inventory/inventoryRecord';
import { firstOfEach } from 'netsensor-contract/text/collections';
import { identityOf, type NodeTarget, type SensorTarget } from '../model/sensors/nodeTarget.js';
import { GivenUpError, NothingToDoError, SentenceError } from '../words/sentenceErrors.js';
import { isInventoryFolder, pickInventoryType, type InventoryFolderTarget } from '../ui/pickInventoryType.js';
import { type Inert } from '../words/inert.js';
import type { OperationServices } from './operationServices.js';

/** Anything that belongs to a connection, such as a node of the tree. */
export interface ConnectionTarget {
  readonly connectionId: string;
}

/** What the commands on lists are called with: a type, or records of one type. */
export type ListTarget = InventoryTypeTarget | RecordTarget;

/** What a command on lists was clicked on; a type is picked where it is a folder of types. */
export type ClickedList = ListTarget | InventoryFolderTarget;

/** The targets of a command; there is always one. */
type Targets<T> = readonly [T, ...T[]];

/** The connection that a command is called on; the user picks when it is called on none. Undefined when given up. */
export async function chosenConnection(
  { connections, pickConnection }: OperationServices,
  target: ConnectionTarget | undefined,
): Promise<Connection | undefined> {
  return target ? connections.get(target.connectionId) : pickConnection();
}

/**
 * The nodes that a command acts on.
 * @throws {SentenceError} when there are none, or when they belong to several managers
 */
export async function chosenNodes(
  { selected }: OperationServices,
  clicked: NodeTarget | undefined,
  others?: readonly NodeTarget[],
): Promise<Targets<NodeTarget>> {
  const all = await given(clicked, others, selected);
  const nodes = requireTargets(
    all.filter(({ kind }) => kind === 'sensor' || kind === 'accessPoint'),
    {
      none: l10n.t('Select a domain, a sensor or an access point in the tree first.'),
      ofSeveral: l10n.t('Select nodes of one manager only.'),
    },
  );
  refuseTwins(nodes);
  return nodes;
}

/**
 * The domain, or the sensor, that a command acts on: the first of what is chosen.
 * @throws {SentenceError} when it is none
 */
export async function chosenDomain(
  operations: OperationServices,
  clicked: NodeTarget | undefined,
): Promise<SensorTarget> {
  const nodes = await chosenNodes(operations, clicked);
  const domain = nodes.find(node => node.kind === 'sensor');
  if (!domain) throw new NothingToDoError(l10n.t('Select a domain in the tree first.'));
  return domain;
}

/**
 * The records that a command acts on.
 * @throws {SentenceError} when there are none, or when they belong to several managers
 */
export async function chosenRecords(
  { selectedRecords }: OperationServices,
  clicked: RecordTarget | undefined,
  others: readonly RecordTarget[] | undefined,
): Promise<Targets<RecordTarget>> {
  const all = await given<ListTarget>(clicked, others, selectedRecords);
  return requireTargets(
    all.filter(target => target.kind === 'record'),
    {
      none: l10n.t('Select an inventory record in the tree first.'),
      ofSeveral: l10n.t('Select records of one manager only.'),
    },
  );
}

/**
 * The type or the records of one type that a command acts on.
 * @throws {SentenceError} when there are none, or when they are of several types or managers
 */
export async function chosenList(
  { selectedRecords }: OperationServices,
  clicked: ListTarget | undefined,
  others?: readonly ListTarget[],
): Promise<Targets<ListTarget>> {
  const ofSeveral = l10n.t('Select records of one type and one manager only.');
  const all = await given(clicked, others, selectedRecords);
  const targets = requireTargets(
    all.filter(({ kind }) => kind === 'record' || kind === 'inventoryType'),
    {
      none: l10n.t('Select an inventory type or records in the tree first.'),
      ofSeveral,
    },
  );
  const [{ kind, type }] = targets;
  if (targets.every(target => target.kind === kind && target.type === type)) return targets;
  throw new SentenceError(ofSeveral);
}

/**
 * The type or the records of one type that a command acts on: the user picks the type where the inventory or a group of it was
 * clicked, and the connection too where nothing is chosen.
 * @throws {SentenceError} when they are of several types or managers
 * @throws {GivenUpError}
 */
export async function chosenOrPickedList(
  operations: OperationServices,
  clicked: ClickedList | undefined,
  others?: readonly ListTarget[],
): Promise<Targets<ListTarget>> {
  const isFolder = isInventoryFolder(clicked);
  const selected = clicked ?? others?.[0] ?? (await operations.selectedRecords())[0];
  if (selected && !isFolder) return chosenList(operations, clicked, others);
  const connection = await chosenConnection(operations, clicked);
  const types = isFolder ? clicked.types : undefined;
  const type = connection && (await pickInventoryType(l10n.t('Type of the records'), 'plural', types));
  if (!type) throw new GivenUpError();
  return [{ kind: 'inventoryType', connectionId: connection.id, type }];
}

/** What a command was called with; what is selected in the tree when that is nothing. */
async function given<T>(
  clicked: T | undefined,
  others: readonly T[] | undefined,
  selected: () => Promise<readonly T[]>,
): Promise<readonly T[]> {
  if (others && others.length > 0) return others;
  return clicked ? [clicked] : selected();
}

/** What several rows show, such as one among those that were opened recently, is acted on once. */
function requireTargets<T extends ConnectionTarget & { readonly kind: string }>(
  all: readonly T[],
  { none, ofSeveral }: Record<'none' | 'ofSeveral', Inert>,
): Targets<T> {
  const [first, ...rest] = firstOfEach(all, identityOf);
  if (first === undefined) throw new NothingToDoError(none);
  if (rest.some(({ connectionId }) => connectionId !== first.connectionId))
    throw new SentenceError(ofSeveral);
  return [first, ...rest];
}
