import { writeAudit } from '../../audit.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { verifyCode } from '../two-factor/verify-code.ts';
import { findProof, openSudo } from './own-sessions.sql.ts';
import { deviceGuess, knownDevice } from './known-device.ts';
import { inTurn, verifyPassword } from './password.ts';
import { rotateSession, sudoUntil } from './session-tokens.ts';
import { countGuess, countSuccess, type Guess } from './sign-in-failures.ts';
import { tellLocked } from './tell-locked.ts';

export interface Proof {
  readonly password?: string | undefined;
  readonly otp_code?: string | undefined;
}

export interface Confirmed {
  readonly token: string;
  readonly seconds: number;
  readonly sudoUntil: Date;
}

const WRONG = {
  password: "Incorrect password. After several attempts, you'll need to wait before trying again.",
  otp_code:
    "The code is incorrect or was already used. After several attempts, you'll need to wait before trying again.",
} as const;

/**
 * Re-authenticates the user: opens the window for sensitive actions and rotates the session's token. A wrong answer
 * counts like a failed sign-in.
 * @throws {Refusal} `refused` for a wrong password or code and for too many attempts, `identity_changed` and
 * `no_session` like `rotateSession`, `too_many` when too many wait.
 */
export async function confirmIdentity(
  deps: Deps,
  identity: Identity,
  proof: Proof,
  { ip, requestId, deviceCookie }: { ip: string; requestId: string; deviceCookie: string | null },
): Promise<Confirmed> {
  const field = proof.password === undefined ? 'otp_code' : 'password';
  const at = deps.now();
  const person = await withAccount(deps.pool, identity, (tx) => findProof(tx, identity.userId));
  if (person === null) throw new Refusal('no_session', 'Please sign in.');
  const { userId } = identity;
  const device = knownDevice(deps, deviceCookie, { userId, passwordChangedAt: person.password_changed_at });
  const byPassword = device === null ? ({ what: 'user', who: person.username } as const) : deviceGuess(userId, device);
  const guess: Guess = { ...(field === 'password' ? byPassword : { what: 'code', who: userId }), ip };
  const { leave, fits } = await inTurn('known', async () => {
    const leave = await countGuess(deps.pool, guess, at);
    return { leave, fits: leave !== 'none' && (await proves(deps, identity, person.password_hash, proof)) };
  });
  if (!fits) {
    if (leave === 'last') tellLocked(deps, identity);
    throw new Refusal('refused', WRONG[field], { fields: { [field]: [WRONG[field]] } });
  }

  await countSuccess(deps.pool, guess);
  return withAccount(deps.pool, identity, async (tx) => {
    const { token, seconds } = await rotateSession(tx, identity.sessionId, at);
    const until = sudoUntil(at);
    await openSudo(tx, identity.sessionId, until);
    await writeAudit(tx, identity, requestId, { action: 'session.confirmed', detail: { by: field } });
    return { token, seconds, sudoUntil: until };
  });
}

async function proves(
  deps: Deps,
  identity: Identity,
  passwordHash: string,
  { password, otp_code: code }: Proof,
): Promise<boolean> {
  if (password !== undefined) return verifyPassword(passwordHash, password);
  if (code === undefined) return false;
  return withAccount(deps.pool, identity, (tx) => verifyCode(deps, tx, identity.userId, code, deps.now()));
}
