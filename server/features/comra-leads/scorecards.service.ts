import type { listScorecards as ListScorecards } from '#contract/vendor-leads.contract.ts';
import type { Query, Reply } from '#contract/endpoint.ts';
import { dayIn, plusDays } from '#rules/time/days.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { CsvLines } from '../../http/download.ts';
import type { Identity } from '../../identity.ts';
import { ownZone } from '../profile/own-day.ts';
import { findScores } from './comra-leads.sql.ts';

/** Each vendor over the last days of the caller, the best sellers first. */
export const listScorecards = (
  { pool, now }: Pick<Deps, 'pool' | 'now'>,
  identity: Identity,
  { days }: Query<typeof ListScorecards>,
): Promise<Reply<typeof ListScorecards>> =>
  withAccount(pool, identity, async (tx) => {
    const zone = await ownZone(tx, identity.userId);
    const to = dayIn(zone, now());
    const from = plusDays(to, 1 - days);
    const rows = await findScores(tx, { from, to, zone });
    return {
      data: rows.map(({ last_at: at, cost_cents: cost, leads, consents, ...row }) => ({
        ...row,
        consent_share: leads === 0 ? null : consents / leads,
        cost_cents: cost,
        cost_per_sale_cents: cost === null || row.sold === 0 ? null : Math.round(cost / row.sold),
        last_at: at?.toISOString() ?? null,
      })),
      period: { from, to },
    };
  });

const HEADS = [
  'Vendor',
  'Type',
  'Sent',
  'Accepted',
  'Duplicates',
  'Errors',
  'With consent',
  'Contacted',
  'Sold',
  'Cost',
  'Cost per sale',
  'Last by API',
];

const dollars = (cents: number | null): string => (cents === null ? '' : (cents / 100).toFixed(2));

/** The same as lines of a CSV file; what is unknown is empty. */
export async function scorecardLines(
  deps: Pick<Deps, 'pool' | 'now'>,
  identity: Identity,
  query: Query<typeof ListScorecards>,
): Promise<CsvLines> {
  const { data } = await listScorecards(deps, identity, query);
  const lines = data.map(({ received, duplicates, errors, ...row }) => [
    row.vendor.name,
    row.vendor_type,
    ...[received + duplicates + errors, received + duplicates, duplicates, errors].map(String),
    row.consent_share === null ? '' : row.consent_share.toFixed(2),
    ...[row.contacted, row.sold].map(String),
    dollars(row.cost_cents),
    dollars(row.cost_per_sale_cents),
    row.last_at ?? '',
  ]);
  return [HEADS, ...lines];
}
