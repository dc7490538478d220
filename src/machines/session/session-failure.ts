/** Why it did not work, for the form and the screen in place of the app. */
export interface SessionFailure {
  readonly kind: 'unauthorized' | 'refused' | 'unreachable';
  readonly message: string;
  /** Messages by field of what was sent; empty unless it was refused. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly requestId: string | null;
  /** Seconds until a retry may succeed. `null`: now. */
  readonly retryAfter: number | null;
}

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

export const SESSION_ENDED: SessionFailure = {
  ...said('Your session has ended. Sign in again.'),
  kind: 'unauthorized',
};

/** The server signed the user in, and the next request does not carry the session. */
export const COOKIE_REFUSED = said(
  "Your browser didn't save the sign-in. Allow cookies for this site, then sign in again.",
);

export const CHALLENGE_OVER = said(
  'The code expired or was entered incorrectly too many times. Enter your password again.',
);
