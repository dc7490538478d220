import type { BrandStatus, Campaign, CampaignStatus } from '#contract/registration.contract.ts';
import type { Tx } from '../../db/tx.ts';

export interface RegistrationRow {
  readonly customer_profile_sid: string;
  readonly a2p_profile_sid: string;
  readonly messaging_service_sid: string;
  readonly brand_sid: string;
  readonly brand_status: BrandStatus;
  readonly brand_failure: string;
  readonly brand_submitted_at: Date;
  readonly campaign: Campaign | null;
  readonly campaign_sid: string | null;
  readonly campaign_status: CampaignStatus | null;
  readonly campaign_errors: readonly string[];
  readonly campaign_submitted_at: Date | null;
  readonly next_check_at: Date | null;
  readonly checked_at: Date;
  readonly version: number;
}

const FOUND = 'select * from text_registrations where account_id = app_account_id()';

export async function findRegistration(tx: Tx): Promise<RegistrationRow | null> {
  return (await tx.raw<RegistrationRow>(FOUND))[0] ?? null;
}

/** Locked until the transaction ends, also where there is none yet. */
export async function lockRegistration(tx: Tx): Promise<RegistrationRow | null> {
  await tx.raw(`select pg_advisory_xact_lock(hashtextextended('text_registration', app_account_id()))`);
  return (await tx.raw<RegistrationRow>(`${FOUND} for update`))[0] ?? null;
}

interface NewBrand {
  readonly customerProfileSid: string;
  readonly a2pProfileSid: string;
  readonly messagingServiceSid: string;
  readonly sid: string;
  readonly status: BrandStatus;
  readonly failure: string;
  readonly at: Date;
}

/** A new brand; what was said of a campaign stays, for its form. */
export const saveBrand = (tx: Tx, brand: NewBrand) =>
  tx.raw(
    `insert into text_registrations (account_id, customer_profile_sid, a2p_profile_sid, messaging_service_sid, brand_sid,
       brand_status, brand_failure, brand_submitted_at, next_check_at, checked_at)
     values (app_account_id(), $1, $2, $3, $4, $5, $6, $7, $7, $7)
     on conflict (account_id) do update set customer_profile_sid = $1, a2p_profile_sid = $2, messaging_service_sid = $3,
       brand_sid = $4, brand_status = $5, brand_failure = $6, brand_submitted_at = $7, campaign_sid = null,
       campaign_status = null, campaign_errors = '[]', campaign_submitted_at = null, next_check_at = $7, checked_at = $7,
       version = text_registrations.version + 1`,
    [
      brand.customerProfileSid,
      brand.a2pProfileSid,
      brand.messagingServiceSid,
      brand.sid,
      brand.status,
      brand.failure,
      brand.at,
    ],
  );

export type RegistrationPatch = Partial<
  Pick<
    RegistrationRow,
    | 'brand_status'
    | 'brand_failure'
    | 'campaign'
    | 'campaign_sid'
    | 'campaign_status'
    | 'campaign_errors'
    | 'campaign_submitted_at'
    | 'next_check_at'
    | 'checked_at'
  >
>;

const JSON_COLUMNS: readonly string[] = ['campaign', 'campaign_errors'];

export const changeRegistration = (tx: Tx, patch: RegistrationPatch) => {
  const entries = Object.entries(patch);
  const sets = entries.map(([column], index) => `${column} = $${index + 1}`);
  return tx.raw(
    `update text_registrations set ${sets.join(', ')}, version = version + 1 where account_id = app_account_id()`,
    entries.map(([column, value]) => (JSON_COLUMNS.includes(column) ? JSON.stringify(value) : value)),
  );
};

export interface NumberRow {
  readonly number: string;
  readonly user_id: number | null;
  readonly user_name: string | null;
  /** `null`: not registered yet. */
  readonly state: 'registered' | 'failed' | null;
  readonly reason: string | null;
}

/** Numbers that agents text from. */
export const findNumbers = (tx: Tx) =>
  tx.raw<NumberRow>(
    `select p.number, u.id as user_id, trim(u.first_name || ' ' || u.last_name) as user_name, r.state, r.reason
     from phone_numbers p join users u on u.id = p.user_id
     left join number_registrations r on r.account_id = p.account_id and r.number = p.number
     where p.kind = 'agent' order by p.number`,
  );

export const noteNumber = (
  tx: Tx,
  { number, state, reason, at }: { number: string; state: 'registered' | 'failed'; reason: string; at: Date },
) =>
  tx.raw(
    `insert into number_registrations (account_id, number, state, reason, checked_at)
     values (app_account_id(), $1, $2, $3, $4)
     on conflict (account_id, number) do update set state = $2, reason = $3, checked_at = $4`,
    [number, state, reason, at],
  );

/** A brand of another profile has other numbers. */
export const forgetNumbers = (tx: Tx) => tx.raw('delete from number_registrations where account_id = app_account_id()');

export async function isRegistered(tx: Tx, number: string): Promise<boolean> {
  const found = await tx.raw(
    `select from number_registrations where account_id = app_account_id() and number = $1 and state = 'registered'`,
    [number],
  );
  return found.length > 0;
}

export async function whyFailed(tx: Tx, number: string): Promise<string | null> {
  const [row] = await tx.raw<{ reason: string }>(
    `select reason from number_registrations where account_id = app_account_id() and number = $1 and state = 'failed'`,
    [number],
  );
  return row?.reason ?? null;
}
