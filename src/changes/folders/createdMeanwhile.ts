import * as l10n from '@vscode/l10n';
import { isEmptyObject } from 'netsensor-contract/text/collections';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { valueOrNull } from '../../model/asCode/folderSides.js';
import { recordKey, withReferences } from '../../model/asCode/recordKeys.js';
import type { RecordFields } from '../../model/inventory/recordText.js';
import { describeError } from '../../words/describeError.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import type { ListAccess } from '../lists/applyList.js';
import { hasSpelling } from '../lists/planList.js';
import { mayHaveHappened } from '../steps.js';

/** How the records of a type are looked at. */
interface Looking {
  readonly list: ListAccess['list'];
  /** The numbers of those that were there when it was planned, and of those that were created since. */
  readonly known: ReadonlySet<number>;
  /** How many creates begin at the same time. */
  readonly atOnce: number;
}

/** A record that is about to be created. */
interface NewRecord {
  /** With references as numbers, and without its secrets. */
  readonly fields: RecordFields;
  /** Fields that are to be empty. */
  readonly empty: readonly string[];
  readonly secrets: RecordFields;
}

/** One look counts for so many of a hundred of the records that are there: to look at many takes as long as to create some. */
const share = 10;

/**
 * Looks, right before a record of a type is created, whether somebody else has created it since it was planned: the contract has
 * no lock, and a manager takes two records of one key (contract 000). One look is for the creates that begin together.
 */
export class CreatedMeanwhile {
  /** The numbers of what was taken over. */
  readonly taken = new Set<number>();
  private records: Promise<ReadonlyMap<string, InventoryRecord>> | undefined;
  private size: number;
  private left = 0;

  constructor(
    private readonly type: InventoryType,
    private readonly looking: Looking,
  ) {
    this.size = looking.known.size;
  }

  /**
   * Takes a record that somebody else has created with the key of a new one for it, where it has the same values; undefined where
   * nobody has.
   * @throws {SentenceError} where it has others, or nobody can see whether it has; and what the look throws: nobody knows then
   */
  async takeOver(creation: NewRecord, waiting?: AbortSignal): Promise<InventoryRecord | undefined> {
    const key = keyByNumbers(this.type, creation.fields);
    const there = key === undefined ? undefined : (await this.look(waiting)).get(key);
    if (!there) return undefined;
    if (!isSameRecord(there, creation))
      throw new SentenceError(
        l10n.t(
          'Somebody else has created it meanwhile, as #{0}. It was not created again. Plan again to see what differs.',
          there.id,
        ),
      );
    this.taken.add(there.id);
    return there;
  }

  private look(waiting: AbortSignal | undefined): Promise<ReadonlyMap<string, InventoryRecord>> {
    if (this.left === 0 || !this.records) {
      this.left = Math.max(this.looking.atOnce, Math.floor((this.size * share) / 100));
      this.records = this.read(waiting);
    }
    this.left -= 1;
    return this.records;
  }

  private async read(waiting: AbortSignal | undefined): Promise<ReadonlyMap<string, InventoryRecord>> {
    const { list, known } = this.looking;
    const records = await list(waiting).catch((error: unknown) => {
      this.records = undefined;
      // Nothing was created, so there is nothing to be looked for either.
      throw mayHaveHappened(error) ? notLooked(error) : error;
    });
    this.size = records.length;
    const others = records.filter(({ id }) => !known.has(id));
    return new Map(others.map(record => [keyByNumbers(this.type, record) ?? '', record]));
  }
}

/** What tells a record apart, what it stands in by its number: new records have no other. */
const keyByNumbers = (type: InventoryType, fields: RecordFields): string | undefined =>
  recordKey(
    type,
    withReferences(type, fields, () => undefined),
  );

/** Whether a record is as it was to be created; nobody sees its secrets. */
const isSameRecord = (there: InventoryRecord, { fields, empty, secrets }: NewRecord): boolean =>
  isEmptyObject(secrets) &&
  empty.every(field => valueOrNull(there[field]) === null) &&
  hasSpelling(there, fields);

const notLooked = (error: unknown): SentenceError =>
  new SentenceError(
    l10n.t(
      'It was not created, because nobody can tell whether somebody else has meanwhile. {0}',
      describeError(error),
    ),
    { cause: error },
  );
