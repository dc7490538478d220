import type { Tx } from '../../db/tx.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';

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
 * The sender of campaigns of a user: the office of their business unit, else one of the whole agency; a main office
 * comes before a branch.
 * @throws {Refusal} `conflict` without a complete address.
 */
export async function requireCampaignSender(
  tx: Tx,
  { businessUnitId }: Pick<Identity, 'businessUnitId'>,
): Promise<CampaignSender> {
  const [found] = await tx.raw<CampaignSender>(
    `select a.name as agency, o.address || ', ' || o.city || ', ' || o.state || ' ' || o.zip_code as address
     from accounts a join office_locations o on o.account_id = a.id
     where a.id = app_account_id() and (o.business_unit_id = $1 or o.business_unit_id is null)
       and o.address <> '' and o.city <> '' and o.state <> '' and o.zip_code <> ''
     order by o.business_unit_id nulls last, o.office_type desc, o.id limit 1`,
    [businessUnitId],
  );
  if (found === undefined) throw new Refusal('conflict', NO_POSTAL_ADDRESS);
  return found;
}
