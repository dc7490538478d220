import type { AdminUser, LoginType } from '#contract/users.contract.ts';

export const nameOf = ({ first_name: first, last_name: last, username }: AdminUser): string =>
  [first, last].filter(Boolean).join(' ') || username;

/** Family name first, as the list is sorted. */
export const listName = ({ first_name: first, last_name: last, username }: AdminUser): string =>
  [last, first].filter(Boolean).join(', ') || username;

/** Purpose of each way of logging in as someone else. */
export const LOGIN_TYPE_WORDS: Readonly<Record<LoginType, { label: string; about: string }>> = {
  login_as: { label: 'Log in as', about: 'As their manager, to help with their work.' },
  impersonate: { label: 'Impersonate', about: 'As support, to see what they see and fix a problem.' },
};

/** The button that leads to it. */
export const actLabel = ({ login_types: types }: AdminUser): string =>
  LOGIN_TYPE_WORDS[types.length === 0 || types.includes('login_as') ? 'login_as' : 'impersonate'].label;

/** Actions that no one can do for another user (promise P6). */
export const NOT_WHILE_ACTING = 'passwords, two-factor, API keys, terms of use, cards and roles';
