import { Inbox } from 'lucide-react';
import { Suspense } from 'react';
import { listApiVendors } from '#contract/reference.contract.ts';
import {
  downloadVendorLeads,
  type LEAD_ORDER,
  listVendorLeads,
  VENDOR_LEAD_STATUSES,
  VENDOR_LEADS_KEPT_DAYS,
  type VendorLead,
} from '#contract/vendor-leads.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { SearchBox } from '../_base/list/SearchBox.tsx';
import type { SearchProps } from '../_base/routes/page-parts.tsx';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { type Column, DataTable } from '../_kit/display/DataTable.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { formatWhen } from '../_kit/format/format-when.ts';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { FileLink } from '../_resource/FileLink.tsx';
import { LEAD_STATUS } from './lead-words.ts';
import type { LeadSearch } from './vendor-leads-search.ts';
import './vendor-leads.css';

const VendorLeadDialog = lazyPart(() => import('./VendorLeadDialog.tsx'), 'VendorLeadDialog');

const PAGE_ROWS = 50;
/** Milliseconds between two looks. Ours: leads come all the time. */
const LOOK_MS = 10_000;
const always = (): number => LOOK_MS;

const KEPT = `Leads that vendors send with an API key appear here, and are kept for ${VENDOR_LEADS_KEPT_DAYS} days.`;

/** Every lead that a vendor sent, and what became of it, newest first. */
export function VendorLeadList({ search, setSearch }: SearchProps<LeadSearch>) {
  const { user } = useApp();
  const now = useNow();
  const { page = 1, open, q, lead: status, vendor_id } = search;
  const sort = { field: search.lead_by ?? 'received_at', order: search.order ?? 'desc' } as const;
  const filter = { q, status, vendor_id, order_field: sort.field, order: sort.order };
  const query = { ...filter, page, limit: PAGE_ROWS };
  const list = useResource(listVendorLeads, { query }, { reloadAfter: always });
  const change = (next: LeadSearch) => setSearch({ ...search, page: 1, ...next }, 'replace');
  const isNarrowed = page > 1 || q !== undefined || status !== undefined || vendor_id !== undefined;
  return (
    <>
      <Filters search={search} filter={filter} onChange={change} />
      <DataTable
        label="Leads of vendors"
        columns={columnsOf(IANA_ZONES[user.timezone], now)}
        rows={list.data?.data ?? null}
        error={list.error}
        onRetry={list.reload}
        busy={list.refreshing || list.isEarlier}
        openId={open ?? null}
        actions={(row) => (
          <Button
            size="small"
            aria-label={`Details of ${row.name || 'a lead without a name'} from ${row.vendor.name}`}
            onClick={() => setSearch({ ...search, open: row.id })}
          >
            Details
          </Button>
        )}
        sort={{
          ...sort,
          onSort: (field) =>
            change({ lead_by: field, order: field === sort.field && sort.order === 'asc' ? 'desc' : 'asc' }),
        }}
        page={{
          at: page,
          limit: PAGE_ROWS,
          total: list.data?.meta.total_count ?? 0,
          onTurn: (next) => setSearch({ ...search, page: next }),
          asked: JSON.stringify(query),
        }}
        empty={
          isNarrowed ? (
            <EmptyState
              icon={Inbox}
              title="No matching leads"
              text="Clear the search and the filters, or go to the first page."
              action={
                <Button onClick={() => change({ q: undefined, lead: undefined, vendor_id: undefined })}>
                  Show all leads
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={Inbox}
              title="No leads from vendors yet"
              text={KEPT}
              action={<Link href="/help/vendor-leads">How vendors send leads</Link>}
            />
          )
        }
      />
      <Suspense>
        {open === undefined ? null : (
          <VendorLeadDialog id={open} onClose={() => setSearch({ ...search, open: undefined }, 'replace')} />
        )}
      </Suspense>
    </>
  );
}

type LeadOrder = (typeof LEAD_ORDER)[number];

interface FiltersProps {
  search: LeadSearch;
  /** As the file takes it. */
  filter: Readonly<Record<string, string | number | undefined>>;
  onChange: (next: LeadSearch) => void;
}

function Filters({ search, filter, onChange }: FiltersProps) {
  const vendors = useResource(listApiVendors, {}).data?.data ?? [];
  return (
    <div className="filters lead-filters">
      <SearchBox
        label="Search leads"
        placeholder="Name, phone, e-mail, ID"
        value={search.q ?? ''}
        onSearch={(text) => (text === (search.q ?? '') ? undefined : onChange({ q: text || undefined }))}
      />
      <SelectField
        label="Status"
        labelHidden
        value={search.lead ?? ''}
        options={[
          { value: '', label: 'Any status' },
          ...VENDOR_LEAD_STATUSES.map((value) => ({ value, label: LEAD_STATUS[value].text })),
        ]}
        onChange={({ target: { value } }) => onChange({ lead: VENDOR_LEAD_STATUSES.find((one) => one === value) })}
      />
      <SelectField
        label="Vendor"
        labelHidden
        value={String(search.vendor_id ?? '')}
        options={[
          { value: '', label: 'Any vendor' },
          ...vendors.map(({ id, vendor_name: name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ target: { value } }) => onChange({ vendor_id: value === '' ? undefined : Number(value) })}
      />
      <FileLink of={downloadVendorLeads} asked={filter} many="leads" />
    </div>
  );
}

const columnsOf = (zone: string, now: Date): readonly Column<VendorLead, LeadOrder>[] => [
  {
    head: 'Received',
    cell: ({ received_at: at }) => <time dateTime={at}>{formatWhen(at, zone, now)}</time>,
    narrow: 'sub-aside',
    width: '12em',
    sortBy: 'received_at',
  },
  {
    head: 'Lead',
    cell: ({ name, contact }) =>
      contact === null ? name || '—' : <Link href={`/contacts/${contact.number}`}>{contact.name || name}</Link>,
    narrow: 'title',
  },
  { head: 'Vendor', cell: ({ vendor }) => vendor.name, narrow: 'sub', width: '12em', sortBy: 'vendor' },
  { head: 'Vendor’s ID', cell: ({ external_id: id }) => id, narrow: 'none', leaves: 2, width: '10em' },
  { head: 'Owner', cell: ({ owner }) => owner?.name ?? '', narrow: 'none', leaves: 1, width: '11em' },
  {
    head: 'Reason',
    cell: ({ faults }) => Object.values(faults)[0]?.[0] ?? '',
    narrow: 'none',
  },
  {
    head: 'Status',
    cell: ({ status }) => <StatusWord tone={LEAD_STATUS[status].tone}>{LEAD_STATUS[status].text}</StatusWord>,
    narrow: 'aside',
    width: '8em',
    sortBy: 'status',
  },
];
