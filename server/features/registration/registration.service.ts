import type { Body } from '#contract/endpoint.ts';
import type {
  submitBrand as SubmitBrand,
  submitCampaign as SubmitCampaign,
  TextRegistration,
} from '#contract/registration.contract.ts';
import { isTollFree, stepOf } from '#rules/messages/registration.ts';
import { RegistrarAway, RegistrarRefused } from '../../adapters/numbers/registrar.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import type { Caller } from '../contacts/contacts.service.ts';
import { isEnforced, statedOf } from './registration-gate.ts';
import { refresh } from './refresh-registration.ts';
import {
  changeRegistration,
  findNumbers,
  findRegistration,
  forgetNumbers,
  lockRegistration,
  type NumberRow,
  type RegistrationRow,
  saveBrand,
} from './registration.sql.ts';

export const readRegistration = (deps: Deps, identity: Identity): Promise<TextRegistration> =>
  withAccount(deps.pool, identity, (tx) => shown(deps, tx));

async function shown(deps: Deps, tx: Tx): Promise<TextRegistration> {
  const row = await findRegistration(tx);
  const numbers = await findNumbers(tx);
  return {
    provider: deps.registrar.name,
    enforced: isEnforced(deps),
    brand: row && brandOf(row),
    campaign: row && campaignOf(row),
    numbers: numbers.map(numberOf),
    checked_at: row?.checked_at.toISOString() ?? null,
    version: row?.version ?? 0,
  };
}

const brandOf = (row: RegistrationRow): TextRegistration['brand'] => ({
  sid: row.brand_sid,
  customer_profile_sid: row.customer_profile_sid,
  a2p_profile_sid: row.a2p_profile_sid,
  messaging_service_sid: row.messaging_service_sid,
  status: row.brand_status,
  failure: row.brand_failure,
});

const campaignOf = (row: RegistrationRow): TextRegistration['campaign'] =>
  row.campaign_sid === null || row.campaign_status === null || row.campaign === null
    ? null
    : { sid: row.campaign_sid, status: row.campaign_status, errors: [...row.campaign_errors], said: row.campaign };

const numberOf = ({ number, user_id: id, user_name: name, state, reason }: NumberRow) => ({
  number,
  user: id === null ? null : { id, name: name ?? '' },
  state: isTollFree(number) ? ('exempt' as const) : (state ?? ('waiting' as const)),
  reason: reason ?? '',
});

/** @throws {Refusal} `refused` with the reason of the registrar, `unavailable` when it doesn't answer. */
async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RegistrarRefused) throw new Refusal('refused', error.reason, { cause: error });
    if (!(error instanceof RegistrarAway)) throw error;
    const text = 'Twilio isn’t answering. Nothing was lost. Try again in a minute.';
    throw new Refusal('unavailable', text, { retryAfter: 60, cause: error });
  }
}

/**
 * Registers a brand, or takes over the one of the profile. The registration stays locked while the registrar is asked.
 * @throws {Refusal} `conflict` while one is in review or approved; see `asking`.
 */
export function submitBrand(
  deps: Deps,
  { identity, requestId }: Caller,
  body: Body<typeof SubmitBrand>,
): Promise<TextRegistration> {
  return withAccount(deps.pool, identity, async (tx) => {
    const step = stepOf(statedOf(await lockRegistration(tx)));
    if (step !== 'brand' && step !== 'brand_failed' && step !== 'brand_suspended') {
      throw new Refusal('conflict', 'The brand is already registered.');
    }
    const profiles = { customerProfileSid: body.customer_profile_sid, a2pProfileSid: body.a2p_profile_sid };
    const brand = await asking(() => deps.registrar.registerBrand(profiles));
    await forgetNumbers(tx);
    await saveBrand(tx, { ...profiles, messagingServiceSid: body.messaging_service_sid, ...brand, at: deps.now() });
    await writeAudit(tx, identity, requestId, {
      action: 'text_registration.brand_submitted',
      detail: { brand_sid: brand.sid },
    });
    return shown(deps, tx);
  });
}

/** @throws {Refusal} `conflict` without an approved brand, or while a campaign is in review or verified; see `asking`. */
export function submitCampaign(
  deps: Deps,
  { identity, requestId }: Caller,
  said: Body<typeof SubmitCampaign>,
): Promise<TextRegistration> {
  return withAccount(deps.pool, identity, async (tx) => {
    const row = await lockRegistration(tx);
    const step = stepOf(statedOf(row));
    if (row === null || (step !== 'campaign' && step !== 'campaign_failed')) {
      const isEarly = row?.campaign_status == null;
      throw new Refusal('conflict', isEarly ? 'The brand isn’t approved yet.' : 'The campaign is already registered.');
    }
    const asked = { ...said, serviceSid: row.messaging_service_sid, brandSid: row.brand_sid };
    const campaign = await asking(() => deps.registrar.registerCampaign(asked));
    const at = deps.now();
    await changeRegistration(tx, {
      campaign: said,
      campaign_sid: campaign.sid,
      campaign_status: campaign.status,
      campaign_errors: campaign.errors,
      campaign_submitted_at: at,
      next_check_at: at,
      checked_at: at,
    });
    await writeAudit(tx, identity, requestId, {
      action: 'text_registration.campaign_submitted',
      detail: { campaign_sid: campaign.sid },
    });
    return shown(deps, tx);
  });
}

/** @throws {Refusal} `conflict` when nothing was submitted; see `asking`. */
export function checkRegistration(deps: Deps, { identity, requestId }: Caller): Promise<TextRegistration> {
  return withAccount(deps.pool, identity, async (tx) => {
    const row = await lockRegistration(tx);
    if (row === null) throw new Refusal('conflict', 'Register the brand first.');
    await asking(() => refresh(deps, tx, row));
    await writeAudit(tx, identity, requestId, { action: 'text_registration.checked' });
    return shown(deps, tx);
  });
}
