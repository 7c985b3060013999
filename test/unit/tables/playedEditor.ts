import { planList } from '../../../src/changes/lists/planList.js';
import { readList } from '../../../src/model/inventory/listDocument.js';
import { RecordList } from '../../../src/model/inventory/recordList.js';
import type { RecordFields } from '../../../src/model/inventory/recordText.js';
import type { TableMessage, TableQuestion } from '../../../src/model/tables/tableMessages.js';
import { TableEditor } from '../../../src/tables/tableEditor.js';
import type { TableParts } from '../../../src/tables/tableParts.js';
import { Emitter } from '../../../src/ui/lifetimes.js';
import type { EditorPlayed, PlayedRecords, SavePlan } from './editorPlayed.js';
import { changes, played, TextDocumentChangeReason, Uri, type PlayedEdit } from './vscodeOfTables.js';

/** The document of a list, with the undo of VS Code, as its editor and what follows it see it. */
class PlayedDocument {
  readonly isDirty = true;
  readonly isClosed = false;
  version = 1;
  private readonly past: string[] = [];
  private readonly future: string[] = [];

  constructor(
    readonly uri: Uri,
    public text: string,
  ) {}

  readonly getText = (): string => this.text;
  readonly positionAt = (offset: number): number => offset;

  apply(edits: readonly PlayedEdit[]): void {
    this.past.push(this.text);
    this.future.length = 0;
    const changed = edits.reduceRight(
      (text, [{ from, to }, put]) => text.slice(0, from) + put + text.slice(to),
      this.text,
    );
    this.show(changed);
  }

  step(step: 'undo' | 'redo'): boolean {
    const [from, to] = step === 'undo' ? [this.past, this.future] : [this.future, this.past];
    const text = from.pop();
    if (text === undefined) return false;
    to.push(this.text);
    this.show(text, step === 'undo' ? TextDocumentChangeReason.Undo : TextDocumentChangeReason.Redo);
    return true;
  }

  private show(text: string, reason?: number): void {
    this.text = text;
    this.version += 1;
    changes.fire({ document: this, reason });
  }
}

const type = 'power_feeds';
let count = 0;

/** The editor of a table of power feeds as it is, with its document, what follows others, and a manager, without VS Code. */
export class PlayedEditor implements EditorPlayed {
  base: string;
  private readonly document: PlayedDocument;
  private list: RecordList | undefined;
  private readonly heard = new Emitter<TableQuestion>();
  private readonly read = new Emitter<{ connectionId: string; type: string }>();
  private readonly kept = new Map<string, unknown>();
  private editor: TableEditor | undefined;

  constructor(
    text: string,
    private readonly post: (message: TableMessage) => void,
  ) {
    this.base = text;
    count += 1;
    const uri = Uri.parse(`netsensor://lab${count}/lists/power_feeds/Power feeds.json`);
    this.document = new PlayedDocument(Object.assign(uri, { query: '' }), text);
    played.edit = edits => this.document.apply(edits);
    this.open();
  }

  get text(): string {
    return this.document.text;
  }

  get version(): number {
    return this.document.version;
  }

  /** Opens the table anew, as after it was looked at as text. */
  open(): void {
    this.editor?.dispose();
    const never = () => ({ dispose: () => undefined });
    const webview = {
      onDidReceiveMessage: this.heard.event,
      postMessage: async (message: TableMessage) => this.post(structuredClone(message)),
      asWebviewUri: (uri: unknown) => uri,
    };
    const panel = { webview, onDidDispose: never, onDidChangeViewState: never, active: false };
    const args = [this.document, panel, this.parts()] as unknown as ConstructorParameters<typeof TableEditor>;
    this.editor = new TableEditor(...args);
  }

  ask(question: TableQuestion): void {
    this.heard.fire(structuredClone(question));
  }

  /** Others have made these records of those that were there. */
  others(records: PlayedRecords): void {
    const list = records.map(record => ({ ...record, id: Number(record['id']) }));
    this.list = new RecordList(type, list, { readAt: Date.now() + 1 });
    this.read.fire({ connectionId: this.document.uri.authority, type });
  }

  step(step: 'undo' | 'redo'): boolean {
    return this.document.step(step);
  }

  /** Somebody writes into the text. */
  write(text: string): void {
    this.document.apply([[{ from: 0, to: this.text.length }, text]]);
  }

  async settled(): Promise<void> {
    for (let turn = 0; turn < 4; turn += 1) await new Promise(setImmediate);
  }

  plan(current: PlayedRecords): SavePlan | undefined {
    const { items, problems } = readList(this.text);
    if (problems.length > 0) return undefined;
    const base = JSON.parse(this.base) as RecordFields[];
    const records = current.map(record => ({ ...record, id: Number(record['id']) }));
    return planList({ type, base, items, current: records });
  }

  close(): void {
    this.editor?.dispose();
  }

  private parts(): TableParts {
    const never = () => ({ dispose: () => undefined });
    const parts = {
      connections: {
        get: () => ({ id: 'lab', name: 'Lab', isLocked: false }),
        onDidChange: never,
        onDidReach: never,
      },
      lists: {
        get: (_id: string, of: string) => (of === type ? this.list : undefined),
        stale: () => undefined,
        read: async () => undefined,
        update: async () => undefined,
        onDidChange: this.read.event,
      },
      files: {
        bases: {
          get: () => this.base,
          read: (_uri: unknown, read: () => unknown) => read(),
          decide: async (_uri: unknown, decided: (text: string) => string) =>
            void (this.base = decided(this.base)),
        },
        isBeingSaved: () => false,
        onDidFinish: never,
      },
      onDidFailToSave: never,
      onDidReadTree: never,
      showInDetails: () => undefined,
      workspaceState: {
        get: (key: string) => this.kept.get(key),
        update: async (key: string, value: unknown) => void this.kept.set(key, value),
      },
      extensionUri: this.document.uri,
      log: {
        error: (sentence: string) => {
          throw new Error(sentence);
        },
      },
    };
    return parts as unknown as TableParts;
  }
}
