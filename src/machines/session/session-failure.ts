/** Why it did not work, for the form and the screen in place of the app. */
export interface SessionFailure {
  readonly kind: 'unauthorized' | 'refused' | 'unreachable';
  readonly message: string;
  /** Messages by field of what was sent; empty unless it was refused. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly requestId: string | null;
  /** Seconds until a retry may succeed. `null`: now. */
  readonly retryAfter: number | null;
  /** Known on this side, without a message. Absent: the message says it. */
  readonly reason?: SessionReason;
}

/** noWayBack: exiting found no identity to return to; `name`: whose. */
export type SessionReason =
  | { readonly kind: 'ended' | 'cookieRefused' | 'challengeOver' }
  | { readonly kind: 'noWayBack'; readonly name: string | null };

/** Returns what a port threw; anything that is no failure counts as an unreachable server. */
export function failureOf(thrown: unknown): SessionFailure {
  if (typeof thrown === 'object' && thrown !== null && 'kind' in thrown) return thrown as SessionFailure;
  return { ...said(String(thrown)), kind: 'unreachable' };
}

/** A failure that this side words. */
export const said = (message: string): SessionFailure => ({
  kind: 'refused',
  message,
  fields: {},
  requestId: null,
  retryAfter: null,
});

const known = (reason: SessionReason): SessionFailure => ({ ...said(''), reason });

export const SESSION_ENDED: SessionFailure = { ...known({ kind: 'ended' }), kind: 'unauthorized' };

/** The server signed the user in, and the next request does not carry the session. */
export const COOKIE_REFUSED = known({ kind: 'cookieRefused' });

export const CHALLENGE_OVER = known({ kind: 'challengeOver' });

export const noWayBackTo = (name: string | null): SessionFailure => known({ kind: 'noWayBack', name });
