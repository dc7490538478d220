import { sql } from 'kysely';
import { TRANSFER_CHUNK_ROWS, type TransferPreview } from '#contract/transfers.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { type Picked, unorderedIds } from '../bulk/selection.sql.ts';
import { judged, type Judging, sharingOf } from './judge.sql.ts';
import type { ByReason } from './transfer-attempt.ts';

/** Owners that a preview names. Source: the contract. */
const OWNERS = 20;

/** Contacts up to which each is looked up by its id. Ours, as for bulk: beyond, reading all of an account is faster. */
const LOOKED_UP = 20_000;

type Counted = Pick<TransferPreview, 'owners' | 'owner_count' | 'open'> & {
  readonly total: number;
  readonly moved: number;
  readonly unchanged: number;
  readonly left_alone: number;
  readonly by_reason: ByReason;
  /** Number of contacts to transfer that need consent under a rule. */
  readonly needed: number;
  readonly given: number;
  readonly missing: number;
  readonly withdrawn: number;
};

/** The contact of each place. The planner gets the row count, which it can't estimate. */
const placesOf = (picked: Picked, count: number) => {
  const places = sql`(select row_number() over (order by id) as position, id as contact_id from (${unorderedIds(picked)}) p) f`;
  return count <= LOOKED_UP
    ? sql`${places} left join lateral (select * from contacts c where c.id = f.contact_id offset 0) c on true`
    : sql`${places} left join contacts c on c.id = f.contact_id`;
};

const STILL_TO_COME_BACK = sql`(r.transfer_id = a.id and r.outcome = 'moved' and r.put_back_at is null
  and r.position > a.revert_cursor)`;

/** Contacts that unfinished work of another kind means as well. */
const IN_OTHER_WORK = sql`(select count(*)::int from (
  select contact_id from going where import_id in (select id from imports where status = 'undoing')
  union select r.contact_id from bulk_rows r join bulk_jobs b on b.id = r.job_id
    where b.status in ('queued', 'processing', 'cancelling', 'undoing') and r.contact_id in (select contact_id from going)
  union select chosen.contact_id from transfer_attempts a join transfer_chunks k on k.transfer_id = a.id,
      unnest(k.contact_ids) with ordinality as chosen(contact_id, nth)
    where a.status in ('queued', 'processing', 'cancelling') and k.n * ${TRANSFER_CHUNK_ROWS} + nth > a.done
      and chosen.contact_id in (select contact_id from going)
  union select r.contact_id from transfer_attempts a join transfer_rows r on ${STILL_TO_COME_BACK}
    where a.reverting and a.revert_ids is null and r.contact_id in (select contact_id from going)
  union select r.contact_id from transfer_attempts a cross join unnest(a.revert_ids) as named(id)
      join transfer_rows r on r.contact_id = named.id and ${STILL_TO_COME_BACK}
    where a.reverting and r.contact_id in (select contact_id from going)
) busy)`;

/** Preview of a transfer, judged by the code that transfers. */
export async function countJudged(
  tx: Tx,
  { picked, count }: { readonly picked: Picked; readonly count: number },
  judging: Judging,
): Promise<Counted> {
  const { missing, withdrawn } = sharingOf(judging);
  const more = sql`, c.follow_up_on, c.import_id, ${missing} is true as missing, ${withdrawn} is true as withdrawn`;
  const row = await tx.one<Counted>(
    sql<Counted>`with judged as materialized (
        ${judged({ places: placesOf(picked, count), before: sql`c.owner_id`, more }, judging)}
      ), going as materialized (select * from judged where outcome = 'moved')
      select count(*)::int as total,
        count(*) filter (where outcome = 'moved')::int as moved,
        count(*) filter (where outcome = 'unchanged')::int as unchanged,
        count(*) filter (where outcome = 'left')::int as left_alone,
        (select coalesce(jsonb_object_agg(reason, contacts), '{}')
          from (select reason, count(*) as contacts from judged where reason is not null group by 1) reasons) as by_reason,
        (select coalesce(jsonb_agg(jsonb_build_object('user', jsonb_build_object('id', u.id,
            'name', trim(u.first_name || ' ' || u.last_name)), 'contacts', o.contacts) order by o.contacts desc, u.id), '[]')
          from (select from_owner_id, count(*) as contacts from going
            group by 1 order by contacts desc, 1 limit ${OWNERS}) o join users u on u.id = o.from_owner_id) as owners,
        (select count(distinct from_owner_id)::int from going) as owner_count,
        jsonb_build_object(
          'follow_ups', (select count(*)::int from going where follow_up_on is not null),
          'active_policies', (select count(*)::int from policies p where p.deleted_at is null and p.status = 'active'
            and p.contact_id in (select contact_id from going)),
          'waiting_emails', (select count(*)::int from contact_emails e where e.status = 'queued'
            and e.contact_id in (select contact_id from going)),
          'in_other_work', ${IN_OTHER_WORK}) as open,
        count(*) filter (where asked and goes)::int as needed,
        count(*) filter (where asked and goes and not missing and not withdrawn)::int as given,
        count(*) filter (where missing and goes)::int as missing,
        count(*) filter (where withdrawn and goes)::int as withdrawn
      from (select *, outcome = 'moved' or reason is not distinct from 'no_consent' as goes from judged) judged`,
  );
  if (row === null) throw new Error('A count answered nothing.');
  return row;
}
