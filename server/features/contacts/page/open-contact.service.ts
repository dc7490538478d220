import type { readContact } from '#contract/contacts.contract.ts';
import type { Reply } from '#contract/endpoint.ts';
import { withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../errors.ts';
import type { Identity } from '../../../identity.ts';
import { countPrescriptions } from '../../records/rx-details.service.ts';
import { visibilityValues } from '../contact-visibility.ts';
import { findContactWith, toContact } from '../contacts.sql.ts';
import { FOR_PAGE, type ForPage } from './record-counts.sql.ts';

/** A contact with the counts of its tabs, so that nothing moves when they arrive. @throws {Refusal} `not_found`. */
export const openContact = (
  deps: Pick<Deps, 'pool' | 'seal'>,
  identity: Identity,
  by: 'id' | 'number',
  value: number,
): Promise<Reply<typeof readContact>> =>
  withAccount(deps.pool, identity, async (tx) => {
    const found = await findContactWith<ForPage>(tx, visibilityValues(identity), { by, value }, FOR_PAGE);
    if (found === null) throw new Refusal('not_found', 'Contact not found.');
    const { counts, rx_sealed: sealed } = found;
    const rx = sealed === null ? 0 : await countPrescriptions(tx, deps.seal, found.id, sealed);
    return { data: toContact(found), counts: { ...counts, rx } };
  });
