import type { Mark, MarkTarget } from '../../model/pictures/drawing.js';
import type {
  PageMessage,
  PageState,
  PictureMessage,
  PictureSubject,
} from '../../model/pictures/pictureMessages.js';
import { filteredPicture, type PictureKind } from '../../model/pictures/pictureKind.js';
import type { PlacedPicture, ShownPicture } from '../../model/pictures/shownPicture.js';
import { MarkFocus } from './markFocus.js';
import { listenToPage, wayTo } from './pageControls.js';
import { PageFrame, type ReceivedPicture } from './pageFrame.js';
import type { DrawnPage, KindTools, PageKind } from './pageKind.js';
import { PageSheet } from './pageSheet.js';
import { pictureActions } from './pictureActions.js';

/** What a page has of the editor around it. */
export interface PageHost {
  readonly subject: PictureSubject;
  /** What it kept before a reload. */
  readonly kept: PageState | undefined;
  keep(state: PageState): void;
  post(message: PageMessage): void;
}

/** A picture with its toolbar, its table and its status line; what is special of its kind are its {@link KindTools}. */
export class PicturePage implements DrawnPage {
  readonly kind: PictureKind;
  readonly frame: PageFrame;
  readonly focus: MarkFocus;
  state: PageState;
  private received: ReceivedPicture | undefined;
  /** What is to be shown as soon as it is drawn. */
  private wanted: string | MarkTarget | undefined;
  private readonly sheet: PageSheet;
  private readonly tools: KindTools;

  constructor(
    root: HTMLElement,
    private readonly host: PageHost,
    { kind, tools }: PageKind,
  ) {
    const { subject, kept } = host;
    this.kind = kind;
    this.frame = new PageFrame(root, kind);
    this.state = kept ?? { subject, filter: '', isTable: false, scroll: [0, 0] };
    this.wanted = this.state.focused;
    this.focus = new MarkFocus(this.frame.sheet, mark => this.noteFocus(mark));
    this.sheet = new PageSheet(this);
    this.tools = tools?.(this) ?? { gestures: [] };
    listenToPage(this, this.tools, pictureActions(this, this.tools));
  }

  /** Asks for the picture, as it was shown before a reload. */
  begin(): void {
    this.post({ type: 'ready', kept: this.tools.kept?.() });
  }

  hear(message: PictureMessage): void {
    switch (message.type) {
      case 'picture':
        this.received = message;
        this.tools.receive?.(message.picture);
        this.frame.fail(message.problem, message.help);
        return this.draw();
      case 'background':
        return this.tools.takeBackground?.(message.href);
      case 'show':
        this.wanted = message.target;
        this.tools.forgetFilter?.();
        this.change({ isTable: false });
        return this.post({ type: 'shown', target: message.target });
      case 'failed':
        this.frame.fail(message.sentence, message.help);
    }
  }

  get placed(): PlacedPicture | undefined {
    return this.sheet.placed;
  }

  get zoom(): number {
    return this.sheet.factor;
  }

  get words(): ReceivedPicture['words'] | undefined {
    return this.received?.words;
  }

  get isEditable(): boolean {
    return this.received?.isEditable ?? false;
  }

  get exported(): DrawnPage['exported'] {
    const { shown: picture, placed, tools } = this;
    return picture && (tools.exported?.(picture) ?? { picture, drawing: placed?.drawing });
  }

  /** What is shown of what was received. */
  private get shown(): ShownPicture | undefined {
    const { received, tools, kind, state } = this;
    const picture = received && filteredPicture(kind, received.picture, state);
    return picture && (tools.look?.(picture) ?? picture);
  }

  /** Draws what was received last, for the size that the page has now. */
  draw(): void {
    const { received, frame, tools, kind, state } = this;
    let picture = this.shown;
    if (!received || !picture) return;
    const rows = state.isTable && (kind.table?.(received.table, picture, state.filter) ?? received.table);
    frame.show(received, { ...state, count: rows ? rows.rows.length : kind.count(picture) });
    if (!this.focus.isInside) frame.say('');
    if (rows) return frame.showTable(rows, (target, event) => this.post(wayTo(kind, target, event)));
    if (tools.seek && typeof this.wanted === 'object') {
      tools.seek(this.wanted);
      picture = this.shown ?? picture;
    }
    const { wanted } = this;
    this.wanted = undefined;
    this.sheet.draw(picture, tools, wanted);
  }

  zoomBy(factor: number | undefined, at?: Pick<MouseEvent, 'clientX' | 'clientY'>): void {
    if (this.tools.zoomBy) this.tools.zoomBy(factor);
    else this.sheet.zoomBy(factor, at);
  }

  change(change: Partial<PageState>): void {
    this.update(change);
    this.draw();
  }

  update(change: Partial<PageState>): void {
    this.state = { ...this.state, ...change, subject: this.host.subject };
    this.host.keep(this.state);
  }

  post(message: PageMessage): void {
    this.host.post(message);
  }

  private noteFocus(mark: Mark | undefined): void {
    this.update({ focused: mark?.id });
    this.frame.say(mark?.label ?? '');
    if (mark) this.tools.bring?.(mark);
  }
}
