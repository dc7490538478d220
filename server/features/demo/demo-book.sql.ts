import type { Tx } from '../../db/tx.ts';
import { FIRST_NAMES, LAST_NAMES, PLACES, STREETS } from './demo-names.ts';

/** Givers and recipients of the book by username, and the mark of its contacts. */
export const BOOK = {
  caller: 'manager',
  from: 'lucia',
  to: 'joonho',
  source: 'Lakeland book',
  note: 'Lucía is on leave until spring. Please look after her Lakeland people.',
} as const;

/** Users involved with the book. */
export interface BookPeople {
  readonly account_id: number;
  readonly asker_id: number;
  readonly from_id: number;
  readonly from_unit_id: number;
  readonly to_id: number;
  readonly to_unit_id: number;
}

/** `null`: no demo world, or its book exists already. */
export async function findBookPeople(tx: Tx): Promise<BookPeople | null> {
  const [found] = await tx.raw<BookPeople>(
    `select a.id as account_id, asker.id as asker_id, f.id as from_id, f.business_unit_id as from_unit_id,
       t.id as to_id, t.business_unit_id as to_unit_id
     from accounts a join users asker on asker.account_id = a.id and asker.username = $1
     join users f on f.account_id = a.id and f.username = $2 join users t on t.account_id = a.id and t.username = $3
     where a.demo and not exists (select from transfer_attempts where account_id = a.id and note = $4)`,
    [BOOK.caller, BOOK.from, BOOK.to, BOOK.note],
  );
  return found ?? null;
}

/** Reserves a range of numbers; returns the first. */
export const TAKE_NUMBERS = `update accounts set next_contact_number = next_contact_number + $2 where id = $1
  returning next_contact_number - $2 as first`;

/** Location of a book, and the time of its transfer. */
export interface Book {
  readonly people: BookPeople;
  readonly first: number;
  readonly contacts: number;
  readonly at: Date;
}

/** Contacts that live alone and share nothing with others, in their state after the transfer: identical each time. */
export const insertBookContacts = (tx: Tx, { people, first, contacts, at }: Book) =>
  tx.raw(
    `insert into contacts (account_id, number, business_unit_id, owner_id, version, first_name, last_name, phone, email,
       address, city, state, zip_code, dob, language, type, category, source, created_at, updated_at)
     select $1, $2::bigint + i, $3, $4, 2, given, family, '+1' || area || 5551000 + i / $12::int,
       case when i % 5 < 3 then 'reader' || i || '@example.com' end,
       100 + i || ' ' || street, city, state, zip || lpad((i % 100)::text, 2, '0'), date '1936-01-01' + (i * 7919) % 9000,
       'english', case when i % 10 < 3 then 'client' else 'lead' end, 'Medicare', $11,
       $5::timestamptz - make_interval(days => 1 + (i * 31) % 700), $5
     from generate_series(0, $6::int - 1) i cross join lateral (
       select ($7::text[])[1 + i % cardinality($7)] as given,
         ($8::text[])[1 + i / cardinality($7) % cardinality($8)] as family,
         ($9::text[])[1 + i % cardinality($9)] as street, ($10::jsonb) -> (i % $12::int) as place
     ) words cross join lateral (
       select place ->> 0 as city, place ->> 1 as state, place ->> 2 as zip, place ->> 3 as area
     ) there order by i`,
    [
      people.account_id,
      first,
      people.to_unit_id,
      people.to_id,
      at,
      contacts,
      FIRST_NAMES,
      LAST_NAMES,
      STREETS,
      JSON.stringify(PLACES),
      BOOK.source,
      PLACES.length,
    ],
  );

/** Chunk size of the job, from its own constant. */
export interface BookChunks {
  readonly size: number;
  /** Milliseconds that each took. */
  readonly ms: number;
}

/** The transfer of a book, as its job has left it: frozen, done in chunks, complete. */
export async function insertBookTransfer(
  tx: Tx,
  { people, first, contacts, at }: Book,
  { selection, sentence, size, ms }: BookChunks & { readonly selection: object; readonly sentence: string },
): Promise<void> {
  const { account_id, asker_id, from_id, from_unit_id, to_id } = people;
  const took = Math.ceil(contacts / size) * ms;
  const [attempt] = await tx.raw<{ id: number }>(
    `insert into transfer_attempts (account_id, user_id, actor_id, to_user_ids, selection, sentence, note, status, total,
       done, moved, active_ms, version, created_at, started_at, finished_at, updated_at)
     values ($1, $2, $2, array[$3::bigint], $4, $5, $6, 'complete', $7, $7, $7, $8, 3, $9, $9, $10, $10) returning id`,
    [account_id, asker_id, to_id, selection, sentence, BOOK.note, contacts, took, at, new Date(at.getTime() + took)],
  );
  const id = attempt?.id;
  await tx.raw(
    `insert into transfer_rows (account_id, transfer_id, position, contact_id, outcome, from_owner_id, from_unit_id,
       to_owner_id, at, version_after)
     select account_id, $2, number - $3 + 1, id, 'moved', $5, $6, owner_id,
       $7::timestamptz + (1 + (number - $3) / $8::int) * make_interval(secs => $9::float8 / 1000), version
     from contacts where account_id = $1 and number >= $3 and number < $3 + $4::bigint order by number`,
    [account_id, id, first, contacts, from_id, from_unit_id, at, size, ms],
  );
  await tx.raw(
    `insert into transfer_chunks (account_id, transfer_id, n, contact_ids, owner_ids)
     select account_id, transfer_id, (position - 1) / $2::int as n, array_agg(contact_id order by position),
       array_agg(from_owner_id order by position)
     from transfer_rows where transfer_id = $1 group by 1, 2, 3`,
    [id, size],
  );
  await tx.raw(
    `insert into transfer_logs (account_id, transfer_id, at, event, user_id, text)
     select $1, $2, at, event, user_id, text from (
       values (0, $4::timestamptz, 'asked', $3::bigint, 'Transfer of ' || to_char($5::int, 'FM999,999') || ' contacts requested.'),
         (1, $4, 'began', null::bigint, 'Started with ' || to_char($5::int, 'FM999,999') || ' contacts.')
       union all
       select 2, min(at), 'chunk', null::bigint, 'From ' || to_char(min(position), 'FM999,999') || ': ' || count(*) || ' transferred, 0 unchanged, 0 skipped.'
       from transfer_rows where transfer_id = $2 group by at
       union all
       values (3, $6::timestamptz, 'complete', null::bigint, 'Complete: ' || to_char($5::int, 'FM999,999') || ' contacts transferred, 0 skipped.')
     ) said(place, at, event, user_id, text) order by place, at`,
    [account_id, id, asker_id, at, contacts, new Date(at.getTime() + took)],
  );
}

/** The book's source is among those that people can choose. */
export const insertBookSource = (tx: Tx, { account_id }: BookPeople) =>
  tx.raw('insert into sources (account_id, name) values ($1, $2)', [account_id, BOOK.source]);
