import type { ComraLeads, LEAD_ORDER, LeadCounts, LeadInterval } from '#contract/comra-leads.contract.ts';
import type { ContactFilter } from '#contract/contacts/scope.contract.ts';
import { dollars } from '#rules/billing/money.ts';
import { lastOfMonth, plusDays } from '#rules/time/days.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import type { Column } from '../_kit/display/DataTable.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { formatCount } from '../_kit/format/format-count.ts';

/** A row of the report, or its totals. */
export type LeadLine =
  | { readonly id: 'total'; readonly totals: LeadCounts }
  | { readonly id: string; readonly row: ComraLeads };

interface Days {
  readonly from: string;
  readonly to: string;
}

const countsOf = (line: LeadLine): LeadCounts => ('row' in line ? line.row : line.totals);

/** The days of a row that are in the report. */
const daysOf = ({ period }: ComraLeads, interval: LeadInterval, { from, to }: Days): Days => {
  const last = interval === 'day' ? period : lastOfMonth(period);
  return { from: period < from ? from : period, to: last > to ? to : last };
};

/** The contact list with the leads of a row. */
function contactsOf(row: ComraLeads, { from, to }: Days, more: readonly ContactFilter[]): string {
  const filters: ContactFilter[] = [
    { field: 'api_vendor', op: 'is', value: String(row.vendor.id) },
    { field: 'owner', op: 'is', value: String(row.agent.id) },
    { field: 'created_at', op: 'after', value: plusDays(from, -1) },
    { field: 'created_at', op: 'before', value: plusDays(to, 1) },
    ...more,
  ];
  return `/contacts?contact_group=all&search=${encodeURIComponent(JSON.stringify(filters))}`;
}

const CONTACTED: ContactFilter = { field: 'last_touch_at', op: 'not_empty', value: '' };
const SOLD: ContactFilter = { field: 'policy_status', op: 'is', value: 'active' };

/** The import that brought them, or all imports. */
const importsOf = ({ import_ids: ids }: ComraLeads): string => (ids.length === 1 ? `/imports/${ids[0]}` : '/imports');

/** Refused requests of the vendor; the list has the last 30 days. */
const requestsOf = ({ vendor }: ComraLeads): string =>
  `/admin/api-requests?${new URLSearchParams({ tab: 'refused', filter_by: 'vendor', filter_value: vendor.name })}`;

type Field = (typeof LEAD_ORDER)[number];
type Name = 'received' | 'duplicates' | 'problems' | 'refused' | 'contacted' | 'sold';

const shareOf = (part: number, { received }: LeadCounts): string =>
  received === 0 || part === 0 ? '' : ` (${Math.round((part / received) * 100)}%)`;

export function leadColumns(interval: LeadInterval, report: Days | null): readonly Column<LeadLine, Field>[] {
  const number = (
    name: Name,
    what: string,
    hrefOf: (row: ComraLeads) => string,
    look: Partial<Column<LeadLine, Field>> = {},
  ): Column<LeadLine, Field> => ({
    head: what,
    cell: (line) => {
      const counts = countsOf(line);
      const share = name === 'contacted' || name === 'sold' ? shareOf(counts[name], counts) : '';
      const text = `${formatCount(counts[name])}${share}`;
      if (!('row' in line) || counts[name] === 0) return text;
      return (
        <Link href={hrefOf(line.row)} aria-label={`${what}: ${text}, ${line.row.vendor.name}, ${line.row.agent.name}`}>
          {text}
        </Link>
      );
    },
    numeric: true,
    narrow: 'none',
    width: '7em',
    ...look,
  });
  const contacts =
    (...more: ContactFilter[]) =>
    (row: ComraLeads) =>
      contactsOf(row, daysOf(row, interval, report ?? { from: row.period, to: row.period }), more);
  return [
    {
      head: 'Vendor',
      cell: (line) => ('row' in line ? line.row.vendor.name : <b>Total</b>),
      sortBy: 'vendor',
      narrow: 'title',
    },
    {
      head: interval === 'day' ? 'Day' : 'Month',
      cell: (line) => ('row' in line ? periodWords(line.row.period, interval) : ''),
      sortBy: 'period',
      narrow: 'sub',
      width: '7.5em',
    },
    {
      head: 'Agent',
      cell: (line) => ('row' in line ? line.row.agent.name : ''),
      sortBy: 'agent',
      narrow: 'sub-aside',
      width: '10em',
    },
    number('received', 'Leads', contacts(), { sortBy: 'received', narrow: 'aside', width: '5em' }),
    number('duplicates', 'Duplicates', importsOf, { leaves: 4 }),
    number('problems', 'Problem rows', importsOf, { leaves: 3, width: '8em' }),
    number('refused', 'Refused', requestsOf, { leaves: 3, width: '6em' }),
    number('contacted', 'Contacted', contacts(CONTACTED), { sortBy: 'contacted' }),
    number('sold', 'Sold', contacts(SOLD), { sortBy: 'sold' }),
    {
      head: 'Cost',
      cell: (line) => {
        const { cost_cents: cost } = countsOf(line);
        return cost === null ? <span className="soft">Unknown</span> : dollars(cost);
      },
      numeric: true,
      narrow: 'none',
      leaves: 3,
      width: '8.5em',
    },
  ];
}

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

const periodWords = (period: string, interval: LeadInterval): string =>
  interval === 'day' ? formatPlainDate(period) : MONTH.format(new Date(`${period}T00:00:00Z`));
