import { tokens as bellwether } from './bellwether/tokens.ts';
import type { BrandKey, BrandTokens } from './brand-shape.ts';
import { tokens as silverline } from './silverline/tokens.ts';
import { tokens as stillwater } from './stillwater/tokens.ts';
import { tokens as talentpath } from './talentpath/tokens.ts';

/** Colors of the brands. The server writes those of one into its page, so the first script doesn't carry all of them. */
export const brandTokens: Readonly<Record<BrandKey, BrandTokens>> = { bellwether, silverline, stillwater, talentpath };
