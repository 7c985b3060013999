import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Random } from '../../packages/manager/src/generator/random.js';
import { runs } from '../support/depth.js';
import { activeDocument, closeTabs } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { changeRack, createRack, readRack } from '../support/manager.js';
import { playTable, type PlayedTable } from '../support/playedTable.js';
import { stubAnswers } from '../support/stubAnswers.js';
import { useExtension } from '../support/useExtension.js';

type Fields = Readonly<Record<string, unknown>>;

const seed = Number(process.env.NETSENSOR_WALK_SEED ?? 46);
const steps = Number(process.env.NETSENSOR_WALK_STEPS ?? runs({ broad: 20, deep: 100 }));
const settings = `NETSENSOR_WALK_SEED=${seed}, NETSENSOR_WALK_STEPS=${steps}`;

/** The fields that are edited here and by a second client. */
const fields = ['name', 'u_height'] as const;

describe('a random walk over a table and its text, with a second client', function () {
  this.timeout(600_000);
  const extension = useExtension();
  const answers = stubAnswers();
  const random = new Random(seed, 'table');
  let ids: readonly number[] = [];
  let document: vscode.TextDocument;
  let page: PlayedTable;
  let count = 0;

  before('open some racks as a table', async () => {
    const { manager, tables } = extension();
    answers.dialogs(({ buttons }) => buttons.find(each => ['Save', 'Unlock', 'Keep mine'].includes(each)));
    await vscode.commands.executeCommand('netsensor.unlockConnection', { connectionId: 'environment' });
    const made: number[] = [];
    for (let number = 1; number <= 5; number += 1)
      made.push((await createRack(manager, `Walked rack ${number}`)).id);
    ids = made;
    const targets = ids.map(recordId => ({
      kind: 'record',
      connectionId: 'environment',
      type: 'racks',
      recordId,
    }));
    await vscode.commands.executeCommand('netsensor.editRecords', targets[0], targets);
    document = activeDocument();
    page = await playTable(tables, document);
  });
  after('close it', async () => {
    page.close();
    await closeTabs();
    answers.restore();
  });

  const inText = () => JSON.parse(document.getText()) as Fields[];
  const some = () => ({ at: random.below(ids.length), field: random.pick(fields) });
  const another = (field: (typeof fields)[number]) => {
    count += 1;
    return field === 'name' ? `Walked ${count}` : 1 + (count % 100);
  };
  /** Does something in the table, after which the text has these values besides and nothing else. */
  const act = async (
    what: Parameters<PlayedTable['act']>[0],
    cells: readonly [number, string, unknown][],
  ) => {
    const expected = inText().map((item, at) => ({
      ...item,
      ...Object.fromEntries(cells.flatMap(([row, field, value]) => (row === at ? [[field, value]] : []))),
    }));
    const { sentence } = await page.act(what);
    // What others do may come between two edits.
    if (sentence !== undefined) return assert.match(sentence, /changed meanwhile/);
    assert.deepEqual(inText(), expected);
  };

  /** What is to be decided is, by one side for each. */
  const decide = async () => {
    for (const { at, field } of page.last('conflicts')?.conflicts ?? [])
      await page.act({ kind: 'decide', side: random.pick(['mine', 'theirs']), cells: [{ at, field }] });
  };

  const actions: Readonly<Record<string, () => Promise<unknown>>> = {
    set: () => {
      const { at, field } = some();
      const value = another(field);
      return act({ kind: 'set', at, field, typed: String(value) }, [[at, field, value]]);
    },
    paste: () => {
      const value = [another('name'), another('u_height')] as const;
      const paste = { text: value.join('\t'), rows: ids.map((_, at) => at), fields: [...fields] };
      return act({ kind: 'paste', ...paste, selected: { rows: 1, columns: 1 } }, [
        [0, 'name', value[0]],
        [0, 'u_height', value[1]],
      ]);
    },
    fill: () => {
      const { at } = some();
      const value = inText()[at]?.['u_height'];
      const rows = [at, (at + 1) % ids.length];
      return act({ kind: 'fill', rows, fields: ['u_height'] }, [[rows[1]!, 'u_height', value]]);
    },
    undo: async () => vscode.commands.executeCommand('undo'),
    redo: async () => vscode.commands.executeCommand('redo'),
    'text and back': async () => {
      page.close();
      page = await playTable(extension().tables, document);
    },
    reload: async () => page.ask({ type: 'ready' }),
    'change elsewhere': async () => {
      const { at, field } = some();
      await changeRack(extension().manager, ids[at]!, { [field]: another(field) });
      await vscode.commands.executeCommand('netsensor.refresh');
    },
    decide,
    save: async () => {
      await decide();
      await agree();
      const { proxy, manager } = extension();
      const planned = new Map(page.rows.map(row => [row.fields['id'], row]));
      proxy.seen.length = 0;
      assert.ok(await document.save());
      const sent = proxy.writes;
      for (const { method, url, body } of sent) {
        assert.equal(method, 'PATCH');
        const id = Number(/racks\/(\d+)/.exec(url)?.[1]);
        const { rack } = JSON.parse(body) as { rack: Fields };
        const { changed = [], fields: shown = {} } = planned.get(id) ?? {};
        assert.deepEqual(Object.keys(rack).toSorted(), changed.toSorted());
        for (const [field, value] of Object.entries(rack)) assert.equal(value, shown[field]);
      }
      const wanted = [...planned.values()].filter(({ changed }) => changed.length > 0);
      assert.equal(sent.length, wanted.length, JSON.stringify([sent, wanted]));
      // What an undo led back over comes with the next look at what the manager has.
      await vscode.commands.executeCommand('netsensor.refresh');
      const stored = await Promise.all(ids.map(id => readRack(manager, id)));
      const shown = ({ name, u_height }: Fields) => [name, u_height];
      await eventually(() =>
        assert.deepEqual(
          inText().map(shown),
          stored.map(rack => shown({ ...rack })),
        ),
      );
    },
  };

  const about = () => {
    const { version, isClosed, isDirty } = document;
    return JSON.stringify([{ version, isClosed, isDirty }, page.told.slice(-4), document.getText()]);
  };

  /** The table shows what the text says. */
  const agree = () =>
    eventually(() => {
      assert.equal(page.version, document.version, about());
      const shown = page.rows.map(({ fields: { uses: _uses, ...row } }) => row);
      assert.deepEqual(
        shown.map(row => ids.indexOf(Number(row['id']))),
        [...ids.keys()],
      );
      for (const [at, item] of inText().entries())
        for (const [field, value] of Object.entries(item)) assert.deepEqual(shown[at]?.[field], value, field);
    });

  it(`always shows what the text says, and a save sends what it marks and nothing else (${settings})`, async () => {
    const walked: string[] = [];
    for (let step = 0; step <= steps; step += 1) {
      const name = step === steps ? 'save' : random.pick([...Object.keys(actions), 'set', 'undo', 'redo']);
      walked.push(name);
      try {
        await actions[name]?.();
        await agree();
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`Step ${step}, after ${walked.slice(-12).join(', ')}: ${reason}`, { cause: error });
      }
    }
  });
});
