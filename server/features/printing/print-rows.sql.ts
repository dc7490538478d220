import { type RawBuilder, sql } from 'kysely';
import { MAX_PRINT_LIMIT, type SkippedContact } from '#contract/printing.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { type Picked, pickedIds } from '../bulk/selection.ts';
import type { Recipient, Skip, Writer } from './pieces.ts';
import { type Seen, seenIn } from '../contacts/contact-visibility.sql.ts';

/** Writes down which contacts a print means. Answers how many they are, never more than one above the limit. */
export const freezeContacts = (tx: Tx, jobId: number, picked: Picked): Promise<number> =>
  tx.change(sql`insert into print_rows (account_id, job_id, position, contact_id)
    select app_account_id(), ${jobId}, row_number() over (order by place), id
    from (${pickedIds(picked)}) picked order by place limit ${MAX_PRINT_LIMIT + 1}`);

export const frozenIds = (jobId: number): RawBuilder<unknown> =>
  sql`select contact_id as id, position as place from print_rows where job_id = ${jobId}`;

/** The contacts of a source of ids and places, in their order, as far as they are seen. */
export const findRecipients = (tx: Tx, source: RawBuilder<unknown>, seen: Seen) =>
  tx.all<Recipient>(
    sql<Recipient>`select picked.place::int as position, c.id is not null as seen, c.deleted_at is not null as deleted,
        coalesce(c.first_name, '') as first_name, coalesce(c.last_name, '') as last_name,
        coalesce(c.company, '') as company, coalesce(c.address, '') as address, coalesce(c.city, '') as city,
        coalesce(c.state, '') as state, coalesce(c.zip_code, '') as zip_code, coalesce(c.phone, '') as phone,
        coalesce(c.email, '') as email, c.household_key
      from (${source}) picked
      left join lateral (select * from contacts c where c.id = picked.id and ${seenIn(seen)} offset 0) c on true
      order by picked.place`,
  );

/** The sender, with current data. */
export async function findWriter(tx: Tx, userId: number): Promise<Writer> {
  const row = await tx.one<Writer>(
    sql<Writer>`select trim(first_name || ' ' || last_name) as name, phone, email, timezone from users where id = ${userId}`,
  );
  if (row === null) throw new Error(`User ${userId} is gone.`);
  return row;
}

/** Outcome of a print's contacts; those left out by position. */
export function noteOutcomes(tx: Tx, jobId: number, skips: ReadonlyMap<number, Skip>) {
  const all = [...skips.values()];
  return tx.change(sql`update print_rows r
    set reason = skipped.reason, unprintable = skipped.character, unprintable_in = skipped.place,
        outcome = case when skipped.reason is null then 'printed' else 'skipped' end
    from print_rows p left join unnest(${[...skips.keys()]}::int[], ${all.map(({ reason }) => reason)}::text[],
        ${all.map(({ unprintable }) => unprintable?.character ?? null)}::text[],
        ${all.map(({ unprintable }) => unprintable?.place ?? null)}::text[])
      as skipped(position, reason, character, place) on skipped.position = p.position
    where p.job_id = ${jobId} and r.job_id = p.job_id and r.position = p.position`);
}

export const findSkipped = (
  tx: Tx,
  { jobId, seen }: { jobId: number; seen: Seen },
  { offset, limit }: { offset: number; limit: number },
) =>
  tx.all<SkippedContact>(
    sql<SkippedContact>`select r.position, r.reason, case when c.id is not null then
        jsonb_build_object('id', c.id, 'number', c.number, 'name', trim(c.first_name || ' ' || c.last_name)) end as contact,
        case when c.id is not null and r.unprintable is not null
          then jsonb_build_object('character', r.unprintable, 'place', r.unprintable_in) end as unprintable
      from print_rows r left join contacts c on c.id = r.contact_id and ${seenIn(seen)}
      where r.job_id = ${jobId} and r.outcome = 'skipped' order by r.position limit ${limit} offset ${offset}`,
  );
