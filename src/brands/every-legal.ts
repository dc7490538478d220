// Written by `npm run brands` from the folders beside it.
import { legal as bellwether } from './bellwether/legal.ts';
import { legal as silverline } from './silverline/legal.ts';
import { legal as stillwater } from './stillwater/legal.ts';
import { legal as talentpath } from './talentpath/legal.ts';
import type { BrandKey } from './brand-keys.ts';
import type { BrandLegal } from './brand-shape.ts';

export const legalTexts: Readonly<Record<BrandKey, BrandLegal>> = { bellwether, silverline, stillwater, talentpath };
