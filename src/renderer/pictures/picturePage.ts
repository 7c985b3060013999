import type { Drawing, Mark, MarkTarget } from '../../model/pictures/drawing.js';
import { fromPlane, toPlane } from '../../model/pictures/floorPlane.js';
import type {
  PageMessage,
  PageState,
  PictureMessage,
  PictureSubject,
} from '../../model/pictures/pictureMessages.js';
import {
  countOf,
  drawPicture,
  filteredPicture,
  type PlacedPicture,
  type ShownPicture,
} from '../../model/pictures/shownPicture.js';
import type { FloorBackground } from '../../model/pictures/shownFloor.js';
import { writeSvg } from '../../model/pictures/writeSvg.js';
import { FloorGestures } from './floorGestures.js';
import { FloorReplay } from './floorReplay.js';
import { FloorMeasure, readBackground } from './floorTools.js';
import { MapGestures } from './mapGestures.js';
import { MapWindow } from './mapWindow.js';
import { MarkFocus } from './markFocus.js';
import { pictureActions } from './pictureActions.js';
import { twinTable } from './pictureTable.js';
import { RackGestures, type GestureParts } from './rackGestures.js';
import { screenPalette } from './themePalette.js';
import { TopologyGestures } from './topologyGestures.js';
import { TopologyTools } from './topologyTools.js';

/** What a page has of the editor around it. */
export interface PageHost {
  readonly subject: PictureSubject;
  /** What it kept before a reload. */
  readonly kept: PageState | undefined;
  keep(state: PageState): void;
  post(message: PageMessage): void;
}

type Received = PictureMessage & { type: 'picture' };

const smallest = 0.1;
/** Of a floor with thousands of points one wants to see a room. */
const largest = { racks: 4, power: 4, floor: 16, topology: 4, map: 1 } as const;
const zoomStep = 1.25;

/** A picture with its toolbar, its table and its status line. */
export class PicturePage {
  private received: Received | undefined;
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
  private readonly gestures: readonly {
    readonly hasJustDragged?: boolean;
    press(event: KeyboardEvent, mark: Mark | undefined): boolean;
    pick?(mark: Mark | undefined, event: MouseEvent): boolean;
  }[];
  private background: FloorBackground | undefined;
  private readonly place: HTMLElement;
  private readonly sheet: HTMLElement;
  private readonly status: HTMLElement;

  constructor(
    private readonly root: HTMLElement,
    private readonly host: PageHost,
  ) {
    this.place = this.part('place');
    this.sheet = this.part('sheet');
    this.status = this.part('status');
    this.state = host.kept ?? { subject: host.subject, filter: '', isTable: false, scroll: [0, 0] };
    this.wanted = this.state.focused;
    this.focus = new MarkFocus(this.sheet, mark => this.noteFocus(mark));
    const parts: GestureParts = {
      placed: () => this.placed,
      zoom: () => this.zoom,
      words: () => this.received?.words,
      isEditable: () => this.received?.isEditable ?? false,
      say: text => this.say(text),
      post: message => host.post(message),
    };
    this.measure = new FloorMeasure(this.sheet, parts, isOn => {
      this.root.querySelector('[data-action=scale]')?.setAttribute('aria-pressed', String(isOn));
    });
    this.branches = new TopologyGestures(this.sheet, this.focus, {
      ...parts,
      holdZoom: () => this.update({ zoom: this.zoom }),
      fit: () => this.update({ zoom: undefined, scroll: [0, 0] }),
    });
    const { kind } = host.subject;
    const drawn = {
      state: () => this.state,
      update: (change: Partial<PageState>) => this.update(change),
      draw: () => this.draw(),
      post: parts.post,
    };
    this.map =
      kind === 'map' ? new MapWindow(this.sheet, { ...drawn, plane: () => this.placed?.map }) : undefined;
    this.gestures = [
      ...(this.map ? [new MapGestures(this.sheet, { ...parts, map: this.map })] : []),
      this.measure,
      this.branches,
      new RackGestures(this.sheet, parts),
      new FloorGestures(this.sheet, this.focus, parts),
    ];
    this.part('tools').hidden = kind !== 'floor' && kind !== 'topology';
    this.sheet.toggleAttribute('data-map', kind === 'map');
    this.replay = kind === 'floor' ? new FloorReplay(root, drawn) : undefined;
    this.tools =
      kind === 'topology' ? new TopologyTools(root, change => this.branches.change(change)) : undefined;
    this.listen();
  }

  /** Asks for the picture. */
  begin(): void {
    this.host.post({ type: 'ready', kept: this.state.layer, topology: this.state.topology });
  }

  hear(message: PictureMessage): void {
    switch (message.type) {
      case 'picture':
        this.received = message;
        // What is open the extension knows; the page keeps it.
        if (message.picture.kind === 'topology') this.update({ topology: message.picture.topology.kept });
        this.fail(message.problem);
        return this.draw();
      case 'background':
        return void this.takeBackground(message.href);
      case 'show':
        this.wanted = message.target;
        this.update({ isTable: false });
        return this.draw();
      case 'failed':
        this.fail(message.sentence);
    }
  }

  private fail(sentence: string | undefined): void {
    this.part('failed').hidden = sentence === undefined;
    this.part('sentence').textContent = sentence ?? '';
  }

  private async takeBackground(href: string | undefined): Promise<void> {
    try {
      this.background = href === undefined ? undefined : await readBackground(href);
    } catch {
      this.background = undefined;
      this.fail(this.received?.words.noBackground);
    }
    this.draw();
  }

  /** What is shown of what was received. */
  private get shown(): ShownPicture | undefined {
    const { received, background } = this;
    if (!received) return undefined;
    const picture = filteredPicture(received.picture, this.state.filter);
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
    this.root.dataset['state'] = 'drawn';
    this.showParts(received, countOf(picture));
    if (this.state.isTable) {
      this.part('table').replaceChildren(
        twinTable(received.table, target => this.host.post({ type: 'open', target })),
      );
      return;
    }
    const { clientWidth: width, clientHeight: height } = this.place;
    if (this.map && typeof this.wanted === 'object') {
      this.map.seek(this.wanted, { width, height });
      picture = this.shown ?? picture;
    }
    const first =
      this.state.zoom === undefined ? drawPicture(picture, { width, height, zoom: 1 }) : undefined;
    if (first) this.placed = first;
    const { zoom } = this;
    this.placed =
      first && zoom === 1
        ? first
        : drawPicture(picture, { width: width / zoom, height: height / zoom, zoom });
    const drift = this.branches.drift(this.placed);
    if (drift) {
      const { scrollLeft, scrollTop } = this.place;
      this.update({ scroll: [scrollLeft + drift[0] * zoom, scrollTop + drift[1] * zoom] });
    }
    const focused = this.focus.forget();
    this.sheet.toggleAttribute('data-plane', this.placed.plane !== undefined);
    this.sheet.innerHTML = writeSvg(this.placed.drawing, screenPalette, zoom);
    this.focus.follow(this.placed.drawing);
    if (focused !== undefined) this.focus.restore(focused);
    this.showWanted();
  }

  /** Draws larger or smaller around a point of the window; as much as fits without a factor. */
  zoomBy(factor: number | undefined, at?: { readonly clientX: number; readonly clientY: number }): void {
    if (this.map) return this.map.zoomBy(factor, this.focus.isInside ? this.focus.middle : undefined);
    const old = this.zoom;
    const most = largest[this.host.subject.kind];
    const zoom = factor === undefined ? undefined : Math.min(Math.max(old * factor, smallest), most);
    const frame = this.place.getBoundingClientRect();
    const [x, y] = at
      ? [at.clientX - frame.left, at.clientY - frame.top]
      : [frame.width / 2, frame.height / 2];
    const point = { x: (this.place.scrollLeft + x) / old, y: (this.place.scrollTop + y) / old };
    const { plane } = this.placed ?? {};
    const place = plane ? fromPlane(plane, point) : point;
    this.update({ zoom });
    this.draw();
    const now = this.placed?.plane ? toPlane(this.placed.plane, place) : point;
    this.place.scrollTo(now.x * this.zoom - x, now.y * this.zoom - y);
  }

  private get zoom(): number {
    if (this.state.zoom !== undefined) return this.state.zoom;
    const glance = this.placed?.glance;
    if (glance === undefined) return 1;
    const fitting = this.place.clientHeight / Math.max(glance, 1);
    return Math.min(Math.max(fitting, 0.7), 1.25) || 1;
  }

  private listen(): void {
    const act = pictureActions({
      drawing: () => this.exported.drawing,
      picture: () => this.exported.picture,
      measure: () => this.measure.turn(),
      branches: change => this.branches.change(change),
      flows: () => this.tools?.turn(),
      reverse: () => this.replay?.reverse(),
      play: () => this.replay?.play(),
      words: () => this.received?.words,
      say: text => this.say(text),
      post: message => this.host.post(message),
      zoomBy: factor => this.zoomBy(factor),
      turn: () => {
        this.update({ isTable: !this.state.isTable });
        this.draw();
      },
    });
    this.root.addEventListener('click', ({ target }) => {
      const name = target instanceof Element && target.closest('[data-action]')?.getAttribute('data-action');
      if (name) act(name);
    });
    const filter = this.part('filter') as HTMLInputElement;
    filter.value = this.state.filter;
    filter.addEventListener('input', () => {
      this.update({ filter: filter.value });
      this.draw();
    });
    this.place.addEventListener('scroll', () =>
      this.update({ scroll: [this.place.scrollLeft, this.place.scrollTop] }),
    );
    this.place.addEventListener(
      'wheel',
      event => {
        if (!event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        this.zoomBy(event.deltaY < 0 ? zoomStep : 1 / zoomStep, event);
      },
      { passive: false },
    );
    this.sheet.addEventListener('keydown', event => this.press(event));
    this.sheet.addEventListener('click', event => {
      const { target } = event;
      const mark = target instanceof Element ? this.focus.markOf(target) : undefined;
      const hasDragged = this.gestures.some(({ hasJustDragged }) => hasJustDragged);
      if (hasDragged || this.gestures.some(gesture => gesture.pick?.(mark, event))) return;
      if (mark?.opens) this.host.post({ type: 'open', target: mark.opens });
    });
  }

  private press(event: KeyboardEvent): void {
    const factor = { '+': zoomStep, '=': zoomStep, '-': 1 / zoomStep }[event.key];
    const mark = this.focus.current;
    if (this.gestures.some(gesture => gesture.press(event, mark))) event.preventDefault();
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (factor || event.key === '0') this.zoomBy(factor);
    else if ((event.key === 'Enter' || event.key === ' ') && mark?.opens)
      this.host.post({ type: 'open', target: mark.opens });
    else if (!this.focus.press(event.key)) return;
    event.preventDefault();
  }

  private showParts({ isEditable, words, picture }: Received, count: number): void {
    const { isTable } = this.state;
    this.place.hidden = isTable;
    this.part('table').hidden = !isTable;
    this.part('turn').setAttribute('aria-pressed', String(isTable));
    // Of others nothing can be dragged, whatever the connection lets one do.
    this.part('locked').hidden = isEditable || (picture.kind !== 'racks' && picture.kind !== 'floor');
    this.part('filter').hidden = countOf(picture) < 2;
    const nothing = this.part('nothing');
    nothing.hidden = count > 0;
    nothing.textContent = this.state.filter ? words.noMatch : words.nothing;
    if (!this.focus.isInside) this.say('');
  }

  private showWanted(): void {
    const isShown = this.wanted === undefined ? undefined : this.focus.show(this.wanted);
    if (isShown === undefined) this.place.scrollTo(...this.state.scroll);
    this.wanted = undefined;
  }

  private noteFocus(mark: Mark | undefined): void {
    this.update({ focused: mark?.id });
    this.say(mark?.label ?? '');
    if (mark) this.map?.bring(mark);
  }

  private say(text: string): void {
    const { isEditable = false, words } = this.received ?? {};
    this.status.textContent = text || ((isEditable ? words?.hint : words?.lockedHint) ?? '');
  }

  private update(change: Partial<PageState>): void {
    this.state = { ...this.state, ...change, subject: this.host.subject };
    this.host.keep(this.state);
  }

  private part(id: string): HTMLElement {
    return this.root.querySelector<HTMLElement>(`#${id}`)!;
  }
}
