import { mapPicture, type MapTypes } from '../../../model/pictures/maps/mapPicture.js';
import { MapGestures } from '../mapGestures.js';
import { MapWindow } from '../mapWindow.js';
import type { PageKind } from '../pageKind.js';

export const page: PageKind<MapTypes> = {
  kind: mapPicture,
  tools: page => {
    const { focus } = page;
    const map = new MapWindow(page);
    return {
      gestures: [new MapGestures(page.frame.sheet, map)],
      look: picture => map.look(picture),
      exported: shown => {
        const plane = page.placed?.map;
        if (!plane) return undefined;
        const picture = map.look(shown, true);
        return { picture, drawing: mapPicture.draw(picture, { ...plane, zoom: 1 }).drawing };
      },
      seek: target => map.seek(target),
      zoomBy: factor => map.zoomBy(factor, focus.isInside ? focus.middle : undefined),
      bring: mark => map.bring(mark),
    };
  },
};
