import { type RawBuilder, sql } from 'kysely';
import type { Sharing, SharingGate } from '../compliance/sharing-gate.ts';
import { type Seen, seenIn } from '../contacts/contact-visibility.sql.ts';

/** Order in which owners receive contacts. */
export interface Turn {
  readonly id: number;
  /** 0 when deleted. */
  readonly unit_id: number;
  /** False when they can no longer receive contacts. */
  readonly there: boolean;
}

/** Criteria of a transfer at one moment. */
export interface Judging {
  readonly seen: Seen;
  readonly turns: readonly Turn[];
  readonly gate: SharingGate;
  readonly attested: boolean;
}

/** True when the user may transfer a contact: visibility through a pool alone isn't enough. */
const theirs = ({ owners }: Seen) => (owners === null ? sql`true` : sql`c.owner_id = any(${owners}::bigint[])`);

/** Decision of the sharing rules for the contact and its next owner. */
export const sharingOf = ({ gate }: Judging): Sharing => gate.sharing(sql`t.unit_id`, sql`o.business_unit_id`);

export interface Judged {
  /** Rows `f` (position, contact_id), each joined with its contact `c`. */
  readonly places: RawBuilder<unknown>;
  /** Owner of the contact when it was chosen; null: not visible. */
  readonly before: RawBuilder<unknown>;
  /** Further columns, each with a comma before it. */
  readonly more?: RawBuilder<unknown>;
}

/** Outcome of each contact: the only decision, for preview and work. */
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
