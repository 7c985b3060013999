import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answerDialogs, type ShownDialog } from '../support/answerDialogs.js';
import { answerInputs } from '../support/answerInputs.js';
import { eventually } from '../support/eventually.js';
import { askManager } from '../support/manager.js';
import {
  makeAccessPoint,
  makeDomain,
  readSensorTree,
  sensorTarget,
  type TreeNode,
  type TreePoint,
} from '../support/sensorTree.js';
import { useExtension } from '../support/useExtension.js';
import { answerWrittenFile } from '../support/answerFiles.js';

interface Body {
  access_points: { mac_address: string; name?: string; [field: string]: unknown }[];
}

describe("overriding a domain's access points", function () {
  this.timeout(60_000);
  const extension = useExtension();
  let undo: (() => void)[] = [];
  let number = 0;
  let top: TreeNode;
  let house: TreeNode;
  let points: TreePoint[];

  const dialogs = (answer: (dialog: ShownDialog) => string | undefined) => {
    const stub = answerDialogs(answer);
    undo.push(stub.restore);
    return stub.shown;
  };
  const inputs = (...answers: (string | undefined)[]) => undo.push(answerInputs(answers).restore);
  const agree = ({ buttons }: ShownDialog) => buttons.find(button => ['Override', 'Unlock'].includes(button));
  const run = (command: string) => vscode.commands.executeCommand(`netsensor.${command}`, sensorTarget(top));
  const posts = () => extension().proxy.writes;
  const stored = async () => {
    const tree = await readSensorTree(extension().manager, top.uuid);
    const all: string[] = [];
    const visit = (node: TreeNode): void => {
      for (const { name, mac_address: mac, description } of node.access_points ?? [])
        all.push([node.name.replace(/\d+$/, ''), name, mac, description].filter(Boolean).join(' '));
      node.children.forEach(visit);
    };
    visit(tree);
    return all.sort();
  };
  const open = async () => {
    await run('editAccessPoints');
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.path, `/override/${top.name} (access points).${top.uuid}.json`);
    return document!;
  };
  const edit = async (document: vscode.TextDocument, change: (body: Body) => void) => {
    const body = JSON.parse(document.getText()) as Body;
    change(body);
    const all = new vscode.WorkspaceEdit();
    const range = new vscode.Range(0, 0, document.lineCount, 0);
    all.replace(document.uri, range, `${JSON.stringify(body, null, 2)}\n`);
    assert.ok(await vscode.workspace.applyEdit(all));
  };
  const changePoint = ({ id }: TreePoint, body: object) =>
    askManager(extension().manager, `/api/v1/access_points/${id}`, { method: 'PATCH', body });
  const chooseFile = async (name: string, text: string) => undo.push(await answerWrittenFile(name, text));

  before('unlock the connection', async () => {
    dialogs(agree);
    await vscode.commands.executeCommand('netsensor.unlockConnection', { connectionId: 'environment' });
  });
  beforeEach('a domain with a building, and an access point in each', async () => {
    number += 1;
    const { manager } = extension();
    top = await makeDomain(manager, { name: `Override ${number}` });
    house = await makeDomain(manager, { name: 'House', parent_uuid: top.uuid, domain_type: 5 });
    points = [
      await makeAccessPoint(manager, { name: 'One', sensor_uuid: top.uuid }),
      await makeAccessPoint(manager, { name: 'Two', sensor_uuid: house.uuid }),
    ];
    extension().proxy.seen.length = 0;
  });
  afterEach(async () => {
    undo.reverse().forEach(restore => restore());
    undo = [];
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('makes the list what the document says, after a plan and a backup', async () => {
    const document = await open();
    await edit(document, body => {
      body.access_points = body.access_points.filter(({ name }) => name !== 'One');
      body.access_points[0]!['description'] = 'changed';
      body.access_points.push({ mac_address: 'ee:dd:00:00:00:01', name: 'Three', organization_name: 'Made' });
    });
    const shown = dialogs(agree);
    inputs(top.name);
    assert.ok(await document.save());
    assert.match(
      shown[0]?.detail ?? '',
      /^1 created: Three\n1 updated: Two\n1 deleted: One\nNew domains: Made\n/,
    );
    assert.equal(posts().length, 1);
    assert.deepEqual(await stored(), [
      'House Two ' + points[1]!.mac_address + ' changed',
      'Made Three ee:dd:00:00:00:01',
    ]);
    await eventually(() => assert.match(document.getText(), /organization_uuid/));
  });

  it("keeps another person's access point that came meanwhile", async () => {
    const document = await open();
    const added = await makeAccessPoint(extension().manager, { name: 'Theirs', sensor_uuid: house.uuid });
    await edit(document, body => (body.access_points[0]!['description'] = 'mine'));
    dialogs(agree);
    assert.ok(await document.save());
    const all = await stored();
    assert.ok(
      all.includes(`House Theirs ${added.mac_address}`) && all.some(line => line.endsWith('mine')),
      all.join(),
    );
  });

  it('stops when both changed the same access point, until one side is kept', async () => {
    const document = await open();
    await changePoint(points[0]!, { description: 'theirs' });
    await edit(document, body => {
      body.access_points.find(({ name }) => name === 'One')!['description'] = 'mine';
    });
    const shown = dialogs(() => undefined);
    assert.equal(await document.save(), false);
    assert.match(shown[0]?.detail ?? '', /description of One is mine here and now theirs on the manager/);
    assert.deepEqual(posts(), []);
    dialogs(({ buttons }) => buttons.find(button => ['Override', 'Keep mine'].includes(button)));
    assert.ok(await document.save());
    assert.ok((await stored()).some(line => line.endsWith('mine')));
  });

  it('asks again when another person added an access point while the question stood, and keeps it', async () => {
    const document = await open();
    await edit(document, body => (body.access_points[0]!['description'] = 'mine'));
    let questions = 0;
    dialogs(agree);
    const { showWarningMessage } = vscode.window;
    const answer = async (_message: string, _options: unknown, ...buttons: string[]) => {
      questions += 1;
      if (questions === 1)
        await makeAccessPoint(extension().manager, { name: 'Late', sensor_uuid: house.uuid });
      return buttons.find(button => button === 'Override');
    };
    Object.assign(vscode.window, { showWarningMessage: answer });
    undo.push(() => Object.assign(vscode.window, { showWarningMessage }));
    assert.ok(await document.save());
    assert.equal(questions, 2);
    assert.ok((await stored()).some(line => line.startsWith('House Late')));
  });

  it('sends nothing without an answer, and nothing that the contract forbids', async () => {
    const document = await open();
    const before = await stored();
    await edit(document, body => (body.access_points[0]!['sensor_id'] = 1));
    await eventually(() =>
      assert.match(vscode.languages.getDiagnostics(document.uri)[0]?.message ?? '', /sensor_id/),
    );
    assert.equal(await document.save(), false);
    await edit(document, body => {
      delete body.access_points[0]!['sensor_id'];
      body.access_points.pop();
    });
    dialogs(() => undefined);
    assert.equal(await document.save(), false);
    assert.deepEqual([posts(), await stored()], [[], before]);
  });

  it('takes a list from CSV: a preview, then only the columns that it has', async () => {
    const [one, two] = points;
    const csv = `mac_address,description\n${one!.mac_address},first\n${two!.mac_address},second\n`;
    await chooseFile('points.csv', csv);
    const shown = dialogs(agree);
    await run('overrideFromFile');
    assert.match(shown[0]?.detail ?? '', /^2 updated: One, Two\n/);
    assert.deepEqual(await stored(), [
      `House Two ${two!.mac_address} second`,
      `Override  One ${one!.mac_address} first`,
    ]);
    await chooseFile('wrong.csv', 'mac_address,x\nee:dd:00:00:00:02,left\n');
    await run('overrideFromFile');
    assert.match(shown.at(-1)?.message ?? '', /^Line 2: x must be a number\. Nothing was sent\.$/);
  });

  it('takes a list from a JSON file', async () => {
    await chooseFile(
      'points.json',
      '{"access_points": [{"mac_address": "ee:dd:00:00:00:03", "name": "Only"}]}',
    );
    dialogs(agree);
    inputs(top.name);
    await run('overrideFromFile');
    assert.deepEqual(await stored(), ['Override  Only ee:dd:00:00:00:03']);
  });

  for (const operation of ['skipped', 'done'] as const) {
    it(`says what happened when the connection breaks and the call was ${operation}`, async () => {
      const document = await open();
      const before = await stored();
      await edit(document, body => (body.access_points[0]!['description'] = 'sent'));
      const shown = dialogs(agree);
      extension().proxy.faultMethod = 'POST';
      extension().proxy.fault = { type: 'reset', operation };
      const saved = await document.save();
      const after = await stored();
      const told = shown.map(({ message }) => message).join(' | ');
      assert.equal(posts().length, 1);
      assert.equal(saved, operation === 'done', told);
      if (operation === 'skipped') assert.deepEqual(after, before);
      else assert.ok(after.some(line => line.endsWith('sent')));
    });
  }

  it('lists the MSE sensors of a domain, and opens the one that is picked', async () => {
    const { manager } = extension();
    const body = { name: 'MSE one', stream: 'A', parent_uuid: top.uuid };
    await askManager(manager, '/api/v1/sensors/mse', { method: 'POST', body });
    inputs('MSE one');
    await run('showMse');
    const document = vscode.window.activeTextEditor?.document;
    assert.match(document?.uri.path ?? '', /^\/sensors\/mse\/MSE one\./);
    assert.match(document?.getText() ?? '', /"name": "MSE one"/);
  });
});
