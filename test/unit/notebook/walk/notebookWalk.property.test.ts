import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { Random } from '../../../../packages/manager/src/generator/random.js';
import { runs } from '../../../support/depth.js';
import { zones } from './expectedMarks.js';
import { code, host, type Fields, type WindowCell } from './playedCode.js';

vi.mock('vscode', async () => (await import('./vscodeOfWalk.js')).vscodeOfWalk);

const { WalkedNotebook } = await import('./walkedNotebook.js');
const { changeQuery, runCells } = await import('../../../../src/notebook/results/resultEdits.js');
const { changeCellRange, changeNotebookRange, goBack, useInterval, useNotebookRange } =
  await import('../../../../src/notebook/rangeChanges.js');
const { staleCells } = await import('../../../../src/notebook/staleAnswers.js');
const { setVariable } = await import('../../../../src/notebook/variables/storedVariables.js');
const { updateCell, updateNotebook } = await import('../../../../src/notebook/notebookMetadata.js');

const seed = Number(process.env.NETSENSOR_WALK_SEED ?? 45);
const steps = Number(process.env.NETSENSOR_WALK_STEPS ?? runs({ broad: 200, deep: 2000 }));
const ranges = ['last 1 hours', 'last 24 hours', 'today', 'yesterday', '2026-11-03/2026-11-04'];
const mostCells = 6;

const random = new Random(seed, 'walk');
const pick = <T>(from: readonly T[]): T => random.pick(from);

/** What a query may have that is changed around it. */
const selector = (dimension: string, value: string) => ({ type: 'selector', dimension, value });
const kinds: readonly object[] = [
  {},
  { filter: selector('direction', '${way}') },
  { filter: selector('host', '${top.host}') },
  { filter: { type: 'and', fields: [selector('direction', '${way}'), selector('host', '${top.host}')] } },
  { intervals: ['2026-11-05/2026-11-06'] },
  { intervals: ['last 3 hours'] },
  { intervals: null },
];

describe('a random walk over ranges, zones, variables, refreshes, edits, runs and cancels', () => {
  let walked: InstanceType<typeof WalkedNotebook>;

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.UTC(2026, 10, 20, 8) });
    walked = new WalkedNotebook(random);
    code.metadata = {
      connection: 'walked',
      timeZone: 'UTC',
      timeRange: 'last 1 hours',
      variables: { way: { value: 'upstream' } },
    };
    const texts = kinds.slice(0, 5).map((fields, tag) => ({ text: walked.newText(tag, fields), tag }));
    code.open(texts.map((cell, index) => ({ ...cell, ...(index === 0 && { metadata: { name: 'top' } }) })));
    await walked.start();
  });
  afterEach(() => {
    walked.end();
    vi.useRealTimers();
  });

  const notebook = host as unknown as vscode.NotebookDocument;
  const hostCell = () => pick(notebook.getCells());
  const someHandles = () =>
    random.next() < 0.4 ? code.cells.map(({ handle }) => handle) : [pick(code.cells).handle];
  const seenMetadata = ({ metadata, handle }: WindowCell, fields: Fields) =>
    code.change(handle, { metadata: { ...metadata, ...fields } });

  /** What asks for other answers, or may, and what becomes of them. */
  const actions: Readonly<Record<string, () => unknown>> = {
    range: () => changeNotebookRange(notebook, pick(ranges), walked.ranges),
    zone: () => updateNotebook(notebook, { timeZone: pick(zones) }),
    'range of a cell': () => changeCellRange(hostCell(), pick([...ranges, undefined]), walked.ranges),
    'range of the notebook for cells': () =>
      useNotebookRange(random.next() < 0.5 ? notebook.getCells() : [hostCell()], walked.ranges),
    'interval of a chart': () => useInterval(hostCell(), walked.newStretch(), walked.ranges),
    'range before': () =>
      goBack({ notebook, cell: random.next() < 0.5 ? undefined : hostCell() }, walked.ranges),
    'undone metadata': () => code.setMetadata({ timeRange: pick(ranges), timeZone: pick(zones) }),
    variable: () => setVariable(notebook, 'way', { value: pick(['upstream', 'downstream']) }),
    'run what changed': () => runCells(staleCells(notebook)),
    run: () => code.execute(someHandles()),
    'run again': () => code.execute(someHandles()),
    cancel: () => code.cancel(someHandles()),
    write: () => {
      const { handle, tag } = pick(code.cells);
      code.change(handle, { text: walked.newText(tag, pick(kinds)) });
    },
    'lay out': () => {
      const { handle, text } = pick(code.cells);
      code.change(handle, { text: ` ${text}` });
    },
    'raise the limit': () =>
      changeQuery(hostCell(), text => text.replace(/"threshold":\d+/, '"threshold":1')),
    add: () => {
      const tag = code.handle + 1;
      if (code.cells.length < mostCells)
        code.insert({ text: walked.newText(tag, pick(kinds)), tag }, random.below(3));
    },
    move: () => {
      const { handle, tag, text, metadata, outputs } = pick(code.cells);
      code.remove(handle);
      code.insert({ tag, text, metadata, outputs }, random.below(code.cells.length));
    },
    refresh: () => updateNotebook(notebook, { refreshSeconds: pick([10, undefined]) }),
    'refresh of a cell': () => seenMetadata(pick(code.cells), { refreshSeconds: pick([5, null]) }),
    look: () => code.see(random.next() < 0.7),
    setting: () => (code.rerunsOnRange = random.next() < 0.8),
    time: () => vi.advanceTimersByTime(1000 * (1 + random.below(10))),
    answer: () => walked.manager.end(random.next(), 'answer'),
    'late answer': () => walked.manager.end(random.next(), 'answer'),
    failure: () => walked.manager.end(random.next(), 'fail'),
  };

  /** What takes away what others need; rarer, or little else would happen. */
  const breaking: Readonly<Record<string, () => unknown>> = {
    'no variable': () => setVariable(notebook, 'way', undefined),
    'write something unfinished': () => code.change(pick(code.cells).handle, { text: '{ "queryType": ' }),
    name: () => {
      const isFree = code.cells.every(({ metadata }) => metadata['name'] !== 'top');
      return updateCell(hostCell(), { name: isFree ? 'top' : undefined });
    },
    delete: () => code.cells.length > 3 && code.remove(pick(code.cells).handle),
  };

  const lookElsewhere = (field: 'timeZone' | 'timeRange') => {
    const other = pick((field === 'timeZone' ? zones : ranges).filter(each => each !== code.metadata[field]));
    return updateNotebook(notebook, { [field]: other });
  };

  /** Some changes of what many cells look at while some run and nobody does anything else: then all are current. */
  const inPeace = async () => {
    await walked.quiet();
    const field = random.pick(['timeZone', 'timeRange']);
    if (random.next() < 0.5) await walked.change(() => code.execute(someHandles()), random.below(7));
    const answered = walked.answerable(field);
    for (let count = random.below(3); count >= 0; count -= 1) {
      await walked.change(() => lookElsewhere(field), random.below(9));
    }
    await walked.settle();
    if (code.rerunsOnRange) walked.assertAsksCurrent();
    await walked.quiet();
    if (code.rerunsOnRange) answered.forEach(cell => walked.assertCurrent(cell));
    return field;
  };

  it('runs a cell once more that is run again while others of its run go on', async () => {
    const [first, second] = code.cells.map(({ handle }) => handle) as [number, number];
    await walked.change(() => code.execute([first, second]), 0);
    await walked.settle();
    walked.manager.end(0, 'answer');
    await walked.settle();
    await walked.change(() => code.execute([first]), 0);
    await walked.quiet();
    expect(walked.manager.asked.map(({ query }) => query['context'])).toMatchObject([
      { tag: 0 },
      { tag: 1 },
      { tag: 0 },
    ]);
  });

  it(`marks what is not current and asks once for each change (NETSENSOR_WALK_SEED=${seed}, ${steps} steps)`, async () => {
    const log: string[] = [];
    for (let step = 1; step <= steps; step += 1) {
      try {
        const [name, act] = pick(Object.entries(random.next() < 0.8 ? actions : breaking));
        log.push(`${step}. ${name}`);
        await walked.change(act, random.below(7));
        if (random.next() < 0.5) {
          await walked.settle();
          log.push('settled');
          walked.check();
        }
        if (step % 10 === 0) log.push('peace', await inPeace());
      } catch (error) {
        throw new Error(`After ${log.slice(-14).join(', ')}`, { cause: error });
      }
    }
  });
});
