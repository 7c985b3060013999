import * as vscode from 'vscode';
import type { Connection } from '../connections/connection.js';
import type { InventoryTypeTarget, RecordTarget } from '../model/inventory/inventoryRecord.js';
import type { NodeTarget } from '../model/sensors/nodeTarget.js';
import { quoted, SentenceError, type Inert } from '../words/inert.js';
import type { OperationServices } from './operationServices.js';

/** Anything that belongs to a connection, such as a node of the tree. */
export interface ConnectionTarget {
  readonly connectionId: string;
}

/** What the commands on lists are called with: a type, or records of one type. */
export type ListTarget = InventoryTypeTarget | RecordTarget;

/** The targets of a command; there is always one. */
type Targets<T> = readonly [T, ...T[]];

/** What a command was called with; what is selected in the tree counts when that is nothing. */
interface Called<T> {
  readonly clicked: T | undefined;
  readonly others: readonly T[] | undefined;
}

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
  const nodes = requireSome(
    (await given({ clicked, others }, selected)).filter(
      ({ kind }) => kind === 'sensor' || kind === 'accessPoint',
    ),
    vscode.l10n.t('Select a domain, a sensor or an access point in the tree first.'),
  );
  requireOneManager(nodes, vscode.l10n.t('Select nodes of one manager only.'));
  const twin = nodes.find(target => target.kind === 'sensor' && target.isTwin);
  if (!twin) return nodes;
  throw new SentenceError(
    vscode.l10n.t(
      '{0} has no uuid of its own: it has none, or another node of the tree has the same. Nothing was sent. Give it its own on the manager, then refresh the tree.',
      quoted(twin.name),
    ),
  );
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
  const all = await given<ListTarget>({ clicked, others }, selectedRecords);
  const records = requireSome(
    all.filter(target => target.kind === 'record'),
    vscode.l10n.t('Select an inventory record in the tree first.'),
  );
  requireOneManager(records, vscode.l10n.t('Select records of one manager only.'));
  return records;
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
  const targets = requireSome(
    (await given({ clicked, others }, selectedRecords)).filter(
      ({ kind }) => kind === 'record' || kind === 'inventoryType',
    ),
    vscode.l10n.t('Select an inventory type or records in the tree first.'),
  );
  const ofSeveral = vscode.l10n.t('Select records of one type and one manager only.');
  requireOneManager(targets, ofSeveral);
  const [{ kind, type }] = targets;
  if (targets.every(target => target.kind === kind && target.type === type)) return targets;
  throw new SentenceError(ofSeveral);
}

async function given<T>(
  { clicked, others }: Called<T>,
  selected: () => Promise<readonly T[]>,
): Promise<readonly T[]> {
  if (others && others.length > 0) return others;
  return clicked ? [clicked] : selected();
}

function requireSome<T>([first, ...rest]: readonly T[], otherwise: Inert): Targets<T> {
  if (first === undefined) throw new SentenceError(otherwise);
  return [first, ...rest];
}

function requireOneManager([first, ...rest]: Targets<ConnectionTarget>, otherwise: Inert): void {
  if (rest.some(({ connectionId }) => connectionId !== first.connectionId))
    throw new SentenceError(otherwise);
}
