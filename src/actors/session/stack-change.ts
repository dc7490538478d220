import type { IdentityStep } from '#contract/session.contract.ts';
import type { StoredStep } from '../../store/login-stack.store.ts';

/**
 * Milliseconds by which a step may end early and still count as expired. Our choice: a log-in as someone else exits
 * slightly early.
 */
const NEAR_MS = 15_000;

/** Message about a changed stack. `null`: unchanged, or never logged in as someone else here. */
export function wordsOfChange(before: readonly StoredStep[], now: readonly IdentityStep[], at: number): string | null {
  const last = before.at(-1);
  const top = now.at(-1);
  if (last === undefined || top === undefined || before.length <= now.length) return null;
  const left = before.slice(now.length);
  const ranOut = left.some(({ expires_at }) => Date.parse(expires_at) - NEAR_MS <= at);
  return ranOut ? `Your time as ${last.name} is over. You are ${top.name} again.` : `You are ${top.name} again.`;
}
