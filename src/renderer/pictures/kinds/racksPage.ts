import { rackPicture, type RackTypes } from '../../../model/pictures/racks/rackPicture.js';
import type { PageKind } from '../pageKind.js';
import { RackGestures } from '../rackGestures.js';

export const page: PageKind<RackTypes> = {
  kind: rackPicture,
  tools: page => ({ gestures: [new RackGestures(page)] }),
};
