// Written by `npm run brands` from the folders beside it.
import { tokens as bellwether } from './bellwether/tokens.ts';
import { tokens as silverline } from './silverline/tokens.ts';
import { tokens as stillwater } from './stillwater/tokens.ts';
import { tokens as talentpath } from './talentpath/tokens.ts';
import type { BrandKey } from './brand-keys.ts';
import type { BrandTokens } from './brand-shape.ts';

export const brandTokens: Readonly<Record<BrandKey, BrandTokens>> = { bellwether, silverline, stillwater, talentpath };
