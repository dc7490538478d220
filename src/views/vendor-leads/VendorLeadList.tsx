import { Inbox } from 'lucide-react';
import { Suspense } from 'react';
import { listApiVendors } from '#contract/reference.contract.ts';
import {
  listVendorLeads,
  VENDOR_LEAD_STATUSES,
  VENDOR_LEADS_KEPT_DAYS,
  type VendorLead,
} from '#contract/vendor-leads.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
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
import { LEAD_STATUS } from './lead-words.ts';
import type { LeadSearch } from './vendor-leads-search.ts';
import '../_resource/resource.css';

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
  const { page = 1, open, lead: status, vendor_id } = search;
  const query = { status, vendor_id, page, limit: PAGE_ROWS };
  const list = useResource(listVendorLeads, { query }, { reloadAfter: always });
  const change = (next: LeadSearch) => setSearch({ ...search, page: 1, ...next }, 'replace');
  const isNarrowed = page > 1 || status !== undefined || vendor_id !== undefined;
  return (
    <>
      <Filters search={search} onChange={change} />
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
              text="Clear the filters, or go to the first page."
              action={<Button onClick={() => change({ lead: undefined, vendor_id: undefined })}>Show all leads</Button>}
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

interface FiltersProps {
  search: LeadSearch;
  onChange: (next: LeadSearch) => void;
}

function Filters({ search, onChange }: FiltersProps) {
  const vendors = useResource(listApiVendors, {}).data?.data ?? [];
  return (
    <div className="filters">
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
    </div>
  );
}

const columnsOf = (zone: string, now: Date): readonly Column<VendorLead>[] => [
  {
    head: 'Received',
    cell: ({ received_at: at }) => <time dateTime={at}>{formatWhen(at, zone, now)}</time>,
    narrow: 'sub-aside',
    width: '12em',
  },
  {
    head: 'Lead',
    cell: ({ name, contact }) =>
      contact === null ? name || '—' : <Link href={`/contacts/${contact.number}`}>{contact.name || name}</Link>,
    narrow: 'title',
  },
  { head: 'Vendor', cell: ({ vendor }) => vendor.name, narrow: 'sub', width: '12em' },
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
  },
];
