import { randomBytes } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Environment } from '../connections/connection.js';
import { environmentName } from '../words/names.js';
import { Command, Scheme } from '../ids.js';
import { isSameTarget, type MarkTarget } from '../model/pictures/drawing.js';
import { pageMessage, type PageMessage, type PictureMessage } from '../model/pictures/pictureMessages.js';
import type { ShownPicture } from '../model/pictures/shownPicture.js';
import { window } from '../ui/doors.js';
import { inBackground, noteUnread, sayFailed } from '../ui/listeners.js';
import { loadedOnce } from '../ui/loadedOnce.js';
import { press } from '../ui/confirmRisk.js';
import { remedyButton, type RemedyButton } from '../ui/remedyButtons.js';
import { saveFile } from '../ui/saveFile.js';
import { Owner } from '../ui/lifetimes.js';
import { describeError } from '../words/describeError.js';
import { inert, inertUpTo } from '../words/inert.js';
import { offeredRemedy } from '../words/remedies.js';
import { DocumentsBeside } from './documentsBeside.js';
import { Turns } from './freshAnswer.js';
import type { PictureEntry, PictureSource } from './pictureEntry.js';
import { picturePage } from './pictureHtml.js';
import { labelIcon } from './labelIcon.js';
import { pictureKinds, type KnownSubject } from './pictureKinds.js';
import type { PictureParts } from './pictureParts.js';
import { pageWords } from './pageWords.js';
import { saveShown } from './saveShown.js';

const longestTitle = 80;

/** A picture in a tab: drawn by its page from the records as they are, and as open documents have them. */
export class PicturePanel extends Owner {
  private readonly kind: PictureEntry;
  private readonly source: () => Promise<PictureSource>;
  private readonly beside: DocumentsBeside;
  private readonly turns = new Turns();
  /** Milliseconds, when it was in front last, or something was done on its page. */
  usedAt = 0;
  private isReady = false;
  /** What its page said when it was ready, until the source has what the page kept. */
  private arrived: (PageMessage & { type: 'ready' }) | undefined;
  private isDue = false;
  /** What is still read or asked for once its tab is closed is for nobody. */
  private readonly closed = new AbortController();
  private background: string | undefined;
  /** Whose label its tab has. */
  private labelled: Environment = 'none';
  private drawn: ShownPicture | undefined;
  private saving: Promise<void> | undefined;
  /** What its page is to show, and has not heard of yet. */
  private wanted: MarkTarget | undefined;
  /** What helps against the failure that its page says. */
  private help: RemedyButton | undefined;

  constructor(
    readonly panel: vscode.WebviewPanel,
    readonly subject: KnownSubject,
    private readonly parts: PictureParts,
  ) {
    const drawSoon = () => this.drawSoon();
    const { workspace } = vscode;
    super();
    this.beside = new DocumentsBeside(parts, subject.connectionId, panel);
    this.kind = pictureKinds[subject.kind];
    this.source = loadedOnce(() => this.makeSource());
    inBackground(parts.log, this.source());
    this.own(
      panel.onDidDispose(() => {
        this.dispose();
        this.closed.abort();
      }),
      panel.webview.onDidReceiveMessage(message => inBackground(parts.log, this.hear(message))),
      parts.connections.onDidChange(drawSoon),
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
    const { parts, beside, drawn, kind } = this;
    if (!drawn) return;
    const things = kind.things?.(drawn) ?? [];
    this.saving ??= saveShown(parts, beside, things).finally(() => (this.saving = undefined));
    await this.saving;
  }

  private load(): void {
    const { webview } = this.panel;
    const folder = vscode.Uri.joinPath(this.parts.extensionUri, 'dist');
    webview.options = { enableScripts: true, localResourceRoots: [folder] };
    webview.html = picturePage({
      title: l10n.t('Picture'),
      kind: this.kind,
      subject: this.subject,
      script: webview.asWebviewUri(vscode.Uri.joinPath(folder, 'pictures.js')).toString(),
      nonce: randomBytes(16).toString('hex'),
    });
  }

  private async makeSource(): Promise<PictureSource> {
    const { parts, beside, closed } = this;
    const make = await this.kind.source();
    const source = make(this.subject, { ...parts, beside, closed: closed.signal });
    if (!closed.signal.aborted) this.own(source.follow(() => this.drawSoon()));
    return source;
  }

  /** What the picture is made of, with what its page kept. @throws what loading it throws; it is loaded again then */
  private async begunSource(): Promise<PictureSource> {
    const source = await this.source();
    const { arrived } = this;
    this.arrived = undefined;
    if (arrived) source.begin?.(arrived.kept);
    return source;
  }

  private follow({ uri }: vscode.TextDocument): void {
    if (uri.scheme === Scheme.record && uri.authority === this.subject.connectionId) this.drawSoon();
  }

  /** What the picture shows stays meanwhile. */
  private lookAgain(): void {
    const looking = this.isReady && this.begunSource().then(source => source.lookAgain?.());
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
      if (isInTime()) this.fail(error);
    }
  }

  private fail(error: unknown): void {
    this.post({ type: 'failed', sentence: describeError(error), help: this.helpFor(error) });
  }

  /** What the button says that helps against a failure. */
  private helpFor(error: unknown): string | undefined {
    const offered = offeredRemedy(error);
    this.help = offered && remedyButton(offered);
    return this.help?.label;
  }

  private async drawNow(isInTime: () => boolean): Promise<void> {
    const { wanted, kind } = this;
    const source = await this.begunSource();
    if (wanted) source.show?.(wanted);
    const { title, background, failure, ...made } = await source.make();
    if (this.closed.signal.aborted || !isInTime()) return;
    this.panel.title = inertUpTo(longestTitle, title);
    const connection = this.parts.connections.get(this.subject.connectionId);
    const isEditable = kind.dragHint !== undefined && connection?.isLocked === false;
    const isLocked = kind.dragHint !== undefined && !isEditable;
    // Megabytes, which a page keeps.
    if (background !== this.background) this.post({ type: 'background', href: background });
    this.background = background;
    this.drawn = made.picture;
    const words = pageWords(kind, made.picture, isEditable);
    const environment = this.label(connection?.environment ?? 'none');
    const help = this.helpFor(failure);
    this.post({ type: 'picture', ...made, isEditable, isLocked, environment, words, help });
    // What was asked for meanwhile may not be drawn yet.
    if (wanted && this.wanted === wanted) this.post({ type: 'show', target: wanted });
  }

  /** Gives the tab the letter and the colour of a label. @returns the label for the page */
  private label(id: Environment): { readonly id: string; readonly name: string } | undefined {
    const name = environmentName(id);
    const icon = id === 'none' ? undefined : labelIcon(id, name.charAt(0).toUpperCase());
    // VS Code tells of a changed tab whenever it is given one, and a picture is drawn again where tabs change.
    if (this.labelled !== id) {
      this.labelled = id;
      this.panel.iconPath = icon && {
        light: vscode.Uri.parse(icon.light, true),
        dark: vscode.Uri.parse(icon.dark, true),
      };
    }
    return icon && { id, name };
  }

  /** A page says what was done on it; a failure is told where the user is looking. */
  private async hear(raw: unknown): Promise<void> {
    const { data: message } = pageMessage.safeParse(raw);
    const { data: own } = this.kind.message?.safeParse(raw) ?? {};
    if (!message && !own) return noteUnread(this.parts.log, raw);
    // That it is there, and what it shows, its page says by itself.
    if (message?.type !== 'ready' && message?.type !== 'shown') this.usedAt = Date.now();
    try {
      if (message) await this.act(message);
      else if (own) await (await this.begunSource()).act?.(own);
    } catch (error) {
      await sayFailed(error);
    }
  }

  private async act(message: PageMessage): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.arrived = message;
        this.background = undefined;
        this.isReady = true;
        this.lookAgain();
        return this.draw();
      case 'retry':
        this.lookAgain();
        return this.draw();
      case 'help':
        if (this.help) await press(this.help.command);
        return;
      case 'reload':
        this.isReady = false;
        return this.load();
      case 'shown':
        if (this.wanted && isSameTarget(this.wanted, message.target)) this.wanted = undefined;
        return;
      case 'open':
        return this.beside.open(message.target);
      case 'reveal':
        return this.beside.reveal(message.target);
      case 'copy':
        await vscode.env.clipboard.writeText(message.text);
        window.setStatusBarMessage(
          l10n.t('$(check) The picture was copied as {0}.', formatNames[message.format]),
          5_000,
        );
        return;
      case 'save':
        return this.export(message);
      case 'unlock':
        await vscode.commands.executeCommand(Command.unlockConnection, this.subject);
    }
  }

  private export({ format, data }: PageMessage & { type: 'save' }): Promise<void> {
    return saveFile({
      name: this.subject.kind,
      // As tools that draw it call it.
      ending: format === 'mermaid' ? 'mmd' : format,
      title: l10n.t('Export'),
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
