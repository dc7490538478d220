import { sql } from 'kysely';
import {
  type downloadVendorLeads,
  type LeadFields,
  MAX_LEADS_COUNTED,
  type NewLead,
  type VendorLeadStatus,
} from '#contract/vendor-leads.contract.ts';
import type { Query } from '#contract/endpoint.ts';
import type { Tx } from '../../db/tx.ts';

/** Leads of an account one after the other: each looks for the person that another may be adding. */
export const lockLeads = (tx: Tx) =>
  tx.raw(`select pg_advisory_xact_lock(hashtextextended('vendor_leads', app_account_id()))`);

export interface Vendor {
  readonly id: number;
  readonly name: string;
}

/** The vendor that a key was given to. */
export const findVendorOfKey = async (tx: Tx, keyId: number): Promise<Vendor | null> =>
  (
    await tx.raw<Vendor>(
      `select v.id, v.vendor_name as name from api_keys k join api_vendors v on v.id = k.api_vendor_id where k.id = $1`,
      [keyId],
    )
  )[0] ?? null;

export interface Owner {
  readonly id: number;
  readonly business_unit_id: number;
}

/** The user whose turn it is: the next active user of the vendor's list, else the user of the key, or their nearest active manager. */
export async function takeTurn(tx: Tx, vendorId: number, keyUserId: number): Promise<Owner | null> {
  const [turn] = await tx.raw<{ turn: number; ids: number[] }>(
    `update api_vendors v set lead_turns = lead_turns + 1 where id = $1
     returning lead_turns - 1 as turn, array(select u.id from unnest(v.lead_user_ids) with ordinality l(id, at)
       join users u on u.id = l.id where u.active order by l.at)::bigint[] as ids`,
    [vendorId],
  );
  const next = turn === undefined || turn.ids.length === 0 ? null : (turn.ids[turn.turn % turn.ids.length] ?? null);
  const [owner] = await tx.raw<Owner>(
    `select u.id, u.business_unit_id from users u left join user_tree t on t.ancestor_id = u.id and t.descendant_id = $1
     where u.active and (t.depth is not null or 'admin' = any(u.roles)) order by t.depth nulls last, u.id limit 1`,
    [next ?? keyUserId],
  );
  return owner ?? null;
}

export interface Outcome {
  readonly status: VendorLeadStatus;
  readonly faults: Readonly<Record<string, readonly string[]>>;
  readonly contactId: number | null;
  readonly ownerId: number | null;
}

export interface StoredLead {
  readonly id: number;
  readonly vendor_id: number;
  readonly key_id: number;
  readonly external_id: string;
  readonly received_at: Date;
  readonly status: VendorLeadStatus;
  readonly sent: NewLead;
  /** Of the key. */
  readonly user_id: number;
}

const STORED = `id, vendor_id, key_id, external_id, received_at, status, sent,
  (select user_id from api_keys where id = key_id) as user_id`;

/** The lead with the vendor's own id. `null`: none yet, or it has no such id. */
export const findByExternalId = async (tx: Tx, vendorId: number, externalId: string): Promise<StoredLead | null> =>
  externalId === ''
    ? null
    : ((
        await tx.raw<StoredLead>(`select ${STORED} from vendor_leads where vendor_id = $1 and external_id = $2`, [
          vendorId,
          externalId,
        ])
      )[0] ?? null);

/** Behind `lockLeads`, so that no other attempt changes it. */
export const findStored = async (tx: Tx, id: number): Promise<StoredLead | null> =>
  (await tx.raw<StoredLead>(`select ${STORED} from vendor_leads where id = $1`, [id]))[0] ?? null;

interface Kept extends Outcome {
  readonly sent: NewLead;
}

const hasConsent = ({ consents = [] }: NewLead): boolean => consents.length > 0;

export async function insertLead(
  tx: Tx,
  { vendorId, keyId, at, ...lead }: Kept & { readonly vendorId: number; readonly keyId: number; readonly at: Date },
): Promise<number> {
  const [made] = await tx.raw<{ id: number }>(
    `insert into vendor_leads (account_id, vendor_id, key_id, external_id, received_at, status, sent, faults, contact_id, owner_id,
       has_consent)
     values (app_account_id(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
    [
      vendorId,
      keyId,
      lead.sent.external_id ?? '',
      at,
      lead.status,
      JSON.stringify(lead.sent),
      JSON.stringify(lead.faults),
      lead.contactId,
      lead.ownerId,
      hasConsent(lead.sent),
    ],
  );
  if (made === undefined) throw new Error('The lead has no row.');
  return made.id;
}

/** Another attempt at a lead. */
export const updateLead = (tx: Tx, id: number, lead: Kept) =>
  tx.raw(
    `update vendor_leads set status = $2, sent = $3, faults = $4, contact_id = $5, owner_id = $6, has_consent = $7,
       attempts = attempts + 1
     where id = $1`,
    [
      id,
      lead.status,
      JSON.stringify(lead.sent),
      JSON.stringify(lead.faults),
      lead.contactId,
      lead.ownerId,
      hasConsent(lead.sent),
    ],
  );

export interface LeadRow extends Omit<StoredLead, 'user_id'> {
  readonly vendor: Vendor;
  readonly faults: Record<string, string[]>;
  readonly contact: { readonly id: number; readonly number: number; readonly name: string } | null;
  readonly owner: { readonly id: number; readonly name: string } | null;
  readonly has_consent: boolean;
  readonly attempts: number;
}

const FROM = `from vendor_leads l join api_vendors v on v.id = l.vendor_id left join contacts c on c.id = l.contact_id
  left join users u on u.id = l.owner_id`;
const ROW = `l.id, l.vendor_id, l.key_id, l.external_id, l.received_at, l.status, l.sent, l.faults, l.has_consent, l.attempts,
  json_build_object('id', v.id, 'name', v.vendor_name) as vendor,
  case when c.id is not null then json_build_object('id', c.id, 'number', c.number,
    'name', btrim(c.first_name || ' ' || c.last_name)) end as contact,
  case when u.id is not null then json_build_object('id', u.id, 'name', btrim(u.first_name || ' ' || u.last_name)) end as owner
  ${FROM}`;

const sent = (field: keyof LeadFields) => `l.sent #>> '{lead,${field}}'`;
/** Lines, so that no match reaches from one value into the next. */
const TEXTS = `concat_ws(E'\\n', l.external_id, c.first_name || ' ' || c.last_name,
  concat_ws(' ', ${sent('first_name')}, ${sent('last_name')}), ${sent('email')}, ${sent('email_2')})`;
const PHONES = `regexp_replace(concat_ws(E'\\n', ${sent('phone')}, ${sent('phone_2')}), '[^0-9\\n]', '', 'g')`;

const NARROWED = `($1::text is null or l.status = $1) and ($2::bigint is null or l.vendor_id = $2) and ($3::text is null
  or strpos(fold(${TEXTS}), fold($3)) > 0 or ($4 <> '' and strpos(${PHONES}, $4) > 0))`;

/** Digits of a phone number in any form, without the country; empty: the text is none. */
const digitsOf = (text: string): string =>
  /^[\d\s().+-]{3,}$/.test(text) ? text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '') : '';

export type LeadFilter = Query<typeof downloadVendorLeads>;

const valuesOf = ({ status, vendor_id: vendor, q }: LeadFilter) => [
  status ?? null,
  vendor ?? null,
  q === undefined || q === '' ? null : q,
  digitsOf(q ?? ''),
];

const ORDER_BY: Readonly<Record<LeadFilter['order_field'], string>> = {
  received_at: 'l.id',
  vendor: 'lower(v.vendor_name)',
  status: 'l.status',
};

export const findLeads = (
  tx: Tx,
  filter: LeadFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) => {
  const { order_field: field, order } = filter;
  return tx.raw<LeadRow>(
    `select ${ROW} where ${NARROWED} order by ${ORDER_BY[field]} ${order}, l.id desc limit $5 offset $6`,
    [...valuesOf(filter), limit, offset],
  );
};

export const countLeads = async (tx: Tx, filter: LeadFilter): Promise<number> =>
  (
    await tx.raw<{ total: number }>(
      `select count(*)::int as total from (select ${FROM} where ${NARROWED} limit ${MAX_LEADS_COUNTED}) counted`,
      valuesOf(filter),
    )
  )[0]?.total ?? 0;

export const findLead = async (tx: Tx, id: number): Promise<LeadRow | null> =>
  (await tx.raw<LeadRow>(`select ${ROW} where l.id = $1`, [id]))[0] ?? null;

/** Users who get the leads of a vendor; none for a new one. */
export const findLeadUsers = async (tx: Tx, vendorId: number): Promise<number[]> =>
  (await tx.raw<{ ids: number[] }>('select lead_user_ids as ids from api_vendors where id = $1', [vendorId]))[0]?.ids ??
  [];

/** Of those that are active and in the unit (`null`: in the account), the ids. */
export const findActive = async (tx: Tx, ids: readonly number[], unit: number | null): Promise<number[]> =>
  (
    await tx.raw<{ id: number }>(
      'select id from users where id = any($1) and active and ($2::bigint is null or business_unit_id = $2)',
      [ids, unit],
    )
  ).map(({ id }) => id);

/** Channels on which the contact, or for texts their number, has an opt-out that stands. */
export const findStopped = async (tx: Tx, contactId: number): Promise<string[]> =>
  (
    await tx.raw<{ channel: string }>(
      `select e.channel from contact_consents e where e.contact_id = $1 and e.kind not in ('given', 'retracted')
         and not exists (select from contact_consents x where x.retracts_id = e.id)
       union select 'call' from contact_activities a
         where a.contact_id = $1 and a.type = 'do_not_call' and a.deleted_at is null
       union select 'text' from number_consents n join contacts c on n.account_id = c.account_id and n.number in (c.phone, c.phone_2)
         where c.id = $1 and n.kind <> 'given'`,
      [contactId],
    )
  ).map(({ channel }) => channel);

/** Leads of a vendor, which would go with it. */
export const leadsOf = (vendor: unknown) => sql`select from vendor_leads where vendor_id = ${vendor}`;

interface VendorOfContact {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly lead_id: number | null;
  readonly received_at: Date | null;
}

/** The vendor of a contact, with its newest lead that is kept. */
export const findVendorOf = async (tx: Tx, contactId: number): Promise<VendorOfContact | null> =>
  (
    await tx.raw<VendorOfContact>(
      `select v.id, v.vendor_name as name, v.vendor_type as type, l.id as lead_id, l.received_at
       from contacts c join api_vendors v on v.id = c.api_vendor_id
       left join lateral (
         select id, received_at from vendor_leads where contact_id = c.id and vendor_id = v.id order by received_at desc, id desc limit 1
       ) l on true
       where c.id = $1`,
      [contactId],
    )
  )[0] ?? null;
