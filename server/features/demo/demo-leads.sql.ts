import type { Tx } from '../../db/tx.ts';

/** Which vendor leads of a source come from, and what one costs in cents. */
const VENDORS = [
  { vendor: 'COMRA', source: 'AEP call-in', cost: 1_450 },
  { vendor: 'LeadStream', source: 'Web form', cost: 2_200 },
  { vendor: 'Prairie Mailers', source: 'Turning 65 mailer', cost: 875 },
];

/** Leads of vendors: contacts of the last months, by their source. */
export async function insertDemoLeads(tx: Tx, accountId: number, now: Date): Promise<void> {
  for (const { vendor, source, cost } of VENDORS) {
    await tx.raw('update api_vendors set lead_cost_cents = $3 where account_id = $1 and vendor_name = $2', [
      accountId,
      vendor,
      cost,
    ]);
    await tx.raw(
      `update contacts c set api_vendor_id = v.id from api_vendors v
       where c.account_id = $1 and v.account_id = $1 and v.vendor_name = $2 and c.source = $3
         and c.created_at > $4::timestamptz - interval '120 days'`,
      [accountId, vendor, source, now],
    );
  }
  await insertSentLeads(tx, accountId, now);
}

/** What the first vendor sent with a key of its own: contacts, one who was known, and one whose number can't be read. */
async function insertSentLeads(tx: Tx, accountId: number, now: Date): Promise<void> {
  await tx.raw(
    `with v as (
       select id from api_vendors where account_id = $1 and vendor_name = $2
     ), k as (
       insert into api_keys (account_id, user_id, kind, name, prefix, token_hash, scopes, api_vendor_id, created_at)
       select $1, u.id, 'key', $2 || ' leads', 'bw_demo', sha256(('demo ' || $1::text)::bytea), '{contacts.read,contacts.write}', v.id,
         $3::timestamptz - interval '120 days'
       from v, users u where u.account_id = $1 and 'admin' = any(u.roles) order by u.id limit 1 returning id
     ), c as (
       select c.*, row_number() over (order by c.created_at desc, c.id desc) as nth from contacts c join v on v.id = c.api_vendor_id
       where c.deleted_at is null order by c.created_at desc, c.id desc limit 8
     )
     insert into vendor_leads (account_id, vendor_id, key_id, external_id, received_at, status, sent, faults, contact_id, owner_id,
       has_consent)
     select $1, v.id, k.id, 'CM-' || (40210 - c.nth), c.created_at, case c.nth when 3 then 'duplicate' else 'accepted' end,
       jsonb_build_object('external_id', 'CM-' || (40210 - c.nth), 'lead', jsonb_strip_nulls(jsonb_build_object(
         'first_name', c.first_name, 'last_name', c.last_name, 'phone', c.phone, 'email', c.email, 'state', c.state))),
       '{}'::jsonb, c.id, c.owner_id, c.nth % 2 = 0
     from c, v, k
     union all
     select $1, v.id, k.id, 'CM-40210', $3, 'refused', '{"external_id": "CM-40210", "lead": {"first_name": "Rosalind",
       "last_name": "Achterberg", "phone": "512-555-01", "state": "TX"}}'::jsonb,
       '{"lead.phone": ["Send a phone number like 512-555-0142."]}'::jsonb, null, null, false
     from v, k order by 5`,
    [accountId, VENDORS[0]?.vendor, now],
  );
}
