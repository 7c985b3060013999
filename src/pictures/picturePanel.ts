import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { Command, Scheme } from '../ids.js';
import type { MarkTarget } from '../model/pictures/drawing.js';
import { pictureKinds } from '../model/pictures/pictureKinds.js';
import {
  pageMessage,
  type PageMessage,
  type PictureMessage,
  type PictureSubject,
} from '../model/pictures/pictureMessages.js';
import type { ShownPicture } from '../model/pictures/shownPicture.js';
import { window } from '../ui/doors.js';
import { inBackground, Owner, sayFailed } from '../ui/listeners.js';
import { saveFile } from '../ui/saveFile.js';
import { describeError } from '../words/describeError.js';
import { inert, inertUpTo, SentenceError } from '../words/inert.js';
import { DocumentsBeside } from './documentsBeside.js';
import { Turns } from './freshAnswer.js';
import { picturePage } from './pictureHtml.js';
import type { PictureParts, PictureSource } from './pictureParts.js';
import { pictureSource } from './pictureSources.js';
import { pageWords } from './pageWords.js';
import { movePoint } from './floors/pointEdits.js';
import { saveShown } from './saveShown.js';
import { UnitEdits } from './unitEdits.js';

const longestTitle = 80;

/** A picture in a tab: drawn by its page from the records as they are, and as open documents have them. */
export class PicturePanel extends Owner {
  private readonly source: PictureSource;
  private readonly beside: DocumentsBeside;
  private readonly edits: UnitEdits;
  private readonly turns = new Turns();
  /** Milliseconds, when it was in front last, or something was done on its page. */
  usedAt = 0;
  private isReady = false;
  private isDue = false;
  /** What is still read or asked for once its tab is closed is for nobody. */
  private readonly closed = new AbortController();
  private background: string | undefined;
  private drawn: ShownPicture | undefined;
  private saving: Promise<void> | undefined;
  private wanted: MarkTarget | undefined;

  constructor(
    readonly panel: vscode.WebviewPanel,
    readonly subject: PictureSubject,
    private readonly parts: PictureParts,
  ) {
    const drawSoon = () => this.drawSoon();
    const { workspace } = vscode;
    super();
    this.source = pictureSource(subject, { ...parts, closed: this.closed.signal });
    this.beside = new DocumentsBeside(parts, subject.connectionId, panel);
    this.edits = new UnitEdits(parts, this.beside);
    this.own(
      panel.onDidDispose(() => {
        this.dispose();
        this.closed.abort();
      }),
      panel.webview.onDidReceiveMessage(message => inBackground(parts.log, this.hear(message))),
      parts.connections.onDidChange(drawSoon),
      this.source.follow(drawSoon),
      workspace.onDidChangeTextDocument(({ document }) => this.follow(document)),
      workspace.onDidSaveTextDocument(document => this.follow(document)),
      workspace.onDidOpenTextDocument(document => this.follow(document)),
      workspace.onDidCloseTextDocument(document => this.follow(document)),
      vscode.window.tabGroups.onDidChangeTabs(drawSoon),
    );
    this.load();
  }

  /** Shows what stands for a record as soon as it is drawn. */
  show(target: MarkTarget | undefined): void {
    this.wanted = target;
    this.panel.reveal();
    this.lookAgain();
    this.drawSoon();
  }

  /** Saves what documents have of what is drawn; once at a time. */
  async save(): Promise<void> {
    const { parts, beside, drawn } = this;
    if (!drawn) return;
    this.saving ??= saveShown(parts, beside, drawn).finally(() => (this.saving = undefined));
    await this.saving;
  }

  private load(): void {
    const { webview } = this.panel;
    const folder = vscode.Uri.joinPath(this.parts.extensionUri, 'dist');
    webview.options = { enableScripts: true, localResourceRoots: [folder] };
    webview.html = picturePage({
      title: vscode.l10n.t('Picture'),
      subject: this.subject,
      script: webview.asWebviewUri(vscode.Uri.joinPath(folder, 'pictures.js')).toString(),
      nonce: randomBytes(16).toString('hex'),
    });
  }

  private follow({ uri }: vscode.TextDocument): void {
    if (uri.scheme === Scheme.record && uri.authority === this.subject.connectionId) this.drawSoon();
  }

  /** What the picture shows stays meanwhile. */
  private lookAgain(): void {
    const looking = this.isReady && this.source.lookAgain?.();
    if (looking) inBackground(this.parts.log, looking);
  }

  /** Several changes at once are drawn once. */
  private drawSoon(): void {
    if (this.isDue || !this.isReady || this.closed.signal.aborted) return;
    this.isDue = true;
    setImmediate(() => {
      this.isDue = false;
      inBackground(this.parts.log, this.draw());
    });
  }

  private async draw(): Promise<void> {
    const isInTime = this.turns.begin();
    try {
      await this.drawNow(isInTime);
    } catch (error) {
      if (isInTime()) this.post({ type: 'failed', sentence: describeError(error) });
    }
  }

  private async drawNow(isInTime: () => boolean): Promise<void> {
    const { wanted, subject } = this;
    const { kind, connectionId } = subject;
    if (wanted) this.source.topology?.show(wanted);
    const { title, background, ...made } = await this.source.make();
    if (this.closed.signal.aborted || !isInTime()) return;
    this.panel.title = inertUpTo(longestTitle, title);
    const connection = this.parts.connections.get(connectionId);
    const isEditable = pictureKinds[kind].isDraggable && connection?.isLocked === false;
    // Megabytes, which a page keeps.
    if (background !== this.background) this.post({ type: 'background', href: background });
    this.background = background;
    this.drawn = made.picture;
    this.post({ type: 'picture', ...made, isEditable, words: pageWords(made.picture) });
    // What was asked for meanwhile may not be drawn yet.
    if (!wanted || this.wanted !== wanted) return;
    this.post({ type: 'show', target: wanted });
    this.wanted = undefined;
  }

  /** A page says what was done on it; a failure is told where the user is looking. */
  private async hear(raw: unknown): Promise<void> {
    const message = pageMessage.safeParse(raw);
    if (!message.success) return;
    // That it is there its page says by itself.
    if (message.data.type !== 'ready') this.usedAt = Date.now();
    try {
      await this.act(message.data);
    } catch (error) {
      await sayFailed(error);
    }
  }

  private async act(message: PageMessage): Promise<void> {
    switch (message.type) {
      case 'ready':
        if (message.kept) this.source.begin?.(message.kept);
        if (message.topology) this.source.topology?.begin(message.topology);
        this.background = undefined;
        this.isReady = true;
        this.lookAgain();
        return this.draw();
      case 'retry':
        this.lookAgain();
        return this.draw();
      case 'layer':
        try {
          await this.source.choose?.(message);
        } finally {
          await this.draw();
        }
        return;
      case 'topology':
        this.source.topology?.change(message.change);
        return this.draw();
      case 'open':
        return this.beside.open(message.target);
      case 'reveal':
        return this.beside.reveal(message.target);
      case 'flows':
        return this.openFlows(message);
      case 'reserve':
        return this.edits.reserve(message);
      case 'resize':
        return this.edits.resize(message);
      case 'move':
        return movePoint(this.parts, this.beside, message);
      case 'background':
      case 'scale':
        return this.source.change?.(message);
      case 'copy':
        await vscode.env.clipboard.writeText(message.text);
        window.setStatusBarMessage(
          vscode.l10n.t('$(check) The picture was copied as {0}.', formatNames[message.format]),
          5_000,
        );
        return;
      case 'save':
        return this.export(message);
      case 'unlock':
        await vscode.commands.executeCommand(Command.unlockConnection, this.subject);
    }
  }

  private openFlows(flow: PageMessage & { type: 'flows' }): Promise<void> {
    const queries = this.source.topology?.queriesBehind(flow) ?? [];
    if (queries.length === 0)
      throw new SentenceError(vscode.l10n.t('These flows have changed meanwhile. Choose them again.'));
    return this.parts.openQueries(this.subject.connectionId, queries);
  }

  private export({ format, data }: PageMessage & { type: 'save' }): Promise<void> {
    return saveFile({
      name: this.subject.kind,
      // As tools that draw it call it.
      ending: format === 'mermaid' ? 'mmd' : format,
      title: vscode.l10n.t('Export'),
      content: () => Buffer.from(data, format === 'png' ? 'base64' : 'utf8'),
    });
  }

  private post(message: PictureMessage): void {
    if (this.closed.signal.aborted) return;
    inBackground(this.parts.log, this.panel.webview.postMessage(message));
  }
}

/** What is copied, in every language. */
const formatNames = { svg: inert('SVG'), dot: inert('DOT'), mermaid: inert('Mermaid') } as const;
