import type { Place } from '../text/placedElements.js';
import { placeFinder, readList, type ListItem } from './listDocument.js';
import { isSameValue } from './recordRules.js';
import type { RecordFields } from './recordText.js';

/** A record of a list about which there is something to say, as its text had it then. */
export interface ReportedRecord {
  /** Undefined for one that does not stand in the text, because it is to be deleted. */
  readonly record: RecordFields | undefined;
  /** Where it stood among the records. */
  readonly at: number;
  /** The field that it is about; undefined for the whole record. */
  readonly field: string | undefined;
}

/** Where something that is said of records stands in the text of now; gone is what is about values that have changed. */
export function placedReports<Report extends ReportedRecord>(
  text: string,
  reports: readonly Report[],
): (Report & Place)[] {
  const { items } = readList(text);
  const placeOf = placeFinder(text);
  return reports.flatMap(report => {
    const { record, field } = report;
    if (!record) return { ...report, ...placeOf(0) };
    const item = itemOf(report, items);
    const isAsBefore = item && isSameValue(aboutOf(item.fields, field), aboutOf(record, field));
    return isAsBefore ? { ...report, ...placeOf(item.offset, field) } : [];
  });
}

const aboutOf = (fields: RecordFields, field: string | undefined): unknown =>
  field === undefined ? fields : fields[field];

/** A new record has no number: it is the one that looks the same, else the new one in its place. */
function itemOf({ record, at }: ReportedRecord, items: readonly ListItem[]): ListItem | undefined {
  const id = record?.['id'];
  if (id !== undefined) return items.find(item => item.id === id);
  const created = (item: ListItem | undefined) => (item?.id === undefined ? item : undefined);
  return items.find(item => created(item) && isSameValue(item.fields, record)) ?? created(items[at]);
}
