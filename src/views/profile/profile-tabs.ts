/** Tabs of the user's account as they appear in the URL; `password` and `two_factor` are the spec's names. */
export const PROFILE_TABS = [
  'profile',
  'licensing',
  'password',
  'two_factor',
  'display',
  'api',
  'sessions',
  'features',
] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];
