import * as l10n from '@vscode/l10n';
import { isPart } from 'netsensor-contract/text/listAnswer';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { referringTypes } from 'netsensor-contract/inventory/references';
import { UsesCounter } from '../model/tables/recordUses.js';
import type { TableMessage } from '../model/tables/tableMessages.js';
import { Owner } from '../ui/lifetimes.js';
import { titleOf } from '../words/names.js';
import type { TableParts } from './tableParts.js';

/** Which records a table is of. */
interface TablePlace {
  readonly connectionId: string;
  readonly type: InventoryType;
}

/** Tells the page of a table how many records refer to each of its own, once it wants to know. */
export class ShownUses extends Owner {
  private readonly counter: UsesCounter;
  private isWanted = false;
  private isDue = false;
  private isOver = false;

  constructor(
    private readonly parts: Pick<TableParts, 'lists'>,
    private readonly place: TablePlace,
    private readonly post: (message: TableMessage) => void,
  ) {
    super();
    this.counter = new UsesCounter(place.type);
    this.own(
      { dispose: () => (this.isOver = true) },
      parts.lists.onDidChange(({ connectionId, type }) => {
        if (connectionId === place.connectionId && referringTypes.includes(type)) this.tellSoon();
      }),
    );
  }

  /** The page shows them from now on: lists that are not known are read one after the other. */
  async want(): Promise<void> {
    this.isWanted = true;
    for (const type of this.tell()) {
      // One that cannot be read is said to be unread; the others count.
      if (!this.isOver) await this.parts.lists.read(this.place.connectionId, type).catch(() => undefined);
    }
  }

  /** Several lists at once are counted once. */
  private tellSoon(): void {
    if (this.isDue || !this.isWanted) return;
    this.isDue = true;
    setImmediate(() => {
      this.isDue = false;
      if (!this.isOver) this.tell();
    });
  }

  private tell(): readonly InventoryType[] {
    const { parts, place } = this;
    const { counts, unread } = this.counter.count(type => parts.lists.get(place.connectionId, type)?.records);
    const part = referringTypes.filter(type => {
      const list = parts.lists.get(place.connectionId, type);
      return list && isPart(list.remainder);
    });
    const lacking = [...unread.map(titleOf), ...part.map(type => l10n.t('{0} (in part)', titleOf(type)))];
    this.post({ type: 'uses', counts: [...counts], unread: lacking });
    return unread;
  }
}
