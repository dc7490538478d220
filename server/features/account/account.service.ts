import type { CurrentAccount } from '#contract/session.contract.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { findAccount } from './account.sql.ts';

/** Facts for the guards. @throws {Refusal} `no_session` when the user no longer exists. */
export const readAccountInfo = (deps: Deps, identity: Identity): Promise<CurrentAccount> =>
  withAccount(deps.pool, identity, async (tx) => {
    const account = await findAccount(tx, identity.userId);
    if (account === null) throw new Refusal('no_session', 'Please sign in.');
    return account;
  });
