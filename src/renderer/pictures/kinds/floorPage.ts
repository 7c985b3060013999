import { floorPicture, type FloorTypes } from '../../../model/pictures/floors/floorPicture.js';
import type { FloorBackground } from '../../../model/pictures/floors/shownFloor.js';
import { FloorGestures } from '../floorGestures.js';
import { FloorReplay } from '../floorReplay.js';
import { FloorMeasure, readBackground } from '../floorTools.js';
import type { DrawnPage, KindTools, PageKind } from '../pageKind.js';

export const page: PageKind<FloorTypes> = { kind: floorPicture, tools };

function tools(page: DrawnPage<FloorTypes>): KindTools<FloorTypes> {
  const measure = new FloorMeasure(page);
  const replay = new FloorReplay(page);
  let background: FloorBackground | undefined;
  const takeBackground = async (href: string | undefined) => {
    try {
      background = href === undefined ? undefined : await readBackground(href);
    } catch {
      background = undefined;
      page.frame.fail(page.words?.noBackground);
    }
    page.draw();
  };
  return {
    gestures: [measure, new FloorGestures(page)],
    actions: {
      background: () => page.post({ type: 'background' }),
      scale: () => measure.turn(),
      reverse: () => replay.reverse(),
      play: () => replay.play(),
    },
    kept: () => page.state.layer,
    takeBackground: href => void takeBackground(href),
    look: picture => {
      replay.follow(picture.floor.layer);
      const { isReversed = false } = page.state;
      return { ...picture, floor: { ...picture.floor, background, isReversed, frame: replay.frame } };
    },
  };
}
