import { sql } from 'kysely';
import { MAX_REPORTS } from '#contract/reports.contract.ts';
import { type ReportDefinition, ReportFields, type ReportType } from '#contract/reports/definition.contract.ts';
import type { ReportSchedule, ReportScheduleFields } from '#contract/reports/schedule.contract.ts';
import { definitionFaults } from '#rules/reports/fill-definition.ts';
import { reachOf } from '#rules/access/permissions.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { accountStream, userStream } from '../../events.ts';
import type { Identity } from '../../identity.ts';
import { named, plain } from '../../resource/columns.ts';
import { beforeSave, countOf } from '../../resource/rules.ts';
import { type Table, table, type Visibility } from '../../resource/table.ts';
import { ofOwner } from '../../resource/visibility.ts';
import { requirePrescriptions } from '../contacts/list/prescription-filter.ts';

const ownReports = countOf((userId) => sql`select from reports where user_id = ${userId} and deleted_at is null`);

/** Users whose reports the reader sees, as the Users page has them. */
const below = ({ roles, userId, businessUnitId }: Identity) => {
  const reach = reachOf(roles);
  if (reach === 'account') return sql`true`;
  const unit =
    reach === 'businessUnit' ? sql` union select id from users where business_unit_id = ${businessUnitId}` : sql``;
  return sql`r.user_id in (select descendant_id from user_tree where ancestor_id = ${userId}${unit})`;
};

/** One's own reports, those of users below, and those that others share. */
const visibility: Visibility = {
  ...ofOwner(),
  seen: (identity) => sql`r.deleted_at is null and (r.shared or ${below(identity)})`,
  place: async ({ tx, identity: { userId } }) => {
    await tx.raw(`select pg_advisory_xact_lock(hashtextextended('reports', $1))`, [userId]);
    if ((await ownReports(tx, userId)) < MAX_REPORTS) return { user_id: userId };
    throw refuseField('name', `You've reached the limit of ${MAX_REPORTS} reports. Delete one first.`);
  },
  requireChange: ({ identity }, row) => {
    if (row['user_id'] === identity.userId) return;
    throw new Refusal('access_denied', 'Only the person who created this report can change it.');
  },
  streams: ({ identity }, row) =>
    row['shared'] === true
      ? [userStream(identity.userId), accountStream(identity.accountId)]
      : [userStream(identity.userId)],
  filters: {
    created_by: (_tx, _identity, value) => Promise.resolve(sql`r.user_id = ${value}`),
  },
};

const PERSON = sql`(select jsonb_build_object('id', n.id, 'name', n.name) from names_of_people(array[r.user_id]) n)`;

const select = ({
  userId,
}: Identity) => sql`r.id, r.type, r.name, r.shared, r.definition, r.user_id = ${userId} as mine,
  r.created_at, ${PERSON} as created_by,
  (select x.computed_at from report_results x where x.report_id = r.id and x.user_id = ${userId}) as computed_at`;

export const REPORTS: Table = table({
  name: 'reports',
  title: 'name',
  columns: { type: plain, name: named, shared: plain, definition: plain },
  json: ['definition'],
  select,
  detail: (identity) => sql`${select(identity)},
    (select x.result from report_results x where x.report_id = r.id and x.user_id = ${identity.userId}) as result,
    (select to_jsonb(s) from report_schedules s where s.report_id = r.id and s.user_id = ${identity.userId}) as schedule`,
  shape: (row) => {
    const computedAt = isoOf(row['computed_at']);
    return {
      ...row,
      created_at: isoOf(row['created_at']),
      computed_at: computedAt,
      result: resultOf(row['result'], computedAt),
      schedule: scheduleOf(row['schedule']),
    };
  },
  order: ({ userId }) => sql`coalesce((select x.computed_at from report_results x
    where x.report_id = r.id and x.user_id = ${userId}), r.created_at) desc, r.id desc`,
  search: ['name'],
  visibility,
  rules: [
    beforeSave(({ identity }, { values }) => {
      const definition = ReportFields.parse(values['definition']);
      requireDefinition(values['type'] as ReportType, definition);
      return Promise.resolve(requirePrescriptions(identity, definition.filters));
    }),
  ],
});

/** @throws {Refusal} `refused` by field. */
export function requireDefinition(type: ReportType, definition: ReportDefinition): void {
  const faults = Object.entries(definitionFaults(type, definition));
  const [first] = faults;
  if (first === undefined) return;
  const fields = Object.fromEntries(faults.map(([field, text]) => [field, [text ?? '']]));
  throw new Refusal('refused', first[1] ?? '', { fields });
}

const isoOf = (at: unknown): string | null => (at instanceof Date ? at.toISOString() : null);

/** The stored numbers with their time; `null`: none yet. */
const resultOf = (result: unknown, computedAt: string | null): unknown =>
  typeof result === 'object' && result !== null ? { computed_at: computedAt, ...result } : null;

interface StoredSchedule extends ReportScheduleFields {
  readonly next_at: string;
  readonly last_at: string | null;
  readonly problem: string;
}

/** The reader's schedule; `null`: none. */
function scheduleOf(stored: unknown): ReportSchedule | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { cadence, weekday, day, time, next_at, last_at, problem } = stored as StoredSchedule;
  const isoAt = (at: string) => new Date(at).toISOString();
  return { cadence, weekday, day, time, next_at: isoAt(next_at), last_at: last_at && isoAt(last_at), problem };
}
