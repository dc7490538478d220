import { TERMS_EFFECTIVE } from '#brands/legal-pages.ts';
import type { Permission, Role } from '#contract/access.contract.ts';
import { codeOfDebt, type Debt, debtsOf } from '#rules/access/debts.ts';
import { DEBT_WORDS } from '#rules/access/debt-words.ts';
import { closedBy } from '#rules/access/open-while-owing.ts';
import { Refusal } from './errors.ts';

/** Identity of a request, from its session or API key, and from no other source. */
export interface Identity {
  /** 0 when an API key asks. */
  readonly sessionId: number;
  /** Present when an API key asks. */
  readonly keyId?: number;
  /** Requests of the key in a minute at most; `null` or absent: as many as a person. */
  readonly keyPerMinute?: number | null;
  readonly accountId: number;
  /** User the request acts as: the top of the identity stack. */
  readonly userId: number;
  readonly businessUnitId: number;
  /** User who signed in: the bottom of the stack. */
  readonly actorId: number;
  /** Height of the stack, 0 for who signed in. */
  readonly depth: number;
  /** Roles of the user the request acts as. They decide its visibility; what it may do is in `permissions`. */
  readonly roles: readonly Role[];
  /** Rights of the top of the stack, less what a level below or the API key lacks. */
  readonly permissions: readonly Permission[];
  readonly via: 'session' | 'apiKey';
  /** Time until which sensitive actions need no re-authentication. `null`: none yet, or acting for another user. */
  readonly sudoUntil: Date | null;
  /** The same of who signed in, also while they act for another. */
  readonly signerSudoUntil: Date | null;
  /** Obligations of the user the request acts as; until they are settled, only what settles them is open. */
  readonly owes: readonly Debt[];
}

/** A user's row as the function `debt_facts` returns it. */
export interface DebtRow {
  /** Date of the accepted terms of use. `null`: none. */
  readonly terms_accepted: string | null;
  readonly paid: boolean;
  readonly change_password: boolean;
  readonly two_factor_due: boolean;
}

/** Returns what the user at the top of a stack owes. */
export const debtsOfRow = (row: DebtRow, depth: number): readonly Debt[] =>
  debtsOf({
    hasAcceptedTerms: row.terms_accepted !== null && row.terms_accepted >= TERMS_EFFECTIVE,
    isPaid: row.paid,
    mustChangePassword: row.change_password,
    mustEnrolTwoFactor: row.two_factor_due,
    actsForSomebody: depth > 0,
  });

/** @throws {Refusal} with the obligation's code when it closes the endpoint. */
export function requireNothingOwed({ owes }: Pick<Identity, 'owes'>, endpoint: string): void {
  const debt = closedBy(owes, endpoint);
  if (debt === null) return;
  const { title, text } = DEBT_WORDS[debt];
  throw new Refusal(codeOfDebt(debt), `${title}. ${text}`);
}

/** Changes of the user's own re-authentication; everything else of an identity comes with the session. */
export const isSelf = ({ depth, via }: Pick<Identity, 'depth' | 'via'>): boolean => depth === 0 && via === 'session';

/** @throws {Refusal} `access_denied` when the identity lacks the permission. */
export function requirePermission({ permissions }: Pick<Identity, 'permissions'>, permission: Permission): void {
  if (!permissions.includes(permission)) throw new Refusal('access_denied', 'Access denied!');
}

/**
 * For changes of which only some require recent re-authentication.
 * @throws {Refusal} `sudo_required` without it, `access_denied` while acting as someone else, which rules it out.
 */
export function requireProof({ depth, sudoUntil }: Pick<Identity, 'depth' | 'sudoUntil'>, at: Date): void {
  if (depth > 0) throw new Refusal('access_denied', "You can't do this while logged in as another user.");
  if (sudoUntil === null || sudoUntil <= at) throw new Refusal('sudo_required', "Confirm it's you.");
}
