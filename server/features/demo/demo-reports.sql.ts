import type { ReportDefinition, ReportType } from '#contract/reports/definition.contract.ts';
import { fillDefinition } from '#rules/reports/fill-definition.ts';
import type { Tx } from '../../db/tx.ts';
import type { DemoAgency } from './demo-people.ts';

interface DemoReport {
  readonly type: ReportType;
  readonly name: string;
  readonly with?: Partial<ReportDefinition>;
  readonly shared?: true;
}

const REPORTS: readonly DemoReport[] = [
  {
    type: 'production',
    name: 'Policies sold by carrier',
    with: { period: 'this_year', compare: 'previous_year' },
    shared: true,
  },
  { type: 'policy_book', name: 'Active policies by line', with: { dimension: 'policy_type' } },
  { type: 'activity', name: 'Calls and talk time by agent', shared: true },
  { type: 'leaderboard', name: 'Leaderboard this month', with: { period: 'this_month' }, shared: true },
  { type: 'conversion', name: 'Conversion by source', with: { period: 'last_90_days' } },
  { type: 'pipeline', name: 'Pipeline by status' },
  { type: 'imports', name: 'Import results' },
  { type: 'compliance', name: 'Consent and opt-outs' },
];

/** Reports of the first manager and of the first agent, not yet computed. */
export async function insertDemoReports(tx: Tx, accountId: number, agency: DemoAgency, now: Date): Promise<void> {
  const manager = agency.people.find(({ roles }) => roles.includes('manager'));
  const agent = agency.people.find(({ roles }) => roles.includes('agent'));
  const rows = [
    ...REPORTS.map((report) => ({ username: manager?.username, report })),
    {
      username: agent?.username,
      report: { type: 'activity', name: 'My week', with: { period: 'last_7_days' } } as const,
    },
  ];
  for (const [at, { username, report }] of rows.entries())
    await tx.raw(
      `insert into reports (account_id, user_id, type, name, shared, definition, created_at)
       select $1, u.id, $3, $4, $5, $6, $7 from users u where u.account_id = $1 and u.username = $2`,
      [
        accountId,
        username,
        report.type,
        report.name,
        'shared' in report,
        JSON.stringify(fillDefinition(report.type, 'with' in report ? (report.with ?? {}) : {})),
        new Date(now.getTime() - (at + 1) * 3_600_000),
      ],
    );
}
