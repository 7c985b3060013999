import { powerPicture, type PowerTypes } from '../../../model/pictures/racks/powerPicture.js';
import type { PageKind } from '../pageKind.js';

export const page: PageKind<PowerTypes> = { kind: powerPicture };
