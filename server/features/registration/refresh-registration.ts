import { isTollFree, stepOf } from '#rules/messages/registration.ts';
import { RegistrarAway, RegistrarRefused } from '../../adapters/numbers/registrar.ts';
import { outsideAccounts, type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { statedOf } from './registration-gate.ts';
import {
  changeRegistration,
  findNumbers,
  lockRegistration,
  noteNumber,
  type RegistrationPatch,
  type RegistrationRow,
} from './registration.sql.ts';

type Use = Pick<Deps, 'pool' | 'registrar' | 'now' | 'log'>;

/** Interval for looking at what is due, in ms. Ours. */
export const REGISTRATIONS_EVERY_MS = 15_000;
/** Milliseconds between two looks at a review, and at a registration that is settled: it may be suspended. Ours. */
const LOOK_MS = 60_000;
const SETTLED_LOOK_MS = 6 * 3_600_000;

/** Looks at every registration that is due. One that can't be looked at holds up no other. */
export async function refreshRegistrations(use: Use): Promise<void> {
  const due = await outsideAccounts<{ account_id: number }>(
    use.pool,
    'select account_id from find_due_registrations($1)',
    [use.now()],
  );
  for (const { account_id: accountId } of due) {
    try {
      await withAccount(use.pool, { accountId }, async (tx) => {
        const row = await lockRegistration(tx);
        if (row !== null) await refresh(use, tx, row);
      });
    } catch (error) {
      if (!(error instanceof RegistrarAway || error instanceof RegistrarRefused)) throw error;
      use.log.warn({ err: error, accountId }, 'a registration could not be looked at');
      const next = new Date(use.now().getTime() + LOOK_MS);
      await withAccount(use.pool, { accountId }, (tx) => changeRegistration(tx, { next_check_at: next }));
    }
  }
}

/**
 * Asks where a locked registration stands, and registers its numbers once the campaign is verified.
 * @throws {RegistrarAway | RegistrarRefused}
 */
export async function refresh(use: Use, tx: Tx, row: RegistrationRow): Promise<void> {
  const { registrar, now } = use;
  const brand = await registrar.readBrand({ sid: row.brand_sid, at: row.brand_submitted_at });
  const campaign = await campaignNow(use, row);
  const at = now();
  const next: RegistrationPatch = {
    brand_status: brand.status,
    brand_failure: brand.failure,
    ...(campaign && { campaign_status: campaign.status, campaign_errors: campaign.errors }),
    checked_at: at,
  };
  const step = stepOf(statedOf({ ...row, ...next }));
  const isWhole = step === 'verified' ? await registerNumbers(use, tx, row.messaging_service_sid, at) : false;
  const isOpen = step === 'brand_review' || step === 'campaign_review' || (step === 'verified' && !isWhole);
  const wait = isOpen ? LOOK_MS : SETTLED_LOOK_MS;
  await changeRegistration(tx, { ...next, next_check_at: new Date(at.getTime() + wait) });
}

const campaignNow = ({ registrar }: Use, row: RegistrationRow) =>
  row.campaign_sid === null || row.campaign === null || row.campaign_submitted_at === null
    ? Promise.resolve(null)
    : registrar.readCampaign({
        serviceSid: row.messaging_service_sid,
        sid: row.campaign_sid,
        at: row.campaign_submitted_at,
        said: row.campaign,
      });

/** Answers whether every number is registered. */
async function registerNumbers({ registrar }: Use, tx: Tx, serviceSid: string, at: Date): Promise<boolean> {
  const missing = (await findNumbers(tx)).filter(({ number, state }) => state !== 'registered' && !isTollFree(number));
  if (missing.length === 0) return true;
  const known = new Set(await registrar.listNumbers(serviceSid));
  let isWhole = true;
  for (const { number } of missing) {
    try {
      if (!known.has(number)) await registrar.registerNumber(serviceSid, number);
      await noteNumber(tx, { number, state: 'registered', reason: '', at });
    } catch (error) {
      if (!(error instanceof RegistrarRefused)) throw error;
      isWhole = false;
      await noteNumber(tx, { number, state: 'failed', reason: error.reason, at });
    }
  }
  return isWhole;
}
