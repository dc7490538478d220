import type { Debt } from './debts.ts';

/**
 * Names of endpoints that answer whatever is owed: who one is, own sessions and display options, signing out, and help.
 * The profile page, which no guard closes, reads them.
 */
const ALWAYS: readonly string[] = [
  'readMe',
  'readAccountInfo',
  'readProfile',
  'readTwoFactor',
  'signOut',
  'leaveIdentity',
  'confirmIdentity',
  'listAuthIps',
  'listMyOfficeLocations',
  'updateTheme',
  'updateTimezone',
  'listOwnSessions',
  'endOwnSession',
  'endOtherSessions',
  'listHelpPages',
  'readHelpPage',
  'createHelp',
];

/** Endpoints of the billing pages, which two-factor doesn't close either (core §2). */
const BILLING: readonly string[] = [
  'listPlans',
  'readBilling',
  'listBillingHistory',
  'previewPlan',
  'startCardSetUp',
  'connectCard',
  'updatePlan',
  'cancelSubscription',
];

/**
 * Names of the other endpoints that stay open to a user who owes something: what settles it. Everything else of the
 * contract is closed, also to programs with the user's API key. Public endpoints ask no one.
 */
export const OPEN_WHILE_OWING: Readonly<Record<Debt, readonly string[]>> = {
  terms: [...ALWAYS, 'acceptTos'],
  payment: [...ALWAYS, ...BILLING],
  password: [...ALWAYS, 'updatePassword'],
  two_factor: [...ALWAYS, ...BILLING, 'generateQr', 'enableTwoFactor'],
};

/** Returns the obligation that closes an endpoint. `null`: open, since nothing is owed or it settles some of it. */
export function closedBy(owed: readonly Debt[], endpoint: string): Debt | null {
  if (owed.some((debt) => OPEN_WHILE_OWING[debt].includes(endpoint))) return null;
  return owed[0] ?? null;
}
