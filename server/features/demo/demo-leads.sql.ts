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
}
