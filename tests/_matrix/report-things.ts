import { eventVerdict } from './event-things.ts';
import type { Question, Verdict } from './kinds.ts';
import type { Actor, MatrixWorld, Relation } from './matrix-world.ts';
import { ownerOf, textOf, type Thing, UNKNOWN } from './things.ts';

const DEFINITION = {
  dimension: 'carrier',
  measure: 'policies',
  who: 'all',
  period: 'last_30_days',
  from: null,
  to: null,
  compare: 'none',
  filters: [],
};
const RESULT = {
  zone: 'America/Chicago',
  definition: DEFINITION,
  days: { from: '2026-11-01', to: '2026-11-10' },
  compared: null,
  rows: [],
  more_rows: 0,
  totals: [0, 0, 0],
  totals_before: null,
};

/** A report of somebody, with numbers for the caller. */
const reportWith =
  (deleted: boolean) =>
  async (world: MatrixWorld, actor: Actor, relation: Relation): Promise<Thing> => {
    if (relation === 'unknown') return UNKNOWN;
    const owner = ownerOf(actor, relation);
    const id = await world.one(
      `insert into reports (account_id, user_id, type, name, definition, deleted_at)
       values ($1, $2, 'production', $3, $4, case when $5 then now() end)`,
      [owner.accountId, owner.id, textOf(owner), JSON.stringify(DEFINITION), deleted],
    );
    await world.it.owner.query(
      `insert into report_results (account_id, report_id, user_id, result, computed_at)
       select $1, $2, u.id, $3, now() from users u where u.account_id = $1`,
      [owner.accountId, id, JSON.stringify(RESULT)],
    );
    return { id, row: { table: 'reports', id } };
  };

const relations: readonly Relation[] = ['own', 'downline', 'peer', 'upline', 'otherUnit', 'otherAccount', 'unknown'];

/** Seen by those above who created it; changed by them alone. */
function verdict(question: Question): Verdict {
  const seen = eventVerdict(question);
  return seen === 'open' && question.endpoint.name === 'deleteReport' && question.relation !== 'own' ? 'refused' : seen;
}

export const REPORT_KINDS = {
  report: { relations, verdict, make: reportWith(false) },
  /** Restored by who created it. */
  deletedReport: {
    relations,
    verdict: ({ relation }: Question): Verdict => (relation === 'own' ? 'open' : 'absent'),
    make: reportWith(true),
  },
} as const;
