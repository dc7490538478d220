import type { Pool } from '#contract/pools.contract.ts';
import { reachOf } from '#rules/permissions.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { Identity } from '../../identity.ts';
import { findHeldPools, findPools } from './pools.sql.ts';

/** The pools that a user holds; whoever sees the account has all of them. */
export const poolsOf = (deps: Deps, identity: Identity): Promise<Pool[]> =>
  withAccount(deps.pool, identity, (tx) =>
    reachOf(identity.roles) === 'account' ? findPools(tx) : findHeldPools(tx, identity.userId),
  );
