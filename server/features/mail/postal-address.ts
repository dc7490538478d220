import type { Tx } from '../../db/tx.ts';
import { Refusal } from '../../errors.ts';

/** The sender of a campaign, as its e-mails name it. */
export interface CampaignSender {
  readonly agency: string;
  /** On one line. */
  readonly address: string;
}

/** Names the setting: every campaign e-mail carries a postal address (CAN-SPAM, 15 U.S.C. 7704(a)(5)). */
export const NO_POSTAL_ADDRESS =
  'Campaign e-mail needs a postal address. On Office locations, add a main office with its street, city, state and ZIP code.';

/**
 * The sender of a user's campaigns: the office of their business unit, else one of the whole agency; a main office comes
 * before a branch. `null`: no office has a complete address.
 */
export async function findCampaignSender(tx: Tx, userId: number): Promise<CampaignSender | null> {
  const [found] = await tx.raw<CampaignSender>(
    `select a.name as agency, o.address || ', ' || o.city || ', ' || o.state || ' ' || o.zip_code as address
     from users u join accounts a on a.id = u.account_id join office_locations o on o.account_id = a.id
     where u.id = $1 and (o.business_unit_id = u.business_unit_id or o.business_unit_id is null)
       and o.address <> '' and o.city <> '' and o.state <> '' and o.zip_code <> ''
     order by o.business_unit_id nulls last, o.office_type desc, o.id limit 1`,
    [userId],
  );
  return found ?? null;
}

/** @throws {Refusal} `conflict` without a complete address. */
export async function requireCampaignSender(tx: Tx, userId: number): Promise<CampaignSender> {
  const sender = await findCampaignSender(tx, userId);
  if (sender === null) throw new Refusal('conflict', NO_POSTAL_ADDRESS);
  return sender;
}
