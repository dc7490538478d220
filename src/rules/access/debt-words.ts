import type { Debt } from './debts.ts';

/** Title and text of each obligation, on the page where it is settled and in the server's refusals. */
export const DEBT_WORDS: Readonly<Record<Debt, { readonly title: string; readonly text: string }>> = {
  terms: {
    title: 'Accept the terms of use to continue',
    text: 'You need to accept the latest version.',
  },
  payment: {
    title: 'Choose a plan to continue',
    text: 'Your account has no active plan. Your data is safe.',
  },
  password: {
    title: 'Change your password to continue',
    text: 'Your current password is temporary or has expired.',
  },
  two_factor: {
    title: 'Set up two-factor to continue',
    text: 'Your agency requires two-factor authentication at every sign-in.',
  },
};
