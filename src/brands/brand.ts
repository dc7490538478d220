import type { BrandKey } from './brand-keys.ts';
import type { Brand } from './brand-shape.ts';
import { brands } from './every-brand.ts';

export type { BrandKey } from './brand-keys.ts';
export type { Brand, LegalPage } from './brand-shape.ts';
export { brands } from './every-brand.ts';

export const DEFAULT_BRAND: BrandKey = 'bellwether';

/** The brand of that key; a key that no brand has means the default one. */
export function brandOf(key: string): Brand {
  return Object.values(brands).find((brand) => brand.key === key) ?? brands[DEFAULT_BRAND];
}
