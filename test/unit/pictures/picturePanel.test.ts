import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { ApiError } from '../../../src/api/apiError.js';
import type { PageMessage } from '../../../src/model/pictures/pictureMessages.js';
import { Emitter } from '../../../src/ui/lifetimes.js';
import type { KnownSubject } from '../../../src/pictures/pictureKinds.js';
import type { PictureParts } from '../../../src/pictures/pictureParts.js';

/** As much of VS Code as a picture in a tab needs, and a kind of pictures. */
const { vscodeModule, kind } = vi.hoisted(() => {
  class Empty {}
  const never = () => ({ dispose: () => undefined });
  const vscodeModule = {
    CancellationError: Empty,
    DocumentLink: Empty,
    DocumentSymbol: Empty,
    MarkdownString: Empty,
    TreeItem: Empty,
    InlayHint: Empty,
    Hover: Empty,
    NotebookCellStatusBarItem: Empty,
    CompletionItem: Empty,
    CodeLens: Empty,
    CodeAction: Empty,
    Diagnostic: Empty,
    FileSystemError: Error,
    Uri: { joinPath: () => '' },
    ViewColumn: {},
    window: { tabGroups: { onDidChangeTabs: never }, createWebviewPanel: vi.fn() },
    commands: { executeCommand: vi.fn(async () => undefined) },
    workspace: {
      onDidChangeTextDocument: never,
      onDidSaveTextDocument: never,
      onDidOpenTextDocument: never,
      onDidCloseTextDocument: never,
    },
  };
  return { vscodeModule, kind: { source: vi.fn<() => Promise<unknown>>() } };
});
vi.mock('vscode', () => vscodeModule);
vi.mock('../../../src/pictures/pictureKinds.js', () => ({ pictureKinds: { topology: kind } }));
const { PicturePanel } = await import('../../../src/pictures/picturePanel.js');
const { PicturePanels } = await import('../../../src/pictures/picturePanels.js');

/** What its source is asked, in order. */
const asked: unknown[] = [];
const source = {
  begin: (kept: unknown) => asked.push(kept),
  make: async () => ({ title: 'Sensors', picture: {}, table: {} }),
  follow: () => ({ dispose: () => undefined }),
};

const warned = vi.fn();

/** A picture in a tab, with what its page was sent. */
function openPicture() {
  const posted: { type: string }[] = [];
  const heard = new Emitter<PageMessage>();
  const webview = {
    html: '',
    asWebviewUri: String,
    onDidReceiveMessage: heard.event,
    postMessage: async (message: { type: string }) => posted.push(message),
  };
  const panel = { webview, reveal: () => undefined, onDidDispose: () => undefined, title: '' };
  const connections = { onDidChange: () => undefined, get: () => undefined };
  const parts = { connections, log: { error: () => undefined, warn: warned } } as unknown as PictureParts;
  const subject = { connectionId: 'lab', kind: 'topology' } as KnownSubject;
  const picture = new PicturePanel(panel as unknown as vscode.WebviewPanel, subject, parts);
  /** What it is sent from now on, when its page has said something. */
  const say = async (message: PageMessage) => {
    posted.length = 0;
    heard.fire(message);
    await vi.waitFor(() => expect(posted).not.toEqual([]));
    return posted.map(({ type }) => type);
  };
  return { picture, webview, heard, posted, say };
}

beforeEach(() => {
  asked.length = 0;
  kind.source.mockReset().mockResolvedValue(() => source);
});

describe('a picture in a tab', () => {
  const target = { type: 'sensor', key: 'Router' } as const;
  const other = { type: 'sensor', key: 'Switch' } as const;

  it('says of which manager it is until that was read', () => {
    const event = () => undefined;
    const webview = { asWebviewUri: String, onDidReceiveMessage: event };
    const panel = { webview, reveal: event, onDidDispose: event, onDidChangeViewState: event };
    vscodeModule.window.createWebviewPanel.mockReturnValue(panel);
    const connections = { onDidChange: event, get: () => ({ name: 'Lab' }) };
    const parts = { connections, log: { error: event } } as unknown as PictureParts;
    new PicturePanels(parts, event).show({ connectionId: 'lab', kind: 'topology' } as KnownSubject);
    expect(vscodeModule.window.createWebviewPanel.mock.calls[0]?.[1]).toBe('Picture of Lab');
  });

  it('shows a record once more when its page was loaded again before it heard of it, and then no more', async () => {
    const { picture, heard, posted, say } = openPicture();
    await say({ type: 'ready' });
    posted.length = 0;
    picture.show(target);
    await vi.waitFor(() => expect(posted).toContainEqual({ type: 'show', target }));
    heard.fire({ type: 'shown', target: other });
    expect(await say({ type: 'ready' })).toEqual(['picture', 'show']);
    heard.fire({ type: 'shown', target });
    expect(await say({ type: 'ready' })).toEqual(['picture']);
  });

  it('says why what it is made of could not be loaded, and loads it when asked again', async () => {
    kind.source.mockRejectedValueOnce(new Error('No such file.'));
    const { say } = openPicture();
    expect(await say({ type: 'ready', kept: 'open' })).toEqual(['failed']);
    expect(asked).toEqual([]);
    expect(await say({ type: 'retry' })).toEqual(['picture']);
    expect(asked).toEqual(['open']);
  });

  it('offers what helps against the failure that it says', async () => {
    const error = new ApiError({ reason: 'unauthorized', method: 'GET', path: '/api/v1/inventory/racks' });
    error.connection = { id: 'lab', source: 'saved' };
    kind.source.mockRejectedValueOnce(error);
    const { heard, posted, say } = openPicture();
    await say({ type: 'ready' });
    expect(posted).toEqual([expect.objectContaining({ type: 'failed', help: 'Enter API key' })]);
    heard.fire({ type: 'help' });
    const { executeCommand } = vscodeModule.commands;
    await vi.waitFor(() =>
      expect(executeCommand).toHaveBeenCalledWith('netsensor.signIn', { connectionId: 'lab' }),
    );
  });

  it('loads its page again when that asks for it', async () => {
    const { webview, heard } = openPicture();
    const before = webview.html;
    heard.fire({ type: 'reload' });
    await vi.waitFor(() => expect(webview.html).not.toBe(before));
  });

  it('notes what its page calls a message that is not understood, and none of what the message holds', async () => {
    const { heard } = openPicture();
    heard.fire({ type: 'sav$(x)e', data: 'second-word' } as never);
    await vi.waitFor(() => expect(warned).toHaveBeenCalledOnce());
    const words = String(warned.mock.calls[0]?.[0]);
    expect(words).toMatch(/not understood: sav\$\u2060\(x\)e\.$/);
    expect(words).not.toContain('second-word');
  });
});
