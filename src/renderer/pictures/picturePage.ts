import type { Drawing, Mark, MarkTarget, TwinTable } from '../../model/pictures/drawing.js';
import type { PageMessage, PageState, PictureMessage } from '../../model/pictures/pictureMessages.js';
import { filteredPicture, kindOf, pictureKinds } from '../../model/pictures/pictureKinds.js';
import type { PlacedPicture, ShownPicture } from '../../model/pictures/shownPicture.js';
import { writeSvg } from '../../model/pictures/writeSvg.js';
import { button, element } from '../element.js';
import { toolsOf, type KindTools } from './kindTools.js';
import { MarkFocus } from './markFocus.js';
import { listenToPage, wayTo } from './pageControls.js';
import { PageFrame, readyMessage, type PageHost, type ReceivedPicture } from './pageFrame.js';
import { PageZoom } from './pageZoom.js';
import { pictureActions } from './pictureActions.js';
import { screenPalette } from './themePalette.js';

/** A picture with its toolbar, its table and its status line; what is special of its kind are its {@link KindTools}. */
export class PicturePage {
  private received: ReceivedPicture | undefined;
  private placed: PlacedPicture | undefined;
  private state: PageState;
  /** What is to be shown as soon as it is drawn. */
  private wanted: string | MarkTarget | undefined;
  private readonly focus: MarkFocus;
  private readonly frame: PageFrame;
  private readonly zoom: PageZoom;
  private readonly tools: KindTools;

  constructor(
    root: HTMLElement,
    private readonly host: PageHost,
  ) {
    const { subject } = host;
    this.frame = new PageFrame(root, subject);
    this.state = host.kept ?? { subject, filter: '', isTable: false, scroll: [0, 0] };
    this.wanted = this.state.focused;
    this.focus = new MarkFocus(this.frame.sheet, mark => this.noteFocus(mark));
    const { frame, focus } = this;
    const page = {
      frame,
      focus,
      state: () => this.state,
      update: (change: Partial<PageState>) => this.update(change),
      change: (change: Partial<PageState>) => this.change(change),
      draw: () => this.draw(),
      placed: () => this.placed,
      zoom: () => this.zoom.factor,
      words: () => this.received?.words,
      isEditable: () => this.received?.isEditable ?? false,
      say: (text: string) => frame.say(text),
      post: (message: PageMessage) => host.post(message),
    };
    this.zoom = new PageZoom({ ...page, kind: subject.kind });
    this.tools = toolsOf(subject, page);
    this.listen();
  }

  /** Asks for the picture. */
  begin(): void {
    this.host.post(readyMessage(this.state));
  }

  hear(message: PictureMessage): void {
    switch (message.type) {
      case 'picture':
        this.received = message;
        this.tools.receive?.(message.picture);
        this.frame.fail(message.problem);
        return this.draw();
      case 'background':
        return this.tools.takeBackground?.(message.href);
      case 'show':
        this.wanted = message.target;
        this.tools.forgetFilter?.();
        this.update({ isTable: false });
        return this.draw();
      case 'failed':
        this.frame.fail(message.sentence);
    }
  }

  /** What is shown of what was received. */
  private get shown(): ShownPicture | undefined {
    const { received, tools } = this;
    const picture = received && filteredPicture(received.picture, this.state);
    return picture && (tools.look?.(picture) ?? picture);
  }

  /** What is exported. */
  private get exported(): { picture: ShownPicture | undefined; drawing: Drawing | undefined } {
    const { shown: picture, placed } = this;
    return (picture && this.tools.exported?.(picture)) ?? { picture, drawing: placed?.drawing };
  }

  /** Draws what was received last, for the size that the page has now. */
  draw(): void {
    const { received, frame, tools, focus } = this;
    const { filter, isTable } = this.state;
    let picture = this.shown;
    if (!received || !picture) return;
    const kind = kindOf(picture);
    const rows = isTable && kind.table(received.table, picture, filter);
    frame.show(received, { ...this.state, count: rows ? rows.rows.length : kind.count(picture) });
    if (!focus.isInside) frame.say('');
    if (rows) {
      const table = pictureTable(rows, (target, event) => this.host.post(wayTo(kind, target, event)));
      return frame.table.replaceChildren(table);
    }
    if (tools.seek && typeof this.wanted === 'object') {
      tools.seek(this.wanted);
      picture = this.shown ?? picture;
    }
    const before = this.placed;
    const held = focus.isInside ? focus.current : undefined;
    this.placed = this.zoom.fit(picture);
    const scroll = this.zoom.drift(before, this.placed, held) ?? tools.drift?.(this.placed);
    if (scroll) this.update({ scroll });
    this.write(this.placed, this.zoom.factor);
    this.showWanted();
    tools.drawn?.(before, this.placed);
  }

  private write({ drawing, plane }: PlacedPicture, zoom: number): void {
    const { sheet } = this.frame;
    const focused = this.focus.forget();
    sheet.toggleAttribute('data-plane', plane !== undefined);
    sheet.innerHTML = writeSvg(drawing, screenPalette, zoom);
    this.focus.follow(drawing);
    if (focused !== undefined) this.focus.restore(focused);
  }

  /** Draws larger or smaller around a point of the window; all of it without a factor. */
  zoomBy(factor: number | undefined, at?: { readonly clientX: number; readonly clientY: number }): void {
    if (this.tools.zoomBy) this.tools.zoomBy(factor);
    else this.zoom.by(factor, at);
  }

  private listen(): void {
    const { frame, focus, host, tools } = this;
    const post = (message: PageMessage) => host.post(message);
    const zoomBy = (factor: number | undefined, at?: MouseEvent) => this.zoomBy(factor, at);
    listenToPage({
      kind: pictureKinds[host.subject.kind],
      frame,
      focus,
      gestures: tools.gestures,
      post,
      zoomBy,
      filter: this.state.filter,
      act: pictureActions({
        drawing: () => this.exported.drawing,
        zoom: () => this.zoom.factor,
        picture: () => this.exported.picture,
        words: () => this.received?.words,
        say: text => frame.say(text),
        turn: () => this.change({ isTable: !this.state.isTable }),
        own: tools.actions ?? {},
        post,
        zoomBy,
      }),
      filtered: filter => (tools.lookFor ? tools.lookFor(filter) : this.change({ filter })),
      scrolled: scroll => this.update({ scroll }),
    });
  }

  private showWanted(): void {
    const isShown = this.wanted === undefined ? undefined : this.focus.show(this.wanted);
    if (isShown === undefined) this.frame.place.scrollTo(...this.state.scroll);
    this.wanted = undefined;
  }

  private noteFocus(mark: Mark | undefined): void {
    this.update({ focused: mark?.id });
    this.frame.say(mark?.label ?? '');
    if (mark) this.tools.bring?.(mark);
  }

  private change(change: Partial<PageState>): void {
    this.update(change);
    this.draw();
  }

  private update(change: Partial<PageState>): void {
    this.state = { ...this.state, ...change, subject: this.host.subject };
    this.host.keep(this.state);
  }
}

/** The table of a picture; what has a document in it leads to it as its mark does. */
function pictureTable(
  { columns, rows }: TwinTable,
  lead: (target: MarkTarget, event: MouseEvent) => void,
): HTMLElement {
  const heads = columns.map(text => element('th', { text, attributes: { scope: 'col' } }));
  const body = rows.map(({ cells, opens }) => {
    const last = cells.length - 1;
    const tds = cells.map((text, index) => {
      if (!opens || index !== last) return element('td', { text });
      return element(
        'td',
        {},
        button(text, event => lead(opens, event), { className: 'link' }),
      );
    });
    return element('tr', {}, ...tds);
  });
  const head = element('thead', {}, element('tr', {}, ...heads));
  return element('table', {}, head, element('tbody', {}, ...body));
}
