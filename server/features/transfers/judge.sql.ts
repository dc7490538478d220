import { type RawBuilder, sql } from 'kysely';
import { type Seen, seenIn } from '../bulk/selection.sql.ts';
import type { Sharing, SharingGate } from '../compliance/sharing-gate.ts';

/** To whom one contact after the other goes. */
export interface Turn {
  readonly id: number;
  /** 0: gone. */
  readonly unit_id: number;
  /** False: they cannot be given contacts any more. */
  readonly there: boolean;
}

/** What a transfer is judged by, at one moment. */
export interface Judging {
  readonly seen: Seen;
  readonly turns: readonly Turn[];
  readonly gate: SharingGate;
  readonly attested: boolean;
}

/** Whether a contact is theirs to give away: one that is seen on a shelf alone is not. */
const theirs = ({ owners }: Seen) => (owners === null ? sql`true` : sql`c.owner_id = any(${owners}::bigint[])`);

/** What the rules on sharing say of the contact that goes to whose turn it is. */
export const sharingOf = ({ gate }: Judging): Sharing => gate.sharing(sql`t.unit_id`, sql`o.business_unit_id`);

export interface Judged {
  /** Rows `f` (position, contact_id), each beside its contact `c`. */
  readonly places: RawBuilder<unknown>;
  /** Whose the contact was when it was chosen; null: not seen. */
  readonly before: RawBuilder<unknown>;
  /** Further columns, each with a comma before it. */
  readonly more?: RawBuilder<unknown>;
}

/** What becomes of each contact: preview and work ask here alone. */
export function judged({ places, before, more = sql`` }: Judged, judging: Judging): RawBuilder<unknown> {
  const { seen, turns, attested } = judging;
  const { asked, missing, withdrawn } = sharingOf(judging);
  const at = turns.map((_turn, index) => index);
  return sql`select j.*, case when reason is not null then 'left' when from_owner_id = to_owner_id then 'unchanged'
      else 'moved' end as outcome
    from (
      select f.position, f.contact_id, ${before} as from_owner_id, c.owner_id as now_owner_id, c.business_unit_id as from_unit_id, c.version,
        c.number, c.first_name, c.last_name, t.id as to_owner_id, t.unit_id as to_unit_id,
        ${asked} as asked ${more},
        case
          when c.id is null or ${before} is null then 'not_seen'
          when c.owner_id <> ${before} then 'transferred_meanwhile'
          when ${seenIn(seen)} is not true then 'not_seen'
          when not ${theirs(seen)} then 'not_theirs'
          when c.deleted_at is not null then 'deleted'
          when c.owner_id = t.id then null
          when not t.there then 'owner_gone'
          when ${withdrawn} then 'no_consent'
          when not ${attested}::boolean and ${missing} then 'no_consent'
        end as reason
      from ${places}
      left join users o on o.id = c.owner_id
      join unnest(${turns.map(({ id }) => id)}::bigint[], ${turns.map(({ unit_id }) => unit_id)}::bigint[],
        ${turns.map(({ there }) => there)}::boolean[], ${at}::int[]) as t(id, unit_id, there, nth)
        on t.nth = (f.position - 1) % ${turns.length}
    ) j`;
}
