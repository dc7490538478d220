import { cut, page, type Place } from './place.ts';

const own = page('/account/profile', '/account/profile', '.page-gaps, .settings-rows');

/** The user's public page on their profile. */
export const PAGE_PLACES: Readonly<Record<string, Place>> = {
  'the own public page': own,
  'the own public page that fails to load': cut(
    own,
    '/account/profile',
    '**/v1/users/own_webpage',
    'fails',
    '[role="alert"]',
  ),
};
