import {
  type downloadComraLeads,
  type LeadCounts,
  type listComraLeads,
  MAX_REPORT_DAYS,
  REPORT_DAYS,
} from '#contract/comra-leads.contract.ts';
import type { Query, Reply } from '#contract/endpoint.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { Identity } from '../../identity.ts';
import { type CsvLines, MAX_CSV_LINES } from '../../http/download.ts';
import { periodOf } from '../profile/own-day.ts';
import { findLeads, type ReportFilter, sumLeads } from './comra-leads.sql.ts';

type Use = Pick<Deps, 'pool' | 'now'>;
type Asked = Query<typeof downloadComraLeads>;

/** The days where the caller is. @throws {Refusal} `refused` under `from` for a range that ends before it begins, or is too long. */
async function filterOf(deps: Use, tx: Tx, { userId }: Identity, asked: Asked): Promise<ReportFilter> {
  const period = await periodOf(deps, tx, userId, asked, { days: REPORT_DAYS, most: MAX_REPORT_DAYS });
  return { ...period, interval: asked.interval, q: asked.q ?? '' };
}

export const listLeads = (
  deps: Use,
  identity: Identity,
  { page, limit, ...asked }: Query<typeof listComraLeads>,
): Promise<Reply<typeof listComraLeads>> =>
  withAccount(deps.pool, identity, async (tx) => {
    const filter = await filterOf(deps, tx, identity, asked);
    const { rows: total, ...totals } = await sumLeads(tx, filter);
    const data = await findLeads(tx, filter, {
      field: asked.order_field,
      order: asked.order,
      limit,
      offset: (page - 1) * limit,
    });
    return {
      data,
      totals,
      period: { from: filter.from, to: filter.to },
      meta: { current_page: page, limit, total_count: total, total_pages: Math.max(1, Math.ceil(total / limit)) },
    };
  });

const HEAD = [
  'Vendor',
  'Period',
  'Agent',
  'Received',
  'Duplicates',
  'Problem rows',
  'Refused requests',
  'Contacted',
  'Sold',
  'Cost',
];

const cellsOf = (counts: LeadCounts): readonly string[] => [
  ...[counts.received, counts.duplicates, counts.problems, counts.refused, counts.contacted, counts.sold].map(String),
  counts.cost_cents === null ? '' : (counts.cost_cents / 100).toFixed(2),
];

/** The report as CSV, with a line of totals at the end. */
export const leadsFile = (deps: Use, identity: Identity, asked: Asked): Promise<CsvLines> =>
  withAccount(deps.pool, identity, async (tx) => {
    const filter = await filterOf(deps, tx, identity, asked);
    const rows = await findLeads(tx, filter, {
      field: asked.order_field,
      order: asked.order,
      limit: MAX_CSV_LINES,
      offset: 0,
    });
    const lines = rows.map((row) => [row.vendor.name, row.period, row.agent.name, ...cellsOf(row)]);
    const totals = ['Total', '', '', ...cellsOf(await sumLeads(tx, filter))];
    return [HEAD, ...lines, totals];
  });
