import type {
  downloadVendorLeads,
  listVendorLeads,
  readContactVendor as contactVendor,
  VendorLead,
  VendorLeadDetail,
} from '#contract/vendor-leads.contract.ts';
import type { Query, Reply } from '#contract/endpoint.ts';
import { reachOf } from '#rules/access/permissions.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { type CsvLines, MAX_CSV_LINES } from '../../http/download.ts';
import type { Identity } from '../../identity.ts';
import { requireContact } from '../contacts/contacts.service.ts';
import { beforeSave } from '../../resource/rules.ts';
import * as sql from './vendor-leads.sql.ts';

const leadOf = ({ vendor_id: _vendor, key_id: _key, sent, received_at: at, ...row }: sql.LeadRow): VendorLead => ({
  ...row,
  received_at: at.toISOString(),
  name:
    [sent.lead.first_name, sent.lead.last_name].filter(Boolean).join(' ') || sent.lead.phone || sent.lead.email || '',
});

/** @throws {Refusal} `not_found`. */
export async function detailOf(tx: Tx, id: number): Promise<VendorLeadDetail> {
  const row = await sql.findLead(tx, id);
  if (row === null) throw new Refusal('not_found', 'Lead not found.');
  return { ...leadOf(row), sent: row.sent };
}

export const readLead = ({ pool }: Pick<Deps, 'pool'>, identity: Identity, id: number): Promise<VendorLeadDetail> =>
  withAccount(pool, identity, (tx) => detailOf(tx, id));

export const listLeads = (
  { pool }: Pick<Deps, 'pool'>,
  identity: Identity,
  { page, limit, ...filter }: Query<typeof listVendorLeads>,
): Promise<Reply<typeof listVendorLeads>> =>
  withAccount(pool, identity, async (tx) => {
    const rows = await sql.findLeads(tx, filter, { limit, offset: (page - 1) * limit });
    const total = await sql.countLeads(tx, filter);
    return {
      data: rows.map(leadOf),
      meta: { current_page: page, limit, total_count: total, total_pages: Math.max(1, Math.ceil(total / limit)) },
    };
  });

const HEAD = [
  'Received',
  'Lead',
  'Contact',
  'Vendor',
  'Vendor’s ID',
  'Owner',
  'Status',
  'Reason',
  'Consent',
  'Attempts',
];

/** The leads of a list as lines of a CSV file, in its order. */
export const leadLines = (
  { pool }: Pick<Deps, 'pool'>,
  identity: Identity,
  filter: Query<typeof downloadVendorLeads>,
): Promise<CsvLines> =>
  withAccount(pool, identity, async (tx) => {
    const rows = await sql.findLeads(tx, filter, { limit: MAX_CSV_LINES, offset: 0 });
    const lines = rows.map(leadOf).map((lead) => [
      lead.received_at,
      lead.contact?.name || lead.name,
      lead.contact === null ? '' : String(lead.contact.number),
      lead.vendor.name,
      lead.external_id,
      lead.owner?.name ?? '',
      lead.status,
      Object.entries(lead.faults)
        .map(([field, messages]) => `${field}: ${messages.join(' ')}`)
        .join('; '),
      lead.has_consent ? 'yes' : 'no',
      String(lead.attempts),
    ]);
    return [HEAD, ...lines];
  });

/** @throws {Refusal} `not_found` for a contact that the caller doesn't see. */
export const readContactVendor = (
  { pool }: Pick<Deps, 'pool'>,
  identity: Identity,
  id: number,
): Promise<Reply<typeof contactVendor>['data']> =>
  withAccount(pool, identity, async (tx) => {
    await requireContact(tx, identity, id);
    const found = await sql.findVendorOf(tx, id);
    if (found === null) return null;
    const { lead_id: lead, received_at: at, ...vendor } = found;
    return { vendor, lead: lead === null || at === null ? null : { id: lead, received_at: at.toISOString() } };
  });

export { leadsOf } from './vendor-leads.sql.ts';

/** For the list of vendors: a user who is added is active, and in the caller's unit, unless they see the whole account. */
export const leadUsersExist = beforeSave(async ({ tx, identity }, { id, changes }) => {
  const wanted = changes['lead_user_ids'] as readonly number[] | undefined;
  if (wanted === undefined) return;
  const known = await sql.findLeadUsers(tx, id);
  const added = [...new Set(wanted)].filter((user) => !known.includes(user));
  const unit = reachOf(identity.roles) === 'account' ? null : identity.businessUnitId;
  if ((await sql.findActive(tx, added, unit)).length < added.length)
    throw refuseField('lead_user_ids', 'One of these users no longer exists.');
});
