import type { Role } from '#contract/access.contract.ts';

/** Account types of those who administer. Source: platform, §6: `sub_admin` unless the central variant is on. */
export const adminTypes = (isCentral: boolean): readonly Role[] => [
  'admin',
  ...(isCentral ? [] : (['sub_admin'] as const)),
  'bu_admin',
  'regional_manager',
  'pool_holder',
];
