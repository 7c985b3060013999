import * as l10n from '@vscode/l10n';
import {
  type AccessPointFilters,
  type AccessPointRow,
  filtersInTurn,
} from 'netsensor-contract/sensors/accessPoints';
import { accessPointState, recordMac, recordName } from 'netsensor-contract/sensors/nodeRecord';
import { accessPointPath } from '../../model/sensors/nodeRef.js';
import { isPart, type ListAnswer } from 'netsensor-contract/text/listAnswer';
import { window, type QuickPickItem, withCancellableProgress } from '../../ui/doors.js';
import { inert, joined, quoted, type Inert } from '../../words/inert.js';
import { sayPart } from '../partialLists.js';
import { chosenConnection, type ConnectionTarget } from '../chosenTargets.js';
import type { OperationServices } from '../operationServices.js';
import { recordUri } from '../../ui/recordUri.js';

/** Asks the manager for its access points, all or filtered, and opens the one that is picked; the tree is not needed. */
export async function listAccessPoints(
  operations: OperationServices,
  target?: ConnectionTarget,
): Promise<void> {
  const connection = await chosenConnection(operations, target);
  if (!connection) return;
  const title = l10n.t('Access points of {0}', quoted(connection.name));
  const words = await window.showInputBox({
    title,
    prompt: l10n.t('A name, a MAC or IP address, up or down; nothing for all of them.'),
    ignoreFocusOut: true,
  });
  if (words === undefined) return;
  const client = await operations.connections.client(connection.id);
  const list = await withCancellableProgress(
    l10n.t('Reading the access points of {0}…', quoted(connection.name)),
    signal => firstFound(filtersInTurn(words), filters => client.accessPoints.list(filters, signal)),
  );
  sayPart(list, l10n.t('access points'));
  const items = list.rows.flatMap(toItem);
  if (items.length === 0) return sayNone(list, quoted(connection.name));
  const options = { title, matchOnDescription: true, matchOnDetail: true };
  const picked = await window.showQuickPick(items, options);
  if (!picked) return;
  const { macAddress, name } = picked;
  const path = accessPointPath({ macAddress }, name);
  await operations.openDocument(recordUri(connection.id, path));
}

/** Says that there is nothing to pick: none at all, or none that can be opened. Of a part that was said. */
function sayNone(list: ListAnswer<AccessPointRow>, name: Inert): void {
  if (list.rows.length > 0)
    void window.showInformationMessage(
      l10n.t('{0} has such access points, but none with a MAC address to open it by.', name),
    );
  else if (!isPart(list)) void window.showInformationMessage(l10n.t('{0} has no such access points.', name));
}

/** The first answer that holds something, else the last one. */
async function firstFound(
  filters: readonly AccessPointFilters[],
  ask: (filters: AccessPointFilters) => Promise<ListAnswer<AccessPointRow>>,
): Promise<ListAnswer<AccessPointRow>> {
  const [first = {}, ...others] = filters;
  const answer = await ask(first);
  const isFound = answer.rows.length > 0 || isPart(answer);
  return isFound || others.length === 0 ? answer : firstFound(others, ask);
}

type PointItem = QuickPickItem & { readonly macAddress: string; readonly name: string };

/** Rows carry no id, so what has no MAC address cannot be opened (contract 001, Access point record). */
function toItem(row: AccessPointRow): PointItem[] {
  const macAddress = recordMac(row);
  const name = recordName(row);
  if (!macAddress) return [];
  const state = { up: l10n.t('up'), down: l10n.t('down'), unknown: '' as const }[accessPointState(row)];
  const places = ['organization', 'market', 'campus', 'building'].map(level => row[level]);
  return [
    {
      label: quoted(name || macAddress),
      description: joined([inert(macAddress), state], ' · '),
      detail: joined(
        places.map(place => (typeof place === 'string' ? quoted(place) : '')),
        ' › ',
      ),
      macAddress,
      name,
    },
  ];
}
