import * as l10n from '@vscode/l10n';
import { isSameValue } from '../../model/inventory/recordRules.js';
import {
  chosenValue,
  standsForAll,
  valuesIn,
  type NotebookVariable,
  type VariableValue,
} from '../../model/notebook/notebookVariables.js';
import { dataSourceNames } from 'netsensor-contract/query/dataSources';
import { separator, window, type QuickPickItem } from '../../ui/doors.js';
import { pickedRow } from '../../ui/pickedRow.js';
import { inert, quoted } from '../../words/inert.js';
import { mostValues, type LiveValues } from './liveValues.js';
import { namedConnection, notebookRange, notebookZone } from '../notebookMetadata.js';
import type { VariableTarget } from './cellVariables.js';
import { currentWord, valueTitle } from './variableWords.js';

/** A variable whose value is asked for. */
export interface ValueRequest extends VariableTarget {
  readonly variable: NotebookVariable;
}

/** Milliseconds after which a list is shown without values, and after which typing is a question to the manager. */
const patience = 5_000;
const typingDebounce = 250;

interface ValueRow extends QuickPickItem {
  readonly value?: VariableValue;
  readonly isSeveral?: true;
}

/**
 * Lets somebody choose among the values that a dimension has in the data: one, several, all, or what is typed. Where there
 * are more than the list holds, the manager is asked for those that contain what is typed.
 */
export const pickLiveValue = (
  request: ValueRequest,
  values: LiveValues,
): Promise<VariableValue | undefined> => new ValueList(request, values).ask();

class ValueList {
  private readonly pick = window.createQuickPick<ValueRow>();
  private readonly chosen: VariableValue | undefined;
  private readonly known: Set<string>;
  private search = new AbortController();
  private state: 'unread' | 'whole' | 'cut' = 'unread';

  constructor(
    private readonly request: ValueRequest,
    private readonly values: LiveValues,
  ) {
    this.chosen = chosenValue(request.variable);
    this.known = new Set(valuesIn(this.chosen).map(String));
    this.pick.title = valueTitle(request);
    this.pick.placeholder = l10n.t('Search, or type a value');
    this.pick.sortByLabel = false;
  }

  ask(): Promise<VariableValue | undefined> {
    const { pick, request, known } = this;
    pick.busy = true;
    return new Promise((resolve, reject) => {
      const isAnswer = ({ value, isSeveral }: ValueRow) => value !== undefined || isSeveral === true;
      pickedRow(pick, { isAnswer, onType: () => this.type(reject) }).then(row => {
        this.search.abort();
        resolve(row?.isSeveral ? pickSeveral(request, [...known]) : row?.value);
      }, reject);
      this.readFirst(reject).catch(reject);
    });
  }

  private async readFirst(fail: (error: unknown) => void): Promise<void> {
    const found = await this.read('');
    this.state = found >= mostValues ? 'cut' : 'whole';
    this.type(fail);
    const current = this.pick.items.find(
      ({ value }) => value !== undefined && isSameValue(value, this.chosen),
    );
    // Enter keeps what is chosen.
    if (current && this.pick.value === '') this.pick.activeItems = [current];
  }

  private type(fail: (error: unknown) => void): void {
    const { pick, state } = this;
    // A click on rows that are replaced at that moment is lost, so there are none before the first ones are read.
    if (state === 'unread') return;
    const { request, chosen, known } = this;
    pick.items = rows({ request, chosen, known: [...known], typed: pick.value });
    if (state === 'whole' || pick.value === '') return;
    this.search.abort();
    this.search = new AbortController();
    pick.busy = true;
    const search = async () => {
      await this.read(pick.value);
      pick.items = rows({ request, chosen, known: [...known], typed: pick.value });
    };
    const timer = setTimeout(() => {
      search().catch(fail);
    }, typingDebounce);
    this.search.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  }

  /** How many values there were that contain a text. */
  private async read(wanted: string): Promise<number> {
    const { signal } = this.search;
    const found = await liveValues(this.request, wanted, { values: this.values, signal });
    for (const value of found) this.known.add(value);
    if (!signal.aborted) this.pick.busy = false;
    return found.length;
  }
}

function rows({
  request,
  chosen,
  known,
  typed,
}: {
  readonly request: ValueRequest;
  readonly chosen: VariableValue | undefined;
  readonly known: readonly string[];
  readonly typed: string;
}): ValueRow[] {
  const current = valuesIn(chosen).map(String);
  const { dimension = '' } = request.variable;
  const heading = l10n.t('{0} in {1}', quoted(dimension), quoted(notebookRange(request.notebook)));
  const isAll = chosen !== undefined && standsForAll(chosen);
  return [
    { label: l10n.t('All values'), description: currentWord(isAll), value: { all: true } },
    ...(known.length > 1 ? [{ label: l10n.t('Several values…'), isSeveral: true as const }] : []),
    separator(heading),
    ...known.map(value => ({
      label: inert(value),
      description: currentWord(current.includes(value)),
      value,
    })),
    ...(typed === '' || known.includes(typed)
      ? []
      : [{ label: inert(typed), description: l10n.t('as typed'), alwaysShow: true, value: typed }]),
  ];
}

async function pickSeveral(
  { name, variable }: ValueRequest,
  known: readonly string[],
): Promise<readonly string[] | undefined> {
  const current = valuesIn(chosenValue(variable)).map(String);
  const picked = await window.showQuickPick(
    known.map(value => ({ label: inert(value), picked: current.includes(value), value })),
    { title: l10n.t('Values of {0}', quoted(name)), canPickMany: true },
  );
  return picked && picked.length > 0 ? picked.map(({ value }) => value) : undefined;
}

/** The values that contain a text, of any upper and lower case; none while nobody can be asked. */
async function liveValues(
  { notebook, variable: { dimension, dataSource: source } }: ValueRequest,
  search: string,
  { values, signal }: { readonly values: LiveValues; readonly signal: AbortSignal },
): Promise<readonly string[]> {
  const connectionId = namedConnection(notebook);
  const dataSource = dataSourceNames.find(name => name === source);
  if (connectionId === undefined || !dataSource || dimension === undefined) return [];
  const range = notebookRange(notebook);
  const zone = notebookZone(notebook);
  const question = { connectionId, dataSource, dimension, range, zone, search };
  const found = await values.read(question, AbortSignal.any([signal, AbortSignal.timeout(patience)]));
  return found.map(({ value }) => value);
}
