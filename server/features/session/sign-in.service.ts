import type { SecondStepDue } from '#contract/session/sign-in.contract.ts';
import type { Deps } from '../../deps.ts';
import { refuseField } from '../../errors.ts';
import { deviceGuess, knownDevice } from './known-device.ts';
import { inTurn, verifyPassword } from './password.ts';
import { startSecondStep } from './second-step.service.ts';
import { type Client, enter, type SignedIn } from './session.service.ts';
import { findSignIn, type SignInRow } from './session.sql.ts';
import { countAddress, countPerson, countSuccess, type Guess } from './sign-in-failures.ts';
import { tellLocked } from './tell-locked.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

const WRONG = "Incorrect username or password. After several attempts, you'll need to wait before trying again.";

/**
 * Signs a user in, or returns the required second step. `deviceCookie` exempts a browser that this user has signed in
 * with from the lock that strangers can bring about; it has a count of its own.
 * @throws {Refusal} `refused`, with the same text for a wrong name, a wrong password, a disallowed address, and too many
 * attempts, and the same timing except for an address that has to wait. `too_many` when too many sign in right now.
 */
export async function signIn(
  deps: Deps,
  { username, password }: Credentials,
  client: Client,
  deviceCookie: string | null,
): Promise<SignedIn | SecondStepDue> {
  const { pool } = deps;
  const at = deps.now();
  // A refusal by address says nothing about anyone, so it need not take the time of a hash.
  if (!(await countAddress(pool, client.ip, at))) throw refuseField('password', WRONG);
  const found = await findSignIn(pool, username, client.ip);
  const device = found === null ? null : knownDevice(deps, deviceCookie, personOf(found));
  const guess: Guess = {
    ...(device === null ? { what: 'user', who: username } : deviceGuess(found?.user_id ?? 0, device)),
    ip: client.ip,
  };
  const { leave, known, fits } = await inTurn(device === null ? 'stranger' : 'known', async () => {
    const leave = await countPerson(pool, guess, at);
    const known = found !== null && found.active && found.address_allowed && leave !== 'none' ? found : null;
    return { leave, known, fits: await verifyPassword(known?.password_hash ?? null, password) };
  });
  if (known === null || !fits) {
    if (leave === 'last' && found?.active === true) {
      tellLocked(deps, { accountId: found.account_id, userId: found.user_id });
    }
    throw refuseField('password', WRONG);
  }

  await countSuccess(pool, guess);
  const candidate = {
    accountId: known.account_id,
    userId: known.user_id,
    roles: known.roles,
    passwordHash: known.password_hash,
  };
  return known.two_factor ? startSecondStep(deps, candidate, 'password') : enter(deps, candidate, 'password', client);
}

const personOf = ({ user_id: userId, password_changed_at: passwordChangedAt }: SignInRow) => ({
  userId,
  passwordChangedAt,
});
