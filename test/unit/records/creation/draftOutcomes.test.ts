import { expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import type { Log } from '../../../../src/ui/doors.js';
import { Emitter } from '../../../../src/ui/lifetimes.js';
import { storedState } from '../../storedState.js';

/** As much of VS Code as tells of tabs. */
const { module, tabGroups, TabInputText } = vi.hoisted(() => {
  class Empty {}
  class TabInputText {
    constructor(readonly uri: unknown) {}
  }
  const tabGroups = { all: [{ tabs: [] as { input: unknown }[] }], onDidChangeTabs: undefined as unknown };
  const module = {
    TabInputText,
    CancellationError: Empty,
    Diagnostic: Empty,
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
    FileSystemError: Error,
    window: { tabGroups },
    workspace: {},
  };
  return { module, tabGroups, TabInputText };
});
vi.mock('vscode', () => module);
const { DraftOutcomes } = await import('../../../../src/records/creation/draftOutcomes.js');

const draft = { toString: () => 'netsensor://lab/new/domain/New domain.json' } as vscode.Uri;
const lost = { tries: [{ fields: { name: 'First' } }] };
const created = { address: 'netsensor://lab/sensors/domain/First.1.json' };

/** What became of drafts, of which one is shown in some tabs. */
function followedDraft(tabCount: number) {
  const changed = new Emitter<{ closed: readonly { input: unknown }[] }>();
  tabGroups.onDidChangeTabs = changed.event;
  const tabs = Array.from({ length: tabCount }, () => ({ input: new TabInputText(draft) }));
  tabGroups.all = [{ tabs }];
  const outcomes = new DraftOutcomes(storedState());
  outcomes.followTabs({ error: expect.unreachable } as unknown as Log);
  return { outcomes, closeTab: () => changed.fire({ closed: tabs.splice(0, 1) }) };
}

it('leaves nothing of a draft that was closed while it was sent to the next one at its address', async () => {
  const { outcomes, closeTab } = followedDraft(1);
  const keep = outcomes.sending(draft);
  await keep(lost);
  closeTab();
  expect(outcomes.get(draft)).toBeUndefined();
  await keep(created);
  expect(outcomes.get(draft)).toBeUndefined();
  await outcomes.sending(draft)(lost);
  await keep(created);
  expect(outcomes.get(draft)).toEqual(lost);
});

it('keeps what becomes of a draft as long as a tab shows it, and of one that none shows', async () => {
  const { outcomes, closeTab } = followedDraft(2);
  const keep = outcomes.sending(draft);
  await keep(lost);
  closeTab();
  await keep(created);
  expect(outcomes.get(draft)).toEqual(created);
  const { outcomes: others } = followedDraft(0);
  await others.sending(draft)(lost);
  expect(others.get(draft)).toEqual(lost);
});
