import type { Drawing, Mark, MarkTarget } from '../../model/pictures/drawing.js';
import type { PageState, PictureSubject } from '../../model/pictures/pictureMessages.js';
import { drawPicture } from '../../model/pictures/pictureKinds.js';
import type {
  FloorPicture,
  MapPicture,
  PlacedPicture,
  ShownPicture,
  TopologyPicture,
} from '../../model/pictures/shownPicture.js';
import type { FloorBackground } from '../../model/pictures/floors/shownFloor.js';
import { graphTexts, type GraphFormat } from '../../model/pictures/topology/topologyText.js';
import { FloorGestures } from './floorGestures.js';
import { FloorReplay } from './floorReplay.js';
import { FloorMeasure, readBackground } from './floorTools.js';
import { MapGestures } from './mapGestures.js';
import { MapWindow } from './mapWindow.js';
import type { MarkFocus } from './markFocus.js';
import type { PageGesture } from './pageControls.js';
import type { PageFrame } from './pageFrame.js';
import { RackGestures, type GestureParts } from './rackGestures.js';
import { TopologyGestures } from './topologyGestures.js';
import { TopologyTools } from './topologyTools.js';

/** What the tools of a kind have of the page. */
export interface ToolPage extends GestureParts {
  readonly frame: PageFrame;
  readonly focus: MarkFocus;
  readonly state: () => PageState;
  readonly update: (change: Partial<PageState>) => void;
  /** Draws what was received last. */
  readonly draw: () => void;
}

/** What a kind of picture has on its page besides what every picture has. */
export interface KindTools<P extends ShownPicture = ShownPicture> {
  /** The first that takes a key or a click has it. */
  readonly gestures: readonly PageGesture[];
  /** Buttons of the toolbar by their names. */
  readonly actions?: Readonly<Record<string, () => void>>;
  /** Takes what was received, before it is drawn for the first time. */
  receive?(picture: P): void;
  /** Takes what lies below the picture, as a data URL. */
  takeBackground?(href: string | undefined): void;
  /** Takes what is to be drawn. @returns what is drawn of it */
  look?(picture: P): P;
  /** What is exported where that is not what is drawn. */
  exported?(picture: P): { picture: P; drawing: Drawing } | undefined;
  /** Looks at a node before a drawing. */
  seek?(target: MarkTarget): void;
  /** Is told to show something that the filter may hide. */
  forgetFilter?(): void;
  lookFor?(filter: string): void;
  /** In place of the zoom of a picture that scrolls. */
  zoomBy?(factor: number | undefined): void;
  /** How far the window has to scroll for what stays where it is. */
  drift?(placed: PlacedPicture): readonly [left: number, top: number] | undefined;
  /** Follows a drawing. @param before what was drawn before it */
  drawn?(before: PlacedPicture | undefined, placed: PlacedPicture): void;
  /** Brings what has the keyboard into sight. */
  bring?(mark: Mark): void;
}

type ToolsOf = {
  readonly [Kind in PictureSubject['kind']]: (
    page: ToolPage,
  ) => KindTools<Extract<ShownPicture, { kind: Kind }>>;
};

/** The tools of each kind of picture. */
const kindTools: ToolsOf = {
  racks: page => ({
    gestures: [new RackGestures(page.frame.sheet, page)],
    actions: {
      trouble: () => {
        page.update({ isTroubled: !page.state().isTroubled });
        page.draw();
      },
    },
  }),
  power: () => ({ gestures: [] }),
  floor: page => floorTools(page),
  topology: page => topologyTools(page),
  map: page => mapTools(page),
};

/** The tools of a picture, which its page gives pictures of their own kind alone. */
export const toolsOf = ({ kind }: PictureSubject, page: ToolPage): KindTools =>
  kindTools[kind](page) as KindTools;

function floorTools(page: ToolPage): KindTools<FloorPicture> {
  const { frame, focus, post } = page;
  const { root, sheet } = frame;
  const measure = new FloorMeasure(sheet, page, isOn => frame.press('scale', isOn));
  const replay = new FloorReplay(root, page);
  let background: FloorBackground | undefined;
  const takeBackground = async (href: string | undefined) => {
    try {
      background = href === undefined ? undefined : await readBackground(href);
    } catch {
      background = undefined;
      frame.fail(page.words()?.noBackground);
    }
    page.draw();
  };
  return {
    gestures: [measure, new FloorGestures(sheet, focus, page)],
    actions: {
      background: () => post({ type: 'background' }),
      scale: () => measure.turn(),
      reverse: () => replay.reverse(),
      play: () => replay.play(),
    },
    takeBackground: href => void takeBackground(href),
    look: picture => {
      replay.follow(picture.floor.layer);
      const { isReversed = false } = page.state();
      return { ...picture, floor: { ...picture.floor, background, isReversed, frame: replay.frame } };
    },
  };
}

function topologyTools(page: ToolPage): KindTools<TopologyPicture> {
  const { frame, focus, update } = page;
  const { root, sheet } = frame;
  let picture: TopologyPicture | undefined;
  const branches = new TopologyGestures(sheet, focus, {
    ...page,
    holdZoom: () => update({ zoom: page.zoom() }),
    fit: () => update({ zoom: undefined, scroll: [0, 0] }),
  });
  const tools = new TopologyTools({ ...page, root, change: change => branches.change(change) });
  const textOf = (format: GraphFormat) =>
    picture ? graphTexts[format](picture.topology, picture.title) : '';
  const copy = (format: GraphFormat) => page.post({ type: 'copy', text: textOf(format), format });
  const save = (format: GraphFormat) => page.post({ type: 'save', data: textOf(format), format });
  return {
    gestures: [branches],
    actions: {
      openMore: () => tools.change({ kind: 'more' }),
      openUsual: () => tools.change({ kind: 'usual' }),
      flows: () => tools.turn(),
      copyDot: () => copy('dot'),
      saveDot: () => save('dot'),
      copyMermaid: () => copy('mermaid'),
      saveMermaid: () => save('mermaid'),
    },
    // What is open the extension knows; the page keeps it.
    receive: received => update({ topology: received.topology.kept }),
    look: shown => {
      tools.follow(shown.topology);
      return (picture = shown);
    },
    forgetFilter: () => tools.forget(),
    lookFor: filter => tools.lookFor(filter),
    drift: placed => branches.drift(placed),
    drawn: (before, placed) => {
      tools.showFirst();
      branches.follow(before, placed);
    },
  };
}

function mapTools(page: ToolPage): KindTools<MapPicture> {
  const { frame, focus } = page;
  const map = new MapWindow(frame.sheet, { ...page, plane: () => page.placed()?.map });
  return {
    gestures: [new MapGestures(frame.sheet, map)],
    look: picture => map.look(picture),
    exported: shown => {
      const plane = page.placed()?.map;
      if (!plane) return undefined;
      const picture = map.look(shown, true);
      return { picture, drawing: drawPicture(picture, { ...plane, zoom: 1 }).drawing };
    },
    seek: target => map.seek(target, frame.size),
    zoomBy: factor => map.zoomBy(factor, focus.isInside ? focus.middle : undefined),
    bring: mark => map.bring(mark),
  };
}
