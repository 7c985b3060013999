import type { Drawing, Mark, MarkTarget } from '../../model/pictures/drawing.js';
import type { PageMessage, PageState, PictureMessage } from '../../model/pictures/pictureMessages.js';
import {
  countOf,
  drawPicture,
  filteredPicture,
  filteredTable,
  type PlacedPicture,
  type ShownPicture,
} from '../../model/pictures/shownPicture.js';
import type { FloorBackground } from '../../model/pictures/floors/shownFloor.js';
import { writeSvg } from '../../model/pictures/writeSvg.js';
import { FloorGestures } from './floorGestures.js';
import { FloorReplay } from './floorReplay.js';
import { FloorMeasure, readBackground } from './floorTools.js';
import { MapGestures } from './mapGestures.js';
import { MapWindow } from './mapWindow.js';
import { MarkFocus } from './markFocus.js';
import { listenToPage, type ControlParts, type PageGesture } from './pageControls.js';
import { PageFrame, readyMessage, type PageHost, type ReceivedPicture } from './pageFrame.js';
import { PageZoom } from './pageZoom.js';
import { pictureActions } from './pictureActions.js';
import { pictureTable } from './pictureTable.js';
import { RackGestures, type GestureParts } from './rackGestures.js';
import { screenPalette } from './themePalette.js';
import { TopologyGestures } from './topologyGestures.js';
import { TopologyTools } from './topologyTools.js';

/** A picture with its toolbar, its table and its status line. */
export class PicturePage {
  private received: ReceivedPicture | undefined;
  private placed: PlacedPicture | undefined;
  private state: PageState;
  /** What is to be shown as soon as it is drawn. */
  private wanted: string | MarkTarget | undefined;
  private readonly focus: MarkFocus;
  private readonly measure: FloorMeasure;
  private readonly branches: TopologyGestures;
  private readonly replay: FloorReplay | undefined;
  private readonly tools: TopologyTools | undefined;
  private readonly map: MapWindow | undefined;
  private background: FloorBackground | undefined;
  private readonly frame: PageFrame;
  private readonly zoom: PageZoom;

  constructor(
    root: HTMLElement,
    private readonly host: PageHost,
  ) {
    this.frame = new PageFrame(root, host.subject);
    const { sheet } = this.frame;
    this.state = host.kept ?? { subject: host.subject, filter: '', isTable: false, scroll: [0, 0] };
    this.wanted = this.state.focused;
    this.focus = new MarkFocus(sheet, mark => this.noteFocus(mark));
    const parts: GestureParts = {
      placed: () => this.placed,
      zoom: () => this.zoom.factor,
      words: () => this.received?.words,
      isEditable: () => this.received?.isEditable ?? false,
      say: text => this.frame.say(text),
      post: message => host.post(message),
    };
    const drawn = {
      state: () => this.state,
      update: (change: Partial<PageState>) => this.update(change),
      draw: () => this.draw(),
      post: parts.post,
    };
    this.measure = new FloorMeasure(sheet, parts, isOn => {
      root.querySelector('[data-action=scale]')?.setAttribute('aria-pressed', String(isOn));
    });
    this.branches = new TopologyGestures(sheet, this.focus, {
      ...parts,
      holdZoom: () => this.update({ zoom: this.zoom.factor }),
      fit: () => this.update({ zoom: undefined, scroll: [0, 0] }),
    });
    const { kind } = host.subject;
    this.zoom = new PageZoom({
      ...{ kind, frame: this.frame, state: drawn.state, placed: parts.placed },
      change: change => this.change(change),
    });
    const mapParts = { ...drawn, plane: () => this.placed?.map };
    this.map = kind === 'map' ? new MapWindow(sheet, mapParts) : undefined;
    this.replay = kind === 'floor' ? new FloorReplay(root, drawn) : undefined;
    this.tools =
      kind === 'topology'
        ? new TopologyTools({
            root,
            focus: this.focus,
            ...drawn,
            change: change => this.branches.change(change),
          })
        : undefined;
    this.listen([
      ...(this.map ? [new MapGestures(sheet, this.map)] : []),
      this.measure,
      this.branches,
      ...(kind === 'racks' ? [new RackGestures(sheet, parts)] : []),
      ...(kind === 'floor' ? [new FloorGestures(sheet, this.focus, parts)] : []),
    ]);
  }

  /** Asks for the picture. */
  begin(): void {
    this.host.post(readyMessage(this.state));
  }

  hear(message: PictureMessage): void {
    switch (message.type) {
      case 'picture':
        this.received = message;
        // What is open the extension knows; the page keeps it.
        if (message.picture.kind === 'topology') this.update({ topology: message.picture.topology.kept });
        this.frame.fail(message.problem);
        return this.draw();
      case 'background':
        return void this.takeBackground(message.href);
      case 'show':
        this.wanted = message.target;
        this.tools?.forget();
        this.update({ isTable: false });
        return this.draw();
      case 'failed':
        this.frame.fail(message.sentence);
    }
  }

  private async takeBackground(href: string | undefined): Promise<void> {
    try {
      this.background = href === undefined ? undefined : await readBackground(href);
    } catch {
      this.background = undefined;
      this.frame.fail(this.received?.words.noBackground);
    }
    this.draw();
  }

  /** What is shown of what was received. */
  private get shown(): ShownPicture | undefined {
    const { received, background } = this;
    if (!received) return undefined;
    const picture = filteredPicture(received.picture, this.state);
    if (picture.kind === 'map') return this.map?.look(picture);
    if (picture.kind !== 'floor') return picture;
    const { isReversed = false } = this.state;
    return {
      ...picture,
      floor: { ...picture.floor, background, isReversed, frame: this.replay?.frame ?? 0 },
    };
  }

  /** What is exported: of a map no more than is seen of it. */
  private get exported(): { picture: ShownPicture | undefined; drawing: Drawing | undefined } {
    const { shown, placed, map } = this;
    if (!map || shown?.kind !== 'map' || !placed?.map) return { picture: shown, drawing: placed?.drawing };
    const picture = map.look(shown, true);
    return { picture, drawing: drawPicture(picture, { ...placed.map, zoom: 1 }).drawing };
  }

  /** Draws what was received last, for the size that the page has now. */
  draw(): void {
    const { received } = this;
    if (received?.picture.kind === 'floor') this.replay?.follow(received.picture.floor.layer);
    if (received?.picture.kind === 'topology') this.tools?.follow(received.picture.topology);
    let picture = this.shown;
    if (!received || !picture) return;
    const rows = this.state.isTable && filteredTable(received.table, picture, this.state.filter);
    this.frame.show(received, { ...this.state, count: rows ? rows.rows.length : countOf(picture) });
    if (!this.focus.isInside) this.frame.say('');
    if (rows)
      return this.frame.table.replaceChildren(
        pictureTable(rows, picture, message => this.host.post(message)),
      );
    if (this.map && typeof this.wanted === 'object') {
      this.map.seek(this.wanted, this.frame.size);
      picture = this.shown ?? picture;
    }
    const [before, held] = [this.placed, this.focus.isInside ? this.focus.current : undefined];
    this.placed = this.zoom.fit(picture);
    const scroll = this.zoom.drift(before, this.placed, held) ?? this.branches.drift(this.placed);
    if (scroll) this.update({ scroll });
    this.write(this.placed, this.zoom.factor);
    this.showWanted();
    this.tools?.showFirst();
    this.branches.follow(before, this.placed);
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
    if (this.map) return this.map.zoomBy(factor, this.focus.isInside ? this.focus.middle : undefined);
    this.zoom.by(factor, at);
  }

  private listen(gestures: readonly PageGesture[]): void {
    const { frame, focus, host } = this;
    const post = (message: PageMessage) => host.post(message);
    const zoomBy: ControlParts['zoomBy'] = (factor, at) => this.zoomBy(factor, at);
    listenToPage({
      ...{ kind: host.subject.kind, frame, focus, gestures, post, zoomBy, filter: this.state.filter },
      act: pictureActions({
        drawing: () => this.exported.drawing,
        zoom: () => this.zoom.factor,
        picture: () => this.exported.picture,
        measure: () => this.measure.turn(),
        branches: change => this.tools?.change(change),
        flows: () => this.tools?.turn(),
        reverse: () => this.replay?.reverse(),
        play: () => this.replay?.play(),
        trouble: () => this.change({ isTroubled: !this.state.isTroubled }),
        words: () => this.received?.words,
        say: text => frame.say(text),
        turn: () => this.change({ isTable: !this.state.isTable }),
        ...{ post, zoomBy },
      }),
      filtered: filter => (this.tools ? this.tools.lookFor(filter) : this.change({ filter })),
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
    if (mark) this.map?.bring(mark);
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
