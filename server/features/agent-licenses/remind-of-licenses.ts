import { EXPIRES_SOON_DAYS, type LicenseLine } from '#contract/agent-licenses.contract.ts';
import { LICENSE_LINE_WORDS } from '#rules/licenses/licensed-in.ts';
import { stateName } from '#rules/places/us-states.ts';
import { plusDays, utcDay } from '#rules/time/days.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { outsideAccounts, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { notify } from '../notifications/notify.ts';

/** Interval for looking at licenses that end, in ms. Ours. */
export const REMIND_OF_LICENSES_EVERY_MS = 3_600_000;

interface Ending {
  readonly account_id: number;
  readonly id: number;
  readonly user_id: number;
  readonly state: string;
  readonly line: LicenseLine;
  /** `YYYY-MM-DD` */
  readonly expires_on: string;
}

/** Tells agents of licenses that end soon, once for each last day. */
export async function remindOfLicenses({ pool, now, log }: Pick<Deps, 'pool' | 'now' | 'log'>): Promise<void> {
  const at = now();
  const today = utcDay(at);
  const ending = await outsideAccounts<Ending>(
    pool,
    'select account_id, id, user_id, state, line, expires_on from find_ending_licenses($1, $2)',
    [today, plusDays(today, EXPIRES_SOON_DAYS)],
  );
  for (const { account_id: accountId, id, user_id: userId, state, line, expires_on: last } of ending) {
    try {
      await withAccount(pool, { accountId }, (tx) =>
        notify(tx, {
          accountId,
          userId,
          kind: 'license',
          aboutId: id,
          occurrence: last,
          title: `Your ${LICENSE_LINE_WORDS[line].toLowerCase()} license for ${stateName(state)} expires on ${formatPlainDate(last)}`,
          body: 'Renew it with the state, then change the date here.',
          href: `/licenses?edit=${id}`,
          at,
        }),
      );
    } catch (error) {
      log.error({ err: error, accountId, licenseId: id }, 'an agent could not be reminded of a license');
    }
  }
}
