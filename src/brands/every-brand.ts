// Written by `npm run brands` from the folders beside it.
import { bellwether } from './bellwether/bellwether.ts';
import { silverline } from './silverline/silverline.ts';
import { stillwater } from './stillwater/stillwater.ts';
import { talentpath } from './talentpath/talentpath.ts';
import type { BrandKey } from './brand-keys.ts';
import type { Brand } from './brand-shape.ts';

export const brands: Readonly<Record<BrandKey, Brand>> = { bellwether, silverline, stillwater, talentpath };
