import type { CurrentAccount, CurrentUser } from '#contract/session.contract.ts';
import type { SecondStepDue } from '#contract/session/sign-in.contract.ts';
import { type Debt, debtFactsOf, debtsOf } from '#rules/access/debts.ts';
import { stepBelow } from './identity.ts';
import { noWayBackTo, type SessionFailure } from './session-failure.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Query with which the identity provider returns the user. */
export interface SsoReturn {
  readonly code: string;
  readonly state: string;
  readonly iss?: string;
}

export interface SessionInput {
  readonly random: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface SessionContext extends SessionInput {
  /** `null`: no one is signed in, or it is not known yet. */
  readonly user: CurrentUser | null;
  readonly account: CurrentAccount | null;
  /** `null`: no second step is owed. */
  readonly due: SecondStepDue | null;
  readonly failure: SessionFailure | null;
  readonly attempts: number;
  /** True after a sign-out: the page left is then not remembered. */
  readonly leftByWill: boolean;
  /** The server has let them in, and nothing has been read as them yet. */
  readonly hasJustSignedIn: boolean;
}

/** Commands of the user or the router. */
export type SessionCommand =
  | { type: 'session.open' }
  | ({ type: 'session.signIn' } & Credentials)
  | { type: 'session.startSso' }
  | ({ type: 'session.returnFromSso' } & SsoReturn)
  | { type: 'session.leave' }
  /** Something that the guards go by has changed on the server. */
  | { type: 'session.refresh' }
  | { type: 'session.signOut' }
  | { type: 'session.retry' };

/** Facts learned from other calls. */
export type SessionFact =
  | { type: 'session.expired' }
  /** The server refused a call until this is settled. */
  | { type: 'session.owes'; debt: Debt }
  | { type: 'session.identityChanged' }
  /** This tab has just taken a step onto the stack. */
  | { type: 'session.actedFor' }
  | { type: 'session.userChanged'; user: CurrentUser };

/** Exiting found no identity to return to. */
export const noWayBack = ({ user }: SessionContext): SessionFailure =>
  noWayBackTo(stepBelow(user?.identity ?? [])?.name ?? null);

export function userOf({ user }: SessionContext): CurrentUser {
  if (user === null) throw new Error('working without a user');
  return user;
}

/** Returns whether the session doesn't know yet that the user owes this. */
export const isNews = ({ user, account }: SessionContext, debt: Debt): boolean =>
  user !== null && account !== null && !debtsOf(debtFactsOf(user, account)).includes(debt);

/** Returns whether the user owes less by this change. */
export const settles = ({ user, account }: SessionContext, changed: CurrentUser): boolean =>
  user !== null &&
  account !== null &&
  debtsOf(debtFactsOf(changed, account)).length < debtsOf(debtFactsOf(user, account)).length;

export function dueOf({ due }: SessionContext): SecondStepDue {
  if (due === null) throw new Error('a second step that nobody owes');
  return due;
}

export function credentialsOf(event: { type: string }): Credentials {
  if (event.type !== 'session.signIn') throw new Error(`signing in by ${event.type}`);
  const { username, password } = event as Extract<SessionCommand, { type: 'session.signIn' }>;
  return { username, password };
}

export function ssoReturnOf(event: { type: string }): SsoReturn {
  if (event.type !== 'session.returnFromSso') throw new Error(`returning from the provider by ${event.type}`);
  const { type: _, ...query } = event as Extract<SessionCommand, { type: 'session.returnFromSso' }>;
  return query;
}
