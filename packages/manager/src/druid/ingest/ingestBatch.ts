import { randomUUID } from 'node:crypto';
import type { Database } from '../../store/database.js';
import { encodeRows } from './encodeRows.js';
import type { IngestColumns } from './ingestColumns.js';
import type { Batch, SourcePlan } from './ingestPlan.js';
import { ingestTask, type WriteMode } from './ingestTask.js';
import type { Overlord } from './overlord.js';
import { MayPass, patiently, type Pacing } from './patiently.js';
import type { TaskInputs } from './taskInputs.js';

/** What a batch is loaded from and into. */
export interface BatchPlace {
  readonly database: Database;
  readonly overlord: Pick<Overlord, 'submit' | 'stateOf' | 'shutDown'>;
  readonly inputs: TaskInputs;
  /** What the first task of a batch does with rows that the cluster has. */
  readonly begins: WriteMode;
  /** Called with the rows of each task that is done. */
  readonly loaded: (rows: number) => void;
  readonly signal: AbortSignal;
  readonly pacing: Pacing;
}

export interface BatchOfSource extends Omit<SourcePlan, 'batches'> {
  readonly batch: Batch;
  readonly columns: IngestColumns;
  /** Name of the data source in the cluster. */
  readonly dataSource: string;
}

/** Milliseconds between two looks at a task. */
const shortestPause = 250;
const longestPause = 2_000;

/**
 * Loads the rows of a stretch of time, in one task or, where they do not fit, in several that follow each other.
 * @throws Error with one sentence when a task fails; the cluster then has what it had, or a part of the rows
 */
export async function runBatch(place: BatchPlace, ofSource: BatchOfSource): Promise<void> {
  const { database, inputs, signal } = place;
  const { source, batch, columns } = ofSource;
  const name = `${source}-${batch.from}`;
  await database.read(async session => {
    const pieces = encodeRows(session, source, { columns, batch, longest: inputs.longestPiece });
    let mode = place.begins;
    for await (const part of inputs.of(pieces, name)) {
      await runTask(place, ingestTask({ ...ofSource, input: part.input }, mode), ofSource.dataSource);
      place.loaded(part.rows);
      mode = 'append';
    }
  }, signal);
}

/** Runs a task to its end; one that nobody waits for any more is ended, whatever the reason. */
async function runTask(place: BatchPlace, task: object, dataSource: string): Promise<void> {
  const { overlord, signal, pacing } = place;
  const id = `netsensor_${dataSource}_${randomUUID()}`;
  let hasEnded = false;
  try {
    await begin(place, { id, ...task });
    for (let pause = shortestPause; ; pause = Math.min(2 * pause, longestPause)) {
      const { state, reason } = await patiently(() => overlord.stateOf(id, signal), place);
      hasEnded = state === 'done' || state === 'failed';
      if (state === 'done') return;
      if (state === 'failed') throw new Error(failed(dataSource, id, reason));
      await pacing.wait(pause, signal);
    }
  } finally {
    if (!hasEnded) await overlord.shutDown(id);
  }
}

/** Gives a task to the overlord. It is sent again when the answer was lost: there is never a second one of the same id. */
async function begin(place: BatchPlace, task: { readonly id: string }): Promise<void> {
  const { overlord, signal } = place;
  let tries = 0;
  const submit = (): Promise<void> => {
    tries += 1;
    return overlord.submit(task, signal);
  };
  try {
    await patiently(submit, place);
  } catch (error) {
    if (tries === 1 || error instanceof MayPass) throw error;
    // What was taken without an answer is refused the next time: it is there.
    await patiently(() => overlord.stateOf(task.id, signal), place).catch(() => {
      throw error;
    });
  }
}

const failed = (dataSource: string, id: string, reason: string | undefined): string =>
  `${dataSource}: a task of the cluster failed${reason === undefined ? '' : ` (${reason.split('\n')[0]})`}; its log has the name ${id}.`;
