import { type RawBuilder, sql } from 'kysely';
import type { LineSource, LineType, VERIFICATION_ORDER } from '#contract/verifications.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { type Seen, seenIn } from '../contacts/contact-visibility.sql.ts';
import type { VerificationRow } from './to-verification.ts';

/** What is known of a number: its latest answer, regardless of who asked. */
export interface KnownLine {
  readonly line_type: LineType;
  readonly source: LineSource;
  readonly verified_at: Date;
}

/** The latest look-up of each number, by number. */
export async function findLines(tx: Tx, numbers: readonly string[]): Promise<ReadonlyMap<string, KnownLine>> {
  if (numbers.length === 0) return new Map();
  const rows = await tx.raw<KnownLine & { number: string }>(
    `select distinct on (number) number, line_type, source, verified_at from phone_verifications
     where account_id = app_account_id() and number = any($1::text[]) and status = 'done'
     order by number, verified_at desc, id desc`,
    [numbers],
  );
  return new Map(rows.map(({ number, ...line }) => [number, line]));
}

export async function findLine(tx: Tx, number: string): Promise<KnownLine | null> {
  const [row] = await tx.raw<KnownLine>(
    `select line_type, source, verified_at from phone_verifications
     where account_id = app_account_id() and number = $1 and status = 'done' order by verified_at desc, id desc limit 1`,
    [number],
  );
  return row ?? null;
}

interface ListFilter {
  readonly userId: number;
  readonly seen: Seen;
  readonly q: string;
  readonly runId: number | null;
}

const narrowed = ({ userId, seen, q, runId }: ListFilter) => {
  const digits = q.replace(/\D/g, '');
  const found =
    q === ''
      ? sql`true`
      : sql`(${digits !== '' ? sql`position(${digits} in r.number) > 0` : sql`false`}
          or position(lower(${q}) in lower(coalesce(c.first_name, '') || ' ' || coalesce(c.last_name, ''))) > 0
          or position(lower(${q}) in lower(r.carrier)) > 0)`;
  return sql`phone_verifications r left join contacts c on c.id = r.contact_id and ${seenIn(seen)}
    where r.user_id in (select descendant_id from user_tree where ancestor_id = ${userId})
      and ${runId === null ? sql`r.status in ('done', 'failed', 'looking', 'waiting')` : sql`r.run_id = ${runId}`} and ${found}`;
};

const COLUMNS = sql`r.id, r.number, r.status, r.line_type, r.carrier, r.source, r.reason, r.charge_cents, r.verified_at,
  case when c.id is not null then
    jsonb_build_object('id', c.id, 'number', c.number, 'name', trim(c.first_name || ' ' || c.last_name)) end as contact`;

const ORDERS: Readonly<Record<(typeof VERIFICATION_ORDER)[number], RawBuilder<unknown>>> = {
  verified_at: sql`r.verified_at`,
  number: sql`r.number`,
  line_type: sql`r.line_type`,
  status: sql`r.status`,
};

interface Placed {
  readonly field: (typeof VERIFICATION_ORDER)[number];
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

export const findVerifications = (tx: Tx, filter: ListFilter, { field, order, limit, offset }: Placed) => {
  const direction = order === 'desc' ? sql`desc nulls last` : sql`asc nulls last`;
  return tx.all<VerificationRow>(
    sql<VerificationRow>`select ${COLUMNS} from ${narrowed(filter)}
      order by ${ORDERS[field]} ${direction}, r.id ${direction} limit ${limit} offset ${offset}`,
  );
};

export async function countVerifications(tx: Tx, filter: ListFilter): Promise<number> {
  const row = await tx.one<{ total: number }>(
    sql<{ total: number }>`select count(*)::int as total from ${narrowed(filter)}`,
  );
  return row?.total ?? 0;
}

export async function findVerification(tx: Tx, id: number, seen: Seen): Promise<VerificationRow> {
  const row = await tx.one<VerificationRow>(
    sql<VerificationRow>`select ${COLUMNS} from phone_verifications r
      left join contacts c on c.id = r.contact_id and ${seenIn(seen)} where r.id = ${id}`,
  );
  if (row === null) throw new Error(`Verification ${id} is gone.`);
  return row;
}

/** What a look-up came to. */
export type Answer =
  | { readonly status: 'done'; readonly lineType: LineType; readonly carrier: string; readonly source: LineSource }
  | { readonly status: 'failed'; readonly reason: string };

const columnsOf = (answer: Answer) =>
  answer.status === 'done'
    ? { line_type: answer.lineType, carrier: answer.carrier, source: answer.source, reason: '' }
    : { line_type: null, carrier: '', source: null, reason: answer.reason };

interface NewVerification {
  readonly contactId: number | null;
  readonly userId: number;
  readonly number: string;
  readonly answer: Answer;
  readonly chargeCents: number | null;
}

export async function insertVerification(tx: Tx, fresh: NewVerification, at: Date): Promise<number> {
  const { line_type, carrier, source, reason } = columnsOf(fresh.answer);
  const row = await tx.one<{ id: number }>(
    sql<{
      id: number;
    }>`insert into phone_verifications (account_id, contact_id, user_id, number, status, line_type, carrier,
        source, reason, charge_cents, verified_at, created_at)
      values (app_account_id(), ${fresh.contactId}, ${fresh.userId}, ${fresh.number}, ${fresh.answer.status}, ${line_type},
        ${carrier}, ${source}, ${reason}, ${fresh.chargeCents}, ${at}, ${at}) returning id`,
  );
  if (row === null) throw new Error('An insert answered no id.');
  return row.id;
}

export interface ClaimedNumber {
  readonly id: number;
  readonly number: string;
}

/** Takes the next numbers of a run for one worker; those whose worker went silent before `lostBefore` are taken again. */
export const claimNumbers = (
  tx: Tx,
  runId: number,
  { claim, at, lostBefore, most }: { claim: string; at: Date; lostBefore: Date; most: number },
) =>
  tx.all<ClaimedNumber>(
    sql<ClaimedNumber>`update phone_verifications v set status = 'looking', claim = ${claim}::uuid, claimed_at = ${at}
      from (select id from phone_verifications
        where run_id = ${runId} and (status = 'waiting' or (status = 'looking' and claimed_at < ${lostBefore}))
        order by id limit ${most} for update) next
      where v.id = next.id returning v.id, v.number`,
  );

/** Writes an answer, unless another worker has taken the number since. */
export const noteAnswer = (
  tx: Tx,
  {
    id,
    claim,
    answer,
    chargeCents,
    at,
  }: { id: number; claim: string; answer: Answer; chargeCents: number | null; at: Date },
) => {
  const { line_type, carrier, source, reason } = columnsOf(answer);
  return tx.change(sql`update phone_verifications set status = ${answer.status}, line_type = ${line_type},
      carrier = ${carrier}, source = ${source}, reason = ${reason}, charge_cents = ${chargeCents}, verified_at = ${at},
      claim = null, claimed_at = null
    where id = ${id} and status = 'looking' and claim = ${claim}::uuid`);
};

/** Gives numbers back that weren't looked up. */
export const releaseNumbers = (tx: Tx, claim: string) =>
  tx.change(sql`update phone_verifications set status = 'waiting', claim = null, claimed_at = null
    where status = 'looking' and claim = ${claim}::uuid`);

export const cancelWaiting = (tx: Tx, runId: number) =>
  tx.change(sql`update phone_verifications set status = 'canceled' where run_id = ${runId} and status = 'waiting'`);

/** Numbers of a run that have an answer, and those that still need one. */
export async function countProgress(tx: Tx, runId: number): Promise<{ done: number; open: number }> {
  const row = await tx.one<{ done: number; open: number }>(
    sql<{ done: number; open: number }>`select count(*) filter (where status in ('done', 'failed'))::int as done,
        count(*) filter (where status in ('waiting', 'looking'))::int as open
      from phone_verifications where run_id = ${runId}`,
  );
  return row ?? { done: 0, open: 0 };
}
