import type { SecondStepDue } from '#contract/session.contract.ts';
import type { Deps } from '../../deps.ts';
import { refuseField } from '../../errors.ts';
import { verifyPassword } from './password.ts';
import { startSecondStep } from './second-step.service.ts';
import { type Client, enter, type SignedIn } from './session.service.ts';
import { findSignIn } from './session.sql.ts';
import { countGuess, countSuccess } from './sign-in-failures.ts';
import { tellLocked } from './tell-locked.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

const WRONG = "Incorrect username or password. After several attempts, you'll need to wait before trying again.";

/**
 * Signs a user in, or returns the required second step.
 * @throws {Refusal} `refused`, with the same text and timing for a wrong name, a wrong password, a disallowed address,
 * and too many attempts.
 */
export async function signIn(
  deps: Deps,
  { username, password }: Credentials,
  client: Client,
): Promise<SignedIn | SecondStepDue> {
  const guess = { what: 'user', who: username, ip: client.ip } as const;
  const leave = await countGuess(deps.pool, guess, deps.now());
  const found = await findSignIn(deps.pool, username, client.ip);
  const known = found !== null && found.active && found.address_allowed && leave !== 'none' ? found : null;
  const fits = await verifyPassword(known?.password_hash ?? null, password);
  if (known === null || !fits) {
    if (leave === 'last' && found?.active === true) {
      tellLocked(deps, { accountId: found.account_id, userId: found.user_id });
    }
    throw refuseField('password', WRONG);
  }

  await countSuccess(deps.pool, guess);
  const candidate = {
    accountId: known.account_id,
    userId: known.user_id,
    roles: known.roles,
    passwordHash: known.password_hash,
  };
  return known.two_factor ? startSecondStep(deps, candidate, 'password') : enter(deps, candidate, 'password', client);
}
