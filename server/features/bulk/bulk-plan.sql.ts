import { type RawBuilder, sql } from 'kysely';
import type { JobChange, OptOutChannel } from '#contract/bulk.contract.ts';
import { CONTACT_RESTORE_DAYS } from '#contract/contacts.contract.ts';
import { CONTACT_TAGS_MAX } from '#contract/contacts/tag.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { missingOptOuts, type OptOutSaid, optOutsOf } from '../compliance/opt-outs.service.ts';

const DAY_MS = 24 * 3_600_000;

/** Changes that need no more than the contact and its consents. */
type ColumnChange = Exclude<JobChange, { action: 'campaign' | 'workflow' | 'workflow_move' }>;

/** A change as SQL on the contact `c`. */
export interface BulkPlan extends ColumnPlan {
  /** Opt-outs that it records; `null`: none. */
  readonly optOuts: OptOutPlan | null;
  /** What it does beside the row of the contact; `null`: nothing. */
  readonly effect: Effect | null;
}

/** Start of a campaign or workflow, or the move to another version. Contacts are locked. */
interface Effect {
  readonly apply: (tx: Tx, ids: readonly number[], by: EffectBy) => Promise<unknown>;
  /** Answers the contacts for which it was undone: what is over since stays. */
  readonly undo: (tx: Tx, ids: readonly number[], by: EffectBy) => Promise<ReadonlySet<number>>;
}

interface EffectBy {
  readonly jobId: number;
  readonly accountId: number;
  readonly userId: number;
  readonly at: Date;
}

interface OptOutPlan extends OptOutSaid {
  /** Channels that the contact hasn't opted out of, as text[]. */
  readonly missing: RawBuilder<unknown>;
}

export interface ColumnPlan {
  /** `null`: the contact itself doesn't change. */
  readonly column: string | null;
  /** True when it already has the value. */
  readonly isSo: RawBuilder<unknown>;
  /** Reason against the change, or null. */
  readonly against: RawBuilder<unknown>;
  readonly value: RawBuilder<unknown>;
  /** The value that a stored `before` holds. */
  readonly valueIn: (before: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** Table and id that such a value refers to; `null`: nothing that could be deleted. */
  readonly names: { readonly table: string; readonly idsIn: (before: string) => readonly number[] } | null;
}

const OF_DELETED = sql`case when c.deleted_at is not null then 'deleted' end`;
/** A contact deleted before this may be purged at any time, its files first. */
const purgedBefore = (now: Date) => sql`${new Date(now.getTime() - CONTACT_RESTORE_DAYS * DAY_MS)}::timestamptz`;
const FREE = sql`null::text`;
const OF_HELD = sql`case when c.deleted_at is null and c.held_at is not null then 'held' end`;

const CHOICES = {
  group: { column: 'group_id', table: 'groups' },
  status: { column: 'status_id', table: 'statuses' },
  agentflow_status: { column: 'agentflow_status_id', table: 'agentflow_statuses' },
  pool: { column: 'pool_id', table: 'pools' },
} as const;
export type ChoiceAction = keyof typeof CHOICES;

export const choiceTable = (action: ChoiceAction): string => CHOICES[action].table;

export const choiceId = (change: Extract<JobChange, { action: ChoiceAction }>): number | null => {
  switch (change.action) {
    case 'group':
      return change.group_id;
    case 'status':
      return change.status_id;
    case 'agentflow_status':
      return change.agentflow_status_id;
    case 'pool':
      return change.pool_id;
  }
};

/** `names`: the tags or the choice of the change. */
export function planOf(change: ColumnChange, names: readonly string[], now: Date): BulkPlan {
  const said = optOutOf(change, names);
  const optOuts = said && { ...said, missing: missingOptOuts(optOutsOf(said.channels), now) };
  return { ...columnPlan(change, now), optOuts, effect: null };
}

/** Opt-outs that a change records; `null`: none. */
export function optOutOf(
  change: JobChange,
  names: readonly string[] = [],
): (OptOutSaid & { readonly channels: readonly OptOutChannel[] }) | null {
  if (change.action === 'do_not_call') return change;
  if (change.action !== 'tags' || change.do_not_call !== true) return null;
  return { channels: ['call'], source: 'other', evidence: `Tagged “${names.join('”, “')}” in a bulk change.` };
}

function columnPlan(change: ColumnChange, now: Date): ColumnPlan {
  switch (change.action) {
    case 'do_not_call':
      return NO_COLUMN;
    case 'tags':
      return tagPlan(
        change.mode,
        [...new Set(change.tag_ids)].toSorted((a, b) => a - b),
      );
    case 'delete':
      return { ...deletion(sql`${now}::timestamptz`), against: OF_HELD, isSo: sql`c.deleted_at is not null` };
    case 'restore':
      return {
        ...deletion(sql`null::timestamptz`),
        against: sql`case when c.merged_into_id is not null then 'merged'
          when c.deleted_at < ${purgedBefore(now)} then 'expired' end`,
        // An undo that comes late deletes now: by the old time the contact would be purged immediately.
        valueIn: (before) => sql`case when ${deletedAt(before)} < ${purgedBefore(now)} then ${now}::timestamptz
          else ${deletedAt(before)} end`,
        isSo: sql`c.deleted_at is null`,
      };
    default:
      return choicePlan(change.action, choiceId(change));
  }
}

const deletedAt = (before: RawBuilder<unknown>) => sql`(${before} ->> 'deleted_at')::timestamptz`;

const deletion = (value: RawBuilder<unknown>) => ({
  column: 'deleted_at',
  against: FREE,
  value,
  valueIn: deletedAt,
  names: null,
});

export const NO_COLUMN: ColumnPlan = {
  column: null,
  isSo: sql`true`,
  against: OF_DELETED,
  value: sql`null`,
  valueIn: () => sql`null`,
  names: null,
};

function choicePlan(action: ChoiceAction, id: number | null): ColumnPlan {
  const { column, table } = CHOICES[action];
  return {
    column,
    isSo: sql`c.${sql.ref(column)} is not distinct from ${id}::bigint`,
    // A choice that only deleted contacts have left can be freed.
    against: id === null ? FREE : OF_DELETED,
    value: sql`${id}::bigint`,
    valueIn: (before) => sql`(${before} ->> ${sql.lit(column)})::bigint`,
    names: { table, idsIn: (before) => idsOf(before, column) },
  };
}

/** The ids that a stored `before` has under a column. */
function idsOf(before: string, column: string): readonly number[] {
  const value = (JSON.parse(before) as Readonly<Record<string, number | readonly number[] | null>>)[column] ?? [];
  return typeof value === 'number' ? [value] : value;
}

function tagPlan(mode: 'add' | 'remove' | 'replace', ids: readonly number[]): ColumnPlan {
  const tags = sql`${ids}::bigint[]`;
  const value = {
    add: sql`array(select distinct tag from unnest(c.tag_ids || ${tags}) tag order by tag)`,
    remove: sql`array(select tag from unnest(c.tag_ids) with ordinality as had(tag, place)
      where tag <> all(${tags}) order by place)`,
    replace: tags,
  }[mode];
  return {
    column: 'tag_ids',
    isSo: {
      add: sql`c.tag_ids @> ${tags}`,
      remove: sql`not c.tag_ids && ${tags}`,
      replace: sql`(c.tag_ids @> ${tags} and c.tag_ids <@ ${tags})`,
    }[mode],
    against:
      mode === 'add'
        ? sql`case when c.deleted_at is not null then 'deleted'
            when cardinality(c.tag_ids) + ${ids.length} <= ${CONTACT_TAGS_MAX} then null
            when cardinality(${value}) > ${CONTACT_TAGS_MAX} then 'too_many_tags' end`
        : OF_DELETED,
    value,
    valueIn: (before) => sql`array(select jsonb_array_elements_text(${before} -> 'tag_ids')::bigint)`,
    names: { table: 'tags', idsIn: (before) => idsOf(before, 'tag_ids') },
  };
}
