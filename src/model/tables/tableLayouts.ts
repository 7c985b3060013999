import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { twinKey } from 'netsensor-contract/text/folded';
import { booleanFromText, isOn, textOf } from 'netsensor-contract/text/looseValues';
import type { RecordFields } from '../inventory/recordText.js';
import { fieldsOf, modelOf, typeOfModel } from '../inventory/models.js';
import type { TableColumn } from './tableColumns.js';
import type { TableType } from './tableType.js';

/** Columns that a person chose, stored on the manager as a table config (contract 000, Resources and fields). */
export interface TableLayout {
  /** Of the table config. */
  readonly id: number;
  readonly name: string;
  readonly isShared: boolean;
  /** Names of fields in the order of the columns; some may be of no column. */
  readonly fields: readonly string[];
}

/** The layouts of a type that are enabled, one's own before those that all users share, in the order of the manager. */
export function tableLayouts(type: TableType, configs: readonly InventoryRecord[]): TableLayout[] {
  const layouts = configs
    .filter(({ inventory_type: model, enabled }) => typeOfModel(model) === type && isEnabled(enabled))
    .map(({ id, name, shared, column_order: order }): TableLayout => ({
      id,
      name: textOf(name) ?? '',
      isShared: isOn(shared),
      fields: fieldsOf(order),
    }));
  return [...layouts.filter(({ isShared }) => !isShared), ...layouts.filter(({ isShared }) => isShared)];
}

/** A layout is enabled unless it says that it is not. */
const isEnabled = (enabled: unknown): boolean => booleanFromText(enabled) !== false;

/** The columns of a layout in its order; all of them where it names none that is there. */
export function arrangedColumns(columns: readonly TableColumn[], fields: readonly string[]): TableColumn[] {
  const known = new Map(columns.map(column => [column.field, column]));
  const arranged = fields.flatMap(field => known.get(field) ?? []);
  return arranged.length > 0 ? arranged : [...columns];
}

/** What saving a layout means: a new table config, other fields of one, or nothing. */
export type LayoutSave =
  | { readonly kind: 'create'; readonly fields: RecordFields }
  | { readonly kind: 'change'; readonly id: number; readonly changes: RecordFields }
  | { readonly kind: 'nothing' };

/**
 * What makes columns the layout of a name: the table config of the type that is called so, whatever its case, or a new one.
 * Names that no column has, of which another product may know more, stay at the end.
 * @param columns all columns of the type
 */
export function layoutSave(
  type: InventoryType,
  { name, isShared, fields }: Omit<TableLayout, 'id'>,
  {
    configs,
    columns,
  }: { readonly configs: readonly InventoryRecord[]; readonly columns: readonly TableColumn[] },
): LayoutSave {
  const ofType = configs.filter(({ inventory_type: model }) => typeOfModel(model) === type);
  const known = ofType.find(
    config => twinKey(textOf(config['name']) ?? '') === twinKey(name) && isOn(config['shared']) === isShared,
  );
  if (!known) {
    const model = textOf(ofType[0]?.['inventory_type']) ?? modelOf(type);
    const order = { column_order: fields.join(';'), enabled: true, shared: isShared };
    return { kind: 'create', fields: { name, inventory_type: model, ...order } };
  }
  const others = fieldsOf(known['column_order']).filter(field => !columns.some(each => each.field === field));
  const order = [...fields, ...others].join(';');
  const changes = {
    ...(order === fieldsOf(known['column_order']).join(';') ? {} : { column_order: order }),
    ...(isEnabled(known['enabled']) ? {} : { enabled: true }),
  };
  return Object.keys(changes).length === 0 ? { kind: 'nothing' } : { kind: 'change', id: known.id, changes };
}

/** A layout that is kept in the workspace, where the manager keeps none. */
export type WorkspaceLayout = Pick<TableLayout, 'name' | 'fields'>;

/** Columns that a table may be arranged by. */
export interface LayoutChoice {
  /** Tells it from the others of its type, in other windows and later, too. */
  readonly key: string;
  readonly from: 'own' | 'shared' | 'contract' | 'workspace';
  /** None for the order of the contract. */
  readonly name: string;
  /** All columns without them. */
  readonly fields?: readonly string[] | undefined;
}

/** All that a table of a type may be arranged by: the first is what it is arranged by until another is chosen. */
export const layoutChoices = (
  type: TableType,
  configs: readonly InventoryRecord[],
  kept: readonly WorkspaceLayout[],
): LayoutChoice[] => [
  ...tableLayouts(type, configs).map(({ id, name, isShared, fields }): LayoutChoice => ({
    key: `#${id}`,
    from: isShared ? 'shared' : 'own',
    name,
    fields,
  })),
  { key: '*', from: 'contract', name: '' },
  ...kept.map(({ name, fields }): LayoutChoice => ({
    key: workspaceKey(name),
    from: 'workspace',
    name,
    fields,
  })),
];

/** The key of a layout that is kept in the workspace. */
export const workspaceKey = (name: string): string => `=${name}`;
