import { capital } from '../words/capital.ts';

/** Actions whose names don't say enough. */
const ACTIONS: Readonly<Record<string, string>> = {
  'access.denied': 'Access denied',
  'users.created': 'Added',
  'users.changed': 'Changed',
  'users.rolesChanged': 'Role changed',
  'users.deactivated': 'Deactivated',
  'users.activated': 'Activated',
  'users.membershipChanged': 'Membership changed',
  'session.actingBegun': 'Log-in as user started',
  'session.left': 'Log-in as user ended',
  'session.signedIn': 'Signed in',
};

/** An action of the audit log in words: `contacts.exported` is "contacts: exported". */
export const actionWords = (action: string): string =>
  ACTIONS[action] ??
  action
    .replace('.', ': ')
    .replaceAll('_', ' ')
    .replaceAll(/([A-Z])/gu, ' $1')
    .toLowerCase();

/** The same as the head of a line, with what it is about where the action alone doesn't say it. */
export const actionTitle = (action: string): string => {
  const words = ACTIONS[action];
  return words !== undefined && action.startsWith('users.')
    ? `User ${words.toLowerCase()}`
    : capital(actionWords(action));
};

/** Actions with a name of their own that has these words in it. */
export const actionsCalled = (words: string): string[] =>
  Object.keys(ACTIONS).filter((action) => actionTitle(action).toLowerCase().includes(words.toLowerCase()));
