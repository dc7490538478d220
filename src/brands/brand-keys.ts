// Written by `npm run brands` from the folders beside it.
export const BRAND_KEYS = ['bellwether', 'silverline', 'stillwater', 'talentpath'] as const;
export type BrandKey = (typeof BRAND_KEYS)[number];
