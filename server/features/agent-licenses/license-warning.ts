import { sql } from 'kysely';
import type { LicenseLine } from '#contract/agent-licenses.contract.ts';
import { type HeldLicense, type LicenseWarning, licenseWarning } from '#rules/licenses/licensed-in.ts';
import { readAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { Identity } from '../../identity.ts';
import { ownDay } from '../profile/own-day.ts';

/** What the current user should know before they sell in a state. `null`: nothing. */
export const warningFor = (
  deps: Pick<Deps, 'pool' | 'now'>,
  identity: Identity,
  place: { readonly state: string; readonly line: LicenseLine },
): Promise<LicenseWarning | null> =>
  readAccount(deps.pool, identity, async (tx) => {
    const { userId } = identity;
    const held = await tx.all(
      sql<HeldLicense>`select state, line, expires_on from agent_licenses where user_id = ${userId}`,
    );
    return held.length === 0 ? null : licenseWarning(held, { ...place, day: await ownDay(deps, tx, userId) });
  });
