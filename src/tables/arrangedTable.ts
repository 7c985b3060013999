import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { isInventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { twinKey } from 'netsensor-contract/text/folded';
import { documentFields } from '../model/inventory/recordText.js';
import { readViewSettings, type ViewSettings } from '../model/results/viewSettings.js';
import type { TableColumn } from '../model/tables/tableColumns.js';
import {
  layoutChoices,
  layoutSave,
  tableLayouts,
  workspaceKey,
  type LayoutChoice,
  type WorkspaceLayout,
} from '../model/tables/tableLayouts.js';
import type { TableType } from '../model/tables/tableType.js';
import { separator, themeIcon, window, type QuickPickItem } from '../ui/doors.js';
import { inert, quoted, type Inert } from '../words/inert.js';
import { GivenUpError } from '../words/sentenceErrors.js';
import { tableTitle } from '../words/tableWords.js';
import type { TableParts } from './tableParts.js';

/** What is remembered of the tables of a type of a manager. */
interface RememberedLayouts {
  /** The key of the layout that was chosen last. */
  readonly chosen?: string | undefined;
  readonly kept: readonly WorkspaceLayout[];
}

/** What a table is of. */
interface TablePlace {
  readonly connectionId: string;
  readonly type: TableType;
  /** The address of its list. */
  readonly list: string;
}

/** The columns that a page shows, and all that it could show. */
interface ShownColumns {
  readonly fields: readonly string[];
  readonly columns: readonly TableColumn[];
}

/** A way out of the list of layouts. */
type LayoutItem = QuickPickItem & { readonly run?: () => Promise<void> };

/** How each list was looked at by its address, the last one at the end. */
type KeptViews = Readonly<Record<string, unknown>>;
const viewsKey = 'netsensor.tableViews';
/** Lists whose sorts and filters are remembered; those of a selection come and go. */
const mostViews = 30;

/** By which layout the tables of a type are arranged, and how a list is looked at: both are remembered in the workspace. */
export class ArrangedTable {
  private readonly key: string;

  constructor(
    private readonly parts: Pick<TableParts, 'connections' | 'lists' | 'writeRecord'> & {
      readonly workspaceState: Pick<vscode.Memento, 'get' | 'update'>;
    },
    private readonly place: TablePlace,
  ) {
    this.key = `netsensor.tableLayouts ${place.connectionId} ${place.type}`;
  }

  /** The layout by which tables are arranged now. */
  get current(): LayoutChoice {
    const { chosen } = this.remembered;
    const choices = this.choices();
    return choices.find(({ key }) => key === chosen) ?? choices[0]!;
  }

  /** How the list was looked at last. */
  get settings(): ViewSettings {
    return readViewSettings(this.parts.workspaceState.get<KeptViews>(viewsKey)?.[this.place.list]);
  }

  /** Remembers how the list is looked at, for its next tab and the next window, and nothing of a connection that is gone. */
  async keepSettings(settings: ViewSettings): Promise<void> {
    const { workspaceState, connections } = this.parts;
    const known = Object.entries(workspaceState.get<KeptViews>(viewsKey) ?? {});
    const isThere = (list: string) => connections.get(list.split('/')[2] ?? '') !== undefined;
    const others = known.filter(([list]) => list !== this.place.list && isThere(list));
    const views = [...others, [this.place.list, settings] as const].slice(-mostViews);
    await workspaceState.update(viewsKey, Object.fromEntries(views));
  }

  /**
   * Lets the user choose a layout, or save what is shown as one.
   * @throws {GivenUpError} when nothing is chosen
   */
  async choose(shown: ShownColumns): Promise<void> {
    const { current } = this;
    const groups: Readonly<Record<LayoutChoice['from'], Inert>> = {
      own: l10n.t('Yours'),
      shared: l10n.t('Shared'),
      contract: l10n.t('All columns'),
      workspace: l10n.t('Kept in this workspace'),
    };
    const items = Object.entries(groups).flatMap(([from, label]): LayoutItem[] => {
      const choices = this.choices().filter(choice => choice.from === from);
      const of = choices.map(choice => ({
        label: choice.name === '' ? l10n.t('As in documents') : quoted(choice.name),
        iconPath: themeIcon(choice.key === current.key ? 'check' : 'blank'),
        run: () => this.remember({ chosen: choice.key }),
      }));
      return of.length > 0 ? [separator(label), ...of] : [];
    });
    const save = { label: l10n.t('Save Layout…'), iconPath: themeIcon('save'), run: () => this.save(shown) };
    const forget = {
      label: l10n.t('Forget the layout {0}', quoted(current.name)),
      iconPath: themeIcon('trash'),
      run: () => this.forget(current.name),
    };
    const others = [save, ...(current.from === 'workspace' ? [forget] : [])];
    const picked = await window.showQuickPick<LayoutItem>([...items, separator(inert('')), ...others], {
      title: l10n.t('Columns of {0}', tableTitle(this.place.type)),
    });
    if (!picked?.run) throw new GivenUpError();
    await picked.run();
  }

  private choices(): LayoutChoice[] {
    const { connectionId, type } = this.place;
    const configs = this.parts.lists.get(connectionId, 'table_configs')?.records ?? [];
    return layoutChoices(type, configs, this.remembered.kept);
  }

  private async save({ fields, columns }: ShownColumns): Promise<void> {
    const { current } = this;
    const asked = await window.showInputBox({
      title: l10n.t('Save Layout'),
      prompt: l10n.t('Name of the layout'),
      value: current.name,
      ignoreFocusOut: true,
      validateInput: text => (text.trim() === '' ? l10n.t('Type a name.') : undefined),
    });
    if (asked === undefined) throw new GivenUpError();
    const name = asked.trim();
    const { type } = this.place;
    // A manager keeps layouts of inventory types alone.
    const where = isInventoryType(type) ? await this.askWhere() : 'workspace';
    if (where === 'workspace' || !isInventoryType(type)) return this.keep({ name, fields });
    const known = columns.filter(({ editor }) => editor.kind !== 'uses');
    const own = fields.filter(field => known.some(column => column.field === field));
    await this.saveOnManager(type, { name, isShared: where === 'shared', fields: own }, known);
  }

  private async askWhere(): Promise<Exclude<LayoutChoice['from'], 'contract'>> {
    const connection = this.parts.connections.get(this.place.connectionId);
    if (!connection || connection.isLocked) {
      const message = l10n.t('The connection is read-only, so the layout is kept in this workspace.');
      void window.showInformationMessage(message);
      return 'workspace';
    }
    const manager = quoted(connection.name);
    const items = [
      { label: l10n.t('For you'), description: l10n.t('On {0}', manager), where: 'own' as const },
      { label: l10n.t('For all users'), description: l10n.t('On {0}', manager), where: 'shared' as const },
      { label: l10n.t('In this workspace'), where: 'workspace' as const },
    ];
    const picked = await window.showQuickPick(items, { title: l10n.t('Who has the layout?') });
    if (!picked) throw new GivenUpError();
    return picked.where;
  }

  /** Creates or changes a table configuration after its plan was agreed to. */
  private async saveOnManager(
    type: InventoryType,
    layout: { readonly name: string; readonly isShared: boolean; readonly fields: readonly string[] },
    columns: readonly TableColumn[],
  ): Promise<void> {
    const { parts, place } = this;
    const { connectionId } = place;
    const { records } = await parts.lists.read(connectionId, 'table_configs');
    const save = layoutSave(type, layout, { configs: records, columns });
    if (save.kind === 'create')
      await parts.writeRecord({ connectionId, type: 'table_configs' }, { edited: save.fields });
    if (save.kind === 'change') {
      const base = documentFields(
        'table_configs',
        records.find(({ id }) => id === save.id)!,
      );
      const edited = { ...base, ...save.changes };
      await parts.writeRecord({ connectionId, type: 'table_configs' }, { base, edited });
    }
    const now = await parts.lists.read(connectionId, 'table_configs');
    const made = tableLayouts(type, now.records).find(
      ({ name, isShared }) => twinKey(name) === twinKey(layout.name) && isShared === layout.isShared,
    );
    if (made) await this.remember({ chosen: `#${made.id}` });
  }

  private keep({ name, fields }: WorkspaceLayout): Promise<void> {
    const others = this.remembered.kept.filter(layout => layout.name !== name);
    return this.remember({ chosen: workspaceKey(name), kept: [...others, { name, fields }] });
  }

  private forget(name: string): Promise<void> {
    const kept = this.remembered.kept.filter(layout => layout.name !== name);
    return this.remember({ chosen: undefined, kept });
  }

  private get remembered(): RememberedLayouts {
    return { kept: [], ...this.parts.workspaceState.get<RememberedLayouts>(this.key) };
  }

  private async remember(changes: Partial<RememberedLayouts>): Promise<void> {
    await this.parts.workspaceState.update(this.key, { ...this.remembered, ...changes });
  }
}
