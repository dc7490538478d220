import { bellwether } from './bellwether/bellwether.ts';
import type { Brand, BrandKey } from './brand-shape.ts';
import { silverline } from './silverline/silverline.ts';
import { stillwater } from './stillwater/stillwater.ts';
import { talentpath } from './talentpath/talentpath.ts';

export type { Brand, BrandKey, LegalPage } from './brand-shape.ts';

export const DEFAULT_BRAND: BrandKey = 'bellwether';

export const brands: Readonly<Record<BrandKey, Brand>> = { bellwether, silverline, stillwater, talentpath };

/** The brand of that key; a key that no brand has means the default one. */
export function brandOf(key: string): Brand {
  return Object.values(brands).find((brand) => brand.key === key) ?? brands[DEFAULT_BRAND];
}
