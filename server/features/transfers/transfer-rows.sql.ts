import { sql } from 'kysely';
import type { TransferRow } from '#contract/transfers.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { AttemptRow } from './transfer-attempt.ts';
import { type Seen, seenIn } from '../contacts/contact-visibility.sql.ts';

const WANTED = {
  all: sql`true`,
  moved: sql`r.outcome = 'moved'`,
  left: sql`r.outcome = 'left'`,
  put_back: sql`r.put_back_at is not null`,
  kept: sql`r.kept is not null`,
} as const;
export type Wanted = keyof typeof WANTED;

export const countRows = ({ done, moved, left_alone, put_back, kept }: AttemptRow, wanted: Wanted): number =>
  ({ all: done, moved, left: left_alone, put_back, kept })[wanted];

export interface Viewing {
  readonly transferId: number;
  readonly wanted: Wanted;
  readonly seen: Seen;
  /** True when the viewer made the transfer. */
  readonly isCaller: boolean;
}

/**
 * Outcomes of the contacts, in order. A contact is named to those who can see it, and to its former owner as long as no
 * one has changed it since.
 */
export function findRows(
  tx: Tx,
  { transferId, wanted, seen, isCaller }: Viewing,
  { offset, limit }: { offset: number; limit: number },
): Promise<TransferRow[]> {
  const given = isCaller
    ? sql`(r.outcome = 'moved' and c.version = r.version_after + undone_since(c.id, r.version_after))`
    : sql`false`;
  return tx.all<TransferRow>(
    sql<TransferRow>`select r.position, r.outcome, r.reason, r.first_transfer_id, r.kept,
        case when r.put_back_at is not null then true when r.kept is not null then false end as put_back,
        case when c.id is not null then jsonb_build_object('id', c.id, 'number', c.number,
          'name', trim(c.first_name || ' ' || c.last_name)) end as contact,
        case when f.id is not null then jsonb_build_object('id', f.id, 'name', trim(f.first_name || ' ' || f.last_name)) end as "from",
        case when t.id is not null then jsonb_build_object('id', t.id, 'name', trim(t.first_name || ' ' || t.last_name)) end as "to"
      from (
        select * from transfer_rows r where r.transfer_id = ${transferId} and ${WANTED[wanted]}
        order by r.position limit ${limit} offset ${offset}
      ) r
      left join contacts c on c.id = r.contact_id and (${seenIn(seen)} or ${given})
      left join users f on f.id = r.from_owner_id left join users t on t.id = r.to_owner_id
      order by r.position`,
  );
}

/** Contacts that each recipient got. */
export const countReceived = (tx: Tx, transferId: number) =>
  tx.raw<{ user_id: number; contacts: number }>(
    `select to_owner_id as user_id, count(*)::int as contacts from transfer_rows
     where transfer_id = $1 and outcome = 'moved' and to_owner_id is not null group by to_owner_id order by to_owner_id`,
    [transferId],
  );
