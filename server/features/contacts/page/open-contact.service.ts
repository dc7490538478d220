import type { readContact } from '#contract/contacts.contract.ts';
import type { Reply } from '#contract/endpoint.ts';
import { withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import type { Identity } from '../../../identity.ts';
import { countPrescriptions } from '../../records/rx-details.service.ts';
import { readContactIn } from '../contacts.service.ts';
import { countRecords } from './record-counts.sql.ts';

/** A contact with the counts of its tabs, so that nothing moves when they arrive. @throws {Refusal} `not_found`. */
export const openContact = (
  deps: Pick<Deps, 'pool' | 'seal'>,
  identity: Identity,
  by: 'id' | 'number',
  value: number,
): Promise<Reply<typeof readContact>> =>
  withAccount(deps.pool, identity, async (tx) => {
    const data = await readContactIn(tx, identity, by, value);
    const counts = await countRecords(tx, data.id);
    return { data, counts: { ...counts, rx: await countPrescriptions(tx, deps.seal, data.id) } };
  });
