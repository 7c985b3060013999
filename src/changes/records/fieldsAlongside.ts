import { isEmptyObject } from 'netsensor-contract/text/collections';
import type { SavedFields } from './saveFlow.js';

/**
 * Fields that the next save of a record sends too, as they are, by record: the manager was seen to change what a save left
 * out. Known in this window alone.
 */
export class FieldsAlongside {
  private readonly fields = new Map<string, readonly string[]>();

  /** What an inventory record is called here, whatever document it is saved from. */
  keyOf(connectionId: string, type: string, id: number): string {
    return `${connectionId} ${type} ${id}`;
  }

  of(record: string): readonly string[] {
    return this.fields.get(record) ?? [];
  }

  /** Notes the fields of a save that emptied others besides, and those others. */
  note(record: string, { sent, besides, stored }: Pick<SavedFields, 'sent' | 'besides' | 'stored'>): void {
    // What has another value may be someone else's change, which nothing sent along may put back.
    const emptied = Object.keys(besides).filter(name => isEmptied(stored[name]));
    if (emptied.length > 0) this.add(record, [...Object.keys(sent), ...emptied]);
  }

  private add(record: string, fields: readonly string[]): void {
    this.fields.set(record, [...new Set([...this.of(record), ...fields])]);
  }
}

const isEmptied = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || isEmptyObject(value);
