import * as l10n from '@vscode/l10n';
import { fieldsWhere, groupBy, isEmptyObject, mapValues } from 'netsensor-contract/text/collections';
import {
  inventoryType,
  inventoryTypeNames,
  type InventoryType,
} from 'netsensor-contract/inventory/inventoryTypes';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { fieldRole } from 'netsensor-contract/inventory/references';
import {
  sentBy,
  type FileCreate,
  type FileDelete,
  type FileUpdate,
  type FolderPlan,
} from '../../model/asCode/folderPlan.js';
import { valueOrNull } from '../../model/asCode/folderSides.js';
import type { KeyedRecords } from '../../model/asCode/recordKeys.js';
import { inventoryRules } from '../../model/inventory/recordRules.js';
import { untilSent } from '../../model/text/patientSignal.js';
import { documentFields, type RecordFields } from '../../model/inventory/recordText.js';
import { inert } from '../../words/inert.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import { applyList } from '../lists/applyList.js';
import { listAccess, whyUnsaved, type RecordCalls } from '../lists/listAccess.js';
import type { ListCreate } from '../lists/planList.js';
import { saveFields } from '../records/recordChange.js';
import { sendSteps, type StepOutcome } from '../steps.js';
import { CreatedMeanwhile } from './createdMeanwhile.js';

/** One record of a folder that is written. */
export type FolderStep =
  | ({ readonly do: 'create' } & FileCreate)
  | ({ readonly do: 'update' } & FileUpdate)
  | ({ readonly do: 'delete' } & FileDelete);

/** What became of a record. */
export interface FolderResult {
  /** Undefined for one that is gone. */
  readonly id?: number;
  /** Whether something was sent: somebody else may have been quicker. */
  readonly isSent: boolean;
}

export type FolderOutcome = StepOutcome<FolderStep, FolderResult>;

/** With what a folder is applied. */
export interface FolderApply {
  readonly client: RecordCalls;
  readonly manager: KeyedRecords;
  /** The value of a secret by what stands in its file, `env:NAME`. @throws {SentenceError} where there is none */
  readonly secretOf: (source: string) => string;
  /** Whether records that no file has any more are deleted; none is after a failure. */
  readonly prunes: boolean;
  /** Nothing more is sent once it is aborted. */
  readonly signal: AbortSignal;
  /** Called before each record, with its number from 1. */
  readonly onStep: (step: FolderStep, number: number) => void;
}

/** How many records are written at the same time. */
const atOnce = 4;

/**
 * Writes a plan: what is changed first, then what is created, from what others stand in to what stands in it, then what is
 * changed to lead there, and last what is deleted. A record that fails holds up only what stands in it.
 */
export async function applyFolder(plan: FolderPlan, apply: FolderApply): Promise<FolderOutcome[]> {
  const run = new FolderRun(apply);
  const waits = ({ type, changes }: FileUpdate) =>
    changes.some(({ field, to }) => newReferenceIn(type, field, to) !== undefined);
  await run.update(plan.updates.filter(update => !waits(update)));
  await run.create(plan.creates);
  await run.update(plan.updates.filter(waits));
  if (apply.prunes) await run.remove(plan.deletes);
  return run.outcomes;
}

/** One run over a plan: what was created so far, by what its files are called. */
class FolderRun {
  readonly outcomes: FolderOutcome[] = [];
  private begun = 0;
  private readonly created = new Map<string, { readonly type: InventoryType; readonly id: number }>();

  constructor(private readonly apply: FolderApply) {}

  async update(updates: readonly FileUpdate[]): Promise<void> {
    const all = updates.map(update => ({ do: 'update', ...update }) as const);
    const lost = all.filter(step => this.missingOf(step.type, sentBy(step)) !== undefined);
    const steps = all.filter(step => !lost.includes(step));
    const { signal } = this.apply;
    this.note(
      await sendSteps<FolderStep & { do: 'update' }, FolderResult>([{ steps, atOnce }], {
        send: (step, { waiting }) => this.save(step, waiting),
        onStep: step => this.begin(step),
        signal,
      }),
    );
    this.note(lost.map(step => this.unsent(step)));
  }

  /** Creates what nothing is missing of any more, again and again, until nothing is left or nothing can be. */
  async create(creates: readonly FileCreate[]): Promise<void> {
    let left = creates;
    for (;;) {
      const ready = left.filter(({ type, fields }) => this.missingOf(type, fields) === undefined);
      if (ready.length === 0) break;
      left = left.filter(create => !ready.includes(create));
      for (const [type, ofType] of groupBy(ready, create => create.type)) await this.createOf(type, ofType);
    }
    this.note(left.map(create => this.unsent({ do: 'create', ...create })));
  }

  /** What is not sent, because what it leads to was not created. */
  private unsent(step: FolderStep & { do: 'create' | 'update' }): FolderOutcome {
    const missing = this.missingOf(step.type, sentBy(step)) ?? '';
    return {
      kind: 'notSent',
      step,
      error: new SentenceError(
        step.do === 'create'
          ? l10n.t('{0} is not there to stand in.', inert(missing))
          : l10n.t('Not sent: {0} was not created.', inert(missing)),
      ),
    };
  }

  /** Deletes from what stands in others to what they stand in, nothing after a failure. */
  async remove(deletes: readonly FileDelete[]): Promise<void> {
    const depth = ({ reference }: FileDelete) => reference.split('/').length;
    const place = ({ type }: FileDelete) => inventoryTypeNames.indexOf(type);
    const inOrder = [...deletes].sort((a, b) => place(b) - place(a) || depth(b) - depth(a));
    for (const [, ofLevel] of groupBy(inOrder, each => `${each.type} ${depth(each)}`)) {
      const steps = ofLevel.map(each => ({ do: 'delete', ...each }) as const);
      if (this.outcomes.some(({ kind }) => kind !== 'done'))
        this.note(steps.map(step => ({ kind: 'notSent', step })));
      else await this.removeOf(steps);
    }
  }

  private note(outcomes: readonly FolderOutcome[]): void {
    this.outcomes.push(...outcomes);
  }

  private begin(step: FolderStep): void {
    this.begun += 1;
    this.apply.onStep(step, this.begun);
  }

  private async save(step: FileUpdate, waiting: AbortSignal): Promise<FolderResult> {
    const { client, secretOf, signal } = this.apply;
    const { type, id, current } = step;
    const { secretFields = [] } = inventoryType(type);
    const all = sentBy(step);
    const base = documentFields(type, current);
    const outcome = await saveFields({
      rules: inventoryRules(type),
      base,
      edited: {
        ...base,
        ...this.resolved(
          type,
          fieldsWhere(all, field => !secretFields.includes(field)),
        ),
      },
      secrets: mapValues(
        fieldsWhere(all, field => secretFields.includes(field)),
        source => secretOf(String(source)),
      ),
      readFields: async () => documentFields(type, await client.getRecord(type, id, waiting)),
      send: sent => client.updateRecord(type, id, { changes: sent, signal: waiting }),
      patience: { signal },
    });
    if (outcome.kind === 'saved' && !outcome.isIgnored)
      return { id, isSent: !isEmptyObject(outcome.sent) || outcome.secretFields.length > 0 };
    throw whyUnsaved(outcome);
  }

  private async createOf(type: InventoryType, creates: readonly FileCreate[]): Promise<void> {
    const { manager, secretOf, signal } = this.apply;
    const { secretFields = [] } = inventoryType(type);
    const secrets = new Map<ListCreate, RecordFields>();
    const steps = creates.map((create, place): ListCreate => {
      const step = {
        place,
        fields: this.resolved(
          type,
          fieldsWhere(create.fields, field => !secretFields.includes(field)),
        ),
      };
      const given = fieldsWhere(create.fields, field => secretFields.includes(field));
      secrets.set(
        step,
        mapValues(given, source => secretOf(String(source))),
      );
      return step;
    });
    const earlier = [...this.created.values()].filter(each => each.type === type);
    const known = [...(manager.lists.get(type) ?? []), ...earlier].map(({ id }) => id);
    const access = this.accessTo(type, secrets);
    const meanwhile = new CreatedMeanwhile(type, { list: access.list, known: new Set(known), atOnce });
    const asSent = (creation: ListCreate) => ({
      fields: creation.fields,
      empty: creates[creation.place]!.empty,
      secrets: secrets.get(creation) ?? {},
    });
    const outcomes = await applyList(
      { creates: steps, updates: [], deletes: [] },
      {
        ...access,
        create: async (creation, waiting) =>
          (await meanwhile.takeOver(asSent(creation), waiting)) ?? access.create(creation, waiting),
      },
      {
        known,
        createsAtOnce: atOnce,
        signal,
        onStep: number => this.begin({ do: 'create', ...creates[number - 1]! }),
      },
    );
    for (const outcome of outcomes) {
      const place = outcome.step.do === 'create' ? outcome.step.creation.place : 0;
      const create = creates[place]!;
      const step = { do: 'create', ...create } as const;
      if (outcome.kind === 'done') {
        const id = Number(outcome.result?.['id']);
        this.created.set(create.reference, { type, id });
        const isSent = !meanwhile.taken.has(id);
        this.note([
          isSent
            ? await this.empty(step, { ...outcome.result, id })
            : { kind: 'done', step, result: { id, isSent } },
        ]);
      } else this.note([{ ...outcome, step }]);
    }
  }

  /** Empties what a manager has put into fields of a new record that are to be empty. */
  private async empty(step: FolderStep & { do: 'create' }, current: InventoryRecord): Promise<FolderOutcome> {
    const changes = step.empty
      .filter(field => valueOrNull(current[field]) !== null)
      .map(field => ({ field, from: current[field], to: null }));
    const { path, type, reference } = step;
    const { id } = current;
    const { signal } = this.apply;
    if (changes.length > 0)
      try {
        await this.save({ path, type, reference, id, current, changes }, untilSent(signal));
      } catch (error) {
        return { kind: 'failed', step, error };
      }
    return { kind: 'done', step, result: { id, isSent: true } };
  }

  private async removeOf(steps: readonly (FolderStep & { do: 'delete' })[]): Promise<void> {
    const [first] = steps;
    if (!first) return;
    const deletes = steps.map(({ id, current }) => ({
      id,
      base: current,
      current,
      isChangedMeanwhile: false,
    }));
    const outcomes = await applyList(
      { creates: [], updates: [], deletes },
      this.accessTo(first.type, new Map()),
      { known: [], signal: this.apply.signal, onStep: number => this.begin(steps[number - 1]!) },
    );
    this.note(
      outcomes.flatMap(outcome => {
        const { step: sent } = outcome;
        const step = steps.find(({ id }) => sent.do === 'delete' && sent.removal.id === id);
        return step
          ? [
              outcome.kind === 'done'
                ? { kind: 'done', step, result: { isSent: true } }
                : { ...outcome, step },
            ]
          : [];
      }),
    );
  }

  private accessTo(type: InventoryType, secrets: ReadonlyMap<ListCreate, RecordFields>) {
    return listAccess(this.apply.client, type, {
      secrets,
      sentBefore: [],
      onSending: () => undefined,
      onOpen: () => undefined,
      onSaved: () => undefined,
      alongsideOf: () => [],
    });
  }

  /** Fields with the numbers of what was created in place of its keys. */
  private resolved(type: InventoryType, fields: RecordFields): RecordFields {
    return Object.fromEntries(
      Object.entries(fields).map(([field, value]) => {
        const reference = newReferenceIn(type, field, value);
        return [field, reference === undefined ? value : this.created.get(reference)?.id];
      }),
    );
  }

  /** A reference to what is not there yet. */
  private missingOf(type: InventoryType, fields: RecordFields): string | undefined {
    const references = Object.entries(fields).map(([field, value]) => newReferenceIn(type, field, value));
    return references.find(reference => reference !== undefined && !this.created.has(reference));
  }
}

/** The reference in a field of a plan: what is there already has its number. */
const newReferenceIn = (type: InventoryType, field: string, value: unknown): string | undefined =>
  fieldRole(type, field)?.kind === 'reference' && typeof value === 'string' ? value : undefined;
