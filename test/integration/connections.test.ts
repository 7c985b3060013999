import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { answerDialogs } from '../support/answerDialogs.js';
import { searchTree } from '../support/searchTree.js';
import { startTlsManager, type TlsManager } from '../support/tlsManager.js';
import { stubAnswers } from '../support/stubAnswers.js';
import { useExtension } from '../support/useExtension.js';
import { answerFile } from '../support/answerFiles.js';

interface RackList {
  readonly address: string;
  readonly names: readonly string[];
}

describe('connections', () => {
  const extension = useExtension();
  const { dialogs, inputs, later, restore } = stubAnswers();

  /** The ids of the connections, from the status quick pick that lists them. */
  const listed = async (): Promise<string[]> => {
    const shown: string[] = [];
    const window = vscode.window as unknown as { showQuickPick: unknown };
    const original = window.showQuickPick;
    window.showQuickPick = (items: readonly (vscode.QuickPickItem & { connection?: { id: string } })[]) => {
      shown.push(...items.flatMap(({ connection }) => connection?.id ?? []));
      return Promise.resolve(undefined);
    };
    await vscode.commands.executeCommand('netsensor.showConnections');
    window.showQuickPick = original;
    return shown.filter(id => id !== 'environment');
  };
  const racksOf = async (id: string): Promise<RackList> => {
    const folder = vscode.Uri.parse(`netsensor://${id}/inventory/racks`);
    const entries = await vscode.workspace.fs.readDirectory(folder);
    return { address: id, names: entries.map(([name]) => name) };
  };
  const removeAll = async () => {
    const stub = answerDialogs(({ buttons }) => buttons[0]);
    for (const connectionId of await listed()) {
      await vscode.commands.executeCommand('netsensor.deleteConnection', { connectionId });
    }
    stub.restore();
  };

  afterEach('forget what the test added', async () => {
    restore();
    await removeAll();
  });

  it('adds a manager after its address and key were checked, and reads from it', async () => {
    const asked = inputs(extension().proxy.url, extension().manager.apiKey);
    const shown = dialogs(() => undefined);
    await vscode.commands.executeCommand('netsensor.addManager');
    assert.equal(asked.length, 2);
    assert.match(asked[1] ?? '', /\(password\)$/);
    assert.match(shown[0]?.message ?? '', /read-only until you unlock/);
    const [id] = await listed();
    assert.ok(id);
    assert.ok((await racksOf(id)).names.length > 10);
  });

  it('stores nothing when the key is wrong, and asks for the key again', async () => {
    const asked = inputs(extension().proxy.url, 'wrong-key-0123456789', undefined);
    const shown = dialogs(({ buttons }) => buttons[0]);
    await vscode.commands.executeCommand('netsensor.addManager');
    assert.match(shown[0]?.message ?? '', /did not accept this API key/);
    assert.equal(asked.length, 3);
    assert.match(asked[2] ?? '', /\(password\)$/);
    assert.deepEqual(await listed(), []);
  });

  it('says that a manager cannot be reached and offers the address again', async () => {
    inputs('http://127.0.0.1:9', 'some-key', undefined);
    const shown = dialogs(({ buttons }) => buttons.find(button => /address/i.test(button)));
    await vscode.commands.executeCommand('netsensor.addManager');
    assert.match(shown[0]?.message ?? '', /cannot be reached \(ECONNREFUSED\)/);
    assert.deepEqual(await listed(), []);
  });

  it('keeps several managers, each with its own key, and forgets one without touching the other', async () => {
    for (const address of [extension().proxy.url, extension().manager.url]) {
      inputs(address, extension().manager.apiKey);
      dialogs(() => undefined);
      await vscode.commands.executeCommand('netsensor.addManager');
    }
    const [first, second] = await listed();
    assert.ok(first && second);
    await vscode.commands.executeCommand('netsensor.signOut', { connectionId: first });
    await assert.rejects(racksOf(first), /signed out/);
    assert.ok((await racksOf(second)).names.length > 10);
    inputs(extension().manager.apiKey);
    await vscode.commands.executeCommand('netsensor.signIn', { connectionId: first });
    assert.ok((await racksOf(first)).names.length > 10);
    assert.deepEqual(await listed(), [first, second], 'each stands where it stood');
  });

  it('shows nothing any more of a tree that was read before the connection was signed out', async () => {
    inputs(extension().proxy.url, extension().manager.apiKey);
    dialogs(() => undefined);
    await vscode.commands.executeCommand('netsensor.addManager');
    const [connectionId = ''] = await listed();
    assert.equal((await searchTree(connectionId, 'root')).labels[0], 'root');
    await vscode.commands.executeCommand('netsensor.signOut', { connectionId });
    const { labels } = await searchTree(connectionId, 'root');
    assert.equal(labels.length, 1);
    assert.match(labels[0] ?? '', /is signed out\. Enter its API key/);
  });

  it('keeps the connection of the environment, which is made by variables', async () => {
    const shown = dialogs(({ buttons }) => buttons[0]);
    for (const command of ['signOut', 'deleteConnection', 'signIn']) {
      await vscode.commands.executeCommand(`netsensor.${command}`, { connectionId: 'environment' });
    }
    assert.equal(shown.filter(({ message }) => message.includes('NETSENSOR_URL')).length, 3);
    assert.ok((await racksOf('environment')).names.length > 10);
  });

  it('says that an http address does not speak https, and that a path is wrong', async () => {
    const shown = dialogs(() => undefined);
    inputs(extension().proxy.url.replace('http:', 'https:'), extension().manager.apiKey);
    await vscode.commands.executeCommand('netsensor.addManager');
    assert.match(shown[0]?.message ?? '', /does not speak https/);
    inputs(`${extension().proxy.url}/wrong/path`, extension().manager.apiKey);
    await vscode.commands.executeCommand('netsensor.addManager');
    assert.match(shown[1]?.message ?? '', /No manager answers at this address/);
    assert.deepEqual(await listed(), []);
  });

  it('renames and labels a connection, and asks before it unlocks one', async () => {
    inputs(extension().proxy.url, extension().manager.apiKey);
    dialogs(() => undefined);
    await vscode.commands.executeCommand('netsensor.addManager');
    const [connectionId] = await listed();
    inputs('Building A', 'production');
    await vscode.commands.executeCommand('netsensor.renameConnection', { connectionId });
    await vscode.commands.executeCommand('netsensor.setEnvironment', { connectionId });
    const shown = dialogs(() => undefined);
    await vscode.commands.executeCommand('netsensor.unlockConnection', { connectionId });
    assert.match(shown[0]?.message ?? '', /Unlock Building A/);
    assert.match(shown[0]?.detail ?? '', /production · read-only/);
    const root = vscode.Uri.parse(`netsensor://${connectionId}/inventory/racks`);
    const [[rackName] = ['']] = await vscode.workspace.fs.readDirectory(root);
    const rack = await vscode.workspace.fs.stat(vscode.Uri.joinPath(root, rackName));
    assert.equal(rack.permissions, vscode.FilePermission.Readonly);
  });

  it("goes through the proxy of VS Code's settings", async () => {
    const http = vscode.workspace.getConfiguration('http');
    await http.update('proxy', extension().proxy.url, vscode.ConfigurationTarget.Global);
    try {
      inputs('http://manager.invalid', extension().manager.apiKey);
      dialogs(() => undefined);
      await vscode.commands.executeCommand('netsensor.addManager');
      const [id] = await listed();
      assert.ok((await racksOf(id ?? '')).names.length > 10);
      const asked = extension().proxy.seen.map(({ url }) => url.split('?')[0]);
      assert.ok(asked.includes('http://manager.invalid/api/v1/inventory/racks'), asked.join(' '));
    } finally {
      await http.update('proxy', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  describe('over TLS with a self-signed certificate', () => {
    let tls: TlsManager;
    before(async () => {
      tls = await startTlsManager(extension().manager.url);
    });
    after(() => tls.stop());

    const inFolder = (name: string) => join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', name);
    /** A CA file matters only over TLS, but is read for every address. */
    const addPlain = async (): Promise<string> => {
      inputs(extension().manager.url, extension().manager.apiKey);
      dialogs(() => undefined);
      await vscode.commands.executeCommand('netsensor.addManager');
      const [connectionId] = await listed();
      assert.ok(connectionId);
      return connectionId;
    };
    const useCaFile = async (connectionId: string, path: string) => {
      later(answerFile(path));
      await vscode.commands.executeCommand('netsensor.useCaFile', { connectionId });
    };

    it('shows fingerprint, subject and dates before it trusts, and sends no key before that', async () => {
      inputs(tls.url, extension().manager.apiKey);
      let seenAtQuestion = -1;
      const shown = dialogs(({ buttons }) => {
        if (buttons.some(button => /Trust/.test(button))) seenAtQuestion = tls.seen.length;
        return buttons.find(button => /Trust/.test(button));
      });
      await vscode.commands.executeCommand('netsensor.addManager');
      const question = shown[0];
      assert.match(question?.message ?? '', /certificate is not trusted/);
      assert.ok(question?.detail.includes(tls.fingerprint256), question?.detail);
      assert.match(question?.detail ?? '', /CN=webui\.manager\.cluster/);
      assert.match(question?.detail ?? '', /Valid from .* to .* GMT/);
      assert.equal(seenAtQuestion, 0);
      const [id] = await listed();
      assert.ok(id);
      assert.ok((await racksOf(id)).names.length > 10);
    });

    it('stores nothing when the certificate is not trusted', async () => {
      tls.seen.length = 0;
      inputs(tls.url, extension().manager.apiKey);
      dialogs(() => undefined);
      await vscode.commands.executeCommand('netsensor.addManager');
      assert.deepEqual(await listed(), []);
      assert.deepEqual(tls.seen, []);
    });

    it('is not trusted by Enter', async () => {
      tls.seen.length = 0;
      inputs(tls.url, extension().manager.apiKey);
      const shown = dialogs(({ onEnter }) => onEnter);
      await vscode.commands.executeCommand('netsensor.addManager');
      assert.deepEqual([shown[0]?.onEnter, await listed(), tls.seen], ['Do not trust it', [], []]);
    });

    it('refuses another certificate at the same address, without sending the key', async () => {
      inputs(tls.url, extension().manager.apiKey);
      dialogs(({ buttons }) => buttons.find(button => /Trust/.test(button)));
      await vscode.commands.executeCommand('netsensor.addManager');
      const [id] = await listed();
      assert.ok(id);
      const port = Number(new URL(tls.url).port);
      await tls.stop();
      const other = await startTlsManager(extension().manager.url, port);
      try {
        await assert.rejects(racksOf(id), ({ message }: Error) => {
          assert.match(message, /another certificate.*Trusted since \d{4}-\d\d-\d\d/);
          return [tls, other].every(({ fingerprint256 }) => message.includes(fingerprint256));
        });
        const shown = dialogs(() => undefined);
        inputs(extension().manager.apiKey);
        await vscode.commands.executeCommand('netsensor.signIn', { connectionId: id });
        assert.match(shown[0]?.message ?? '', /another certificate/);
        assert.deepEqual(shown[0]?.buttons, ['Try again', 'Change address']);
        assert.deepEqual(other.seen, []);
        const trusting = dialogs(({ buttons }) => buttons.find(button => /Trust/.test(button)));
        for (const [typed, isTrusted] of [
          ['', false],
          [new URL(tls.url).host, true],
        ] as const) {
          inputs(typed);
          await vscode.commands.executeCommand('netsensor.trustCertificate', { connectionId: id });
          for (const { fingerprint256 } of [tls, other])
            assert.ok(trusting.at(-1)?.detail.includes(fingerprint256), trusting.at(-1)?.detail);
          assert.equal(
            await racksOf(id).then(
              () => true,
              () => false,
            ),
            isTrusted,
          );
        }
      } finally {
        await other.stop();
        tls = await startTlsManager(extension().manager.url, port);
      }
    });

    it('trusts what a CA file vouches for, and says when that file cannot be read', async () => {
      const connectionId = await addPlain();
      const missing = inFolder('missing.pem');
      await useCaFile(connectionId, missing);
      await assert.rejects(racksOf(connectionId), /CA file .*missing\.pem cannot be read/);
      await writeFile(missing, tls.certificate);
      assert.ok((await racksOf(connectionId)).names.length > 10);
    });

    it('trusts a certificate no longer that was trusted by hand once a CA file decides', async () => {
      inputs(tls.url, extension().manager.apiKey);
      dialogs(({ buttons }) => buttons.find(button => /Trust/.test(button)));
      await vscode.commands.executeCommand('netsensor.addManager');
      const [connectionId] = await listed();
      assert.ok(connectionId);
      assert.ok((await racksOf(connectionId)).names.length > 10);
      const other = await startTlsManager(extension().manager.url);
      await other.stop();
      await writeFile(inFolder('other.pem'), other.certificate);
      await useCaFile(connectionId, inFolder('other.pem'));
      await assert.rejects(racksOf(connectionId), /certificate/i);
    });

    it('judges by another CA file from the next request on, whatever was trusted before', async () => {
      const connectionId = await addPlain();
      const first = inFolder('first.pem');
      await writeFile(first, tls.certificate);
      await useCaFile(connectionId, first);
      assert.ok((await racksOf(connectionId)).names.length > 10);
      await useCaFile(connectionId, inFolder('second.pem'));
      await assert.rejects(racksOf(connectionId), /CA file .*second\.pem cannot be read/);
    });
  });
});
