import type { SessionFailure } from '../../machines/session/session-failure.ts';

const REASONS = {
  ended: 'Your session has ended. Sign in again.',
  cookieRefused: "Your browser didn't save the sign-in. Allow cookies for this site, then sign in again.",
  challengeOver: 'The code expired or was entered incorrectly too many times. Enter your password again.',
} as const;

/** Reason why no one is signed in, one sentence. */
export function failureWords({ reason, message }: SessionFailure): string {
  if (reason === undefined) return message;
  return reason.kind === 'noWayBack'
    ? `The session for ${reason.name ?? 'the previous user'} has ended. Sign in again.`
    : REASONS[reason.kind];
}
