import type { CurrentAccount, CurrentUser } from '#contract/session.contract.ts';

/** Obligations that a user must settle before anything else, the first one due first (core §2). */
export const DEBTS = ['terms', 'payment', 'password', 'two_factor'] as const;
export type Debt = (typeof DEBTS)[number];

export interface DebtFacts {
  /** Has accepted the latest terms of use. */
  readonly hasAcceptedTerms: boolean;
  readonly isPaid: boolean;
  readonly mustChangePassword: boolean;
  /** Two-factor is required and not set up. */
  readonly mustEnrolTwoFactor: boolean;
  /** Any of the five markers: someone else's terms and second factor are not theirs to settle. */
  readonly actsForSomebody: boolean;
}

/** Returns what a user owes. Route guards, the frame's dialogs and the server's admission read this one rule. */
export function debtsOf(facts: DebtFacts): readonly Debt[] {
  const owed: Record<Debt, boolean> = {
    terms: !facts.hasAcceptedTerms && !facts.actsForSomebody,
    payment: !facts.isPaid,
    password: facts.mustChangePassword,
    two_factor: facts.mustEnrolTwoFactor && !facts.actsForSomebody,
  };
  return DEBTS.filter((debt) => owed[debt]);
}

/** Returns the facts as the server tells them to the browser. */
export const debtFactsOf = (user: CurrentUser, account: CurrentAccount): DebtFacts => ({
  hasAcceptedTerms: user.tos && user.updated_tos,
  isPaid: account['paid_user?'],
  mustChangePassword: account['change_password?'],
  mustEnrolTwoFactor: user['two_fa_is_required?'] && !user['has_2fa_enabled?'],
  actsForSomebody: user.identity.length > 1,
});

/** Code of the server's refusal. */
export type DebtCode = `${Debt}_due`;

export const codeOfDebt = (debt: Debt): DebtCode => `${debt}_due`;

/** Returns the obligation that a refusal names. `null`: refused for another reason. */
export const debtOfCode = (code: string): Debt | null => DEBTS.find((debt) => codeOfDebt(debt) === code) ?? null;
