import type { Tx } from '../../db/tx.ts';
import { type FoundAlike, LOGGED } from './consents.sql.ts';

type Entry = Omit<FoundAlike, 'by'>;

const COLUMNS = 'e.contact_id, e.id, e.channel, e.kind, e.purpose, e.evidence, e.given_at, e.expires_on';
const COUNTS = `e.kind <> 'retracted' and not exists (select from contact_consents x where x.retracts_id = e.id)`;
const LOGGED_COLUMNS = 'l.id, l.channel, l.kind, l.purpose, l.evidence, l.given_at, l.expires_on';

/** Entries that count, of these contacts. */
export const findLedgers = (tx: Tx, contactIds: readonly number[]) =>
  tx.raw<Entry>(
    `select ${COLUMNS} from contact_consents e where e.contact_id = any($1::bigint[]) and ${COUNTS}
     union all
     select s.id, ${LOGGED_COLUMNS} from unnest($1::bigint[]) s(id)
       cross join lateral (${LOGGED} and a.contact_id = s.id) l`,
    [contactIds],
  );

/**
 * Entries that count, of contacts with one of these numbers or lower-case addresses, deleted and merged ones as well,
 * without those that the import brought.
 */
export const findLedgersAlike = (tx: Tx, values: readonly string[], importId: number) =>
  tx.raw<Entry & { readonly value: string }>(
    `with alike as (
       select id, phone as value from contacts where account_id = app_account_id() and phone = any($1::text[])
       union select id, phone_2 from contacts where account_id = app_account_id() and phone_2 = any($1::text[])
       union select id, lower(email) from contacts where account_id = app_account_id() and lower(email) = any($1::text[])
       union select id, lower(email_2) from contacts where account_id = app_account_id() and lower(email_2) = any($1::text[])
     )
     select s.value, ${COLUMNS} from alike s join contact_consents e on e.contact_id = s.id
     where ${COUNTS} and e.import_id is distinct from $2::bigint
     union all
     select s.value, s.id, ${LOGGED_COLUMNS} from alike s cross join lateral (${LOGGED} and a.contact_id = s.id) l`,
    [values, importId],
  );
