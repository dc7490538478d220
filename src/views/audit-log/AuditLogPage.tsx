import { Download, ScrollText } from 'lucide-react';
import {
  AUDIT_AREAS,
  AUDIT_DAYS,
  type AuditEntry,
  downloadAuditEntries,
  listAuditEntries,
  MOST_ENTRIES,
} from '#contract/audit-log.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { actionTitle } from '#rules/audit/action-words.ts';
import { AREA_WORDS } from '#rules/audit/audit-areas.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { SearchBox } from '../_base/list/SearchBox.tsx';
import { type SearchProps, searchPage } from '../_base/routes/page-parts.tsx';
import { type RawSearch, readSearch } from '../_base/routes/read-search.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { type Column, DataTable } from '../_kit/display/DataTable.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { formatCount } from '../_kit/format/format-count.ts';
import { formatDate, formatTimeWithSeconds } from '../_kit/format/format-when.ts';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import '../_resource/resource.css';

const PAGE_ROWS = 50;

const { from, to, area, q, page } = listAuditEntries.query.shape;
const SHAPE = { from, to, area, q, page };
type AuditSearch = { [Part in keyof typeof SHAPE]?: (typeof SHAPE)[Part]['_zod']['output'] | undefined };

const searchOf = (raw: RawSearch): AuditSearch => readSearch(SHAPE, raw);

const AREAS = [
  { value: '', label: 'Everything' },
  ...AUDIT_AREAS.map((value) => ({ value, label: AREA_WORDS[value] })),
];

/** What was done in the agency, by whom and as whom, newest first. */
export function AuditLogPage({ search, setSearch }: SearchProps<AuditSearch>) {
  const { user } = useApp();
  const { page: at = 1, ...filter } = search;
  const list = useResource(listAuditEntries, { query: { ...filter, page: at, limit: PAGE_ROWS } });
  const { data = null, period = null, meta = null } = list.data ?? {};
  const total = meta?.total_count ?? 0;
  return (
    <>
      <PageBar
        title={titleOf('/admin/audit-log')}
        scope={
          period === null ? null : (
            <>
              <b>
                {formatPlainDate(period.from)}–{formatPlainDate(period.to)}
              </b>
              {total < MOST_ENTRIES ? null : `, the last ${formatCount(MOST_ENTRIES)}`}
            </>
          )
        }
        actions={
          <ButtonLink icon={Download} href={csvOf(filter)} download="audit-log.csv" short="CSV">
            Download CSV
          </ButtonLink>
        }
      />
      <div className="with-side">
        <div className="with-side-list">
          <Filters search={search} setSearch={setSearch} period={period} />
          <DataTable
            label="Audit log"
            columns={columnsOf(IANA_ZONES[user.timezone])}
            rows={data}
            error={list.error}
            onRetry={list.reload}
            busy={list.refreshing || list.isEarlier}
            page={{
              at,
              limit: PAGE_ROWS,
              total,
              onTurn: (next) => setSearch({ ...search, page: next }),
              asked: JSON.stringify([filter, at]),
            }}
            empty={<NoEntries search={search} setSearch={setSearch} />}
          />
        </div>
      </div>
    </>
  );
}

/** The page with its filters in the address. */
export const AuditLogRoute = searchPage('/admin/audit-log', searchOf, AuditLogPage);

const csvOf = (filter: object) =>
  `${downloadAuditEntries.path}?${new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]))}`;

const columnsOf = (zone: string): readonly Column<AuditEntry>[] => [
  {
    head: 'Time',
    cell: ({ at }) => (
      <time dateTime={at}>
        {formatDate(at, zone)} {formatTimeWithSeconds(at, zone)}
      </time>
    ),
    narrow: 'aside',
    width: '15em',
  },
  {
    head: 'Action',
    cell: ({ action, request_id: id }) => (
      <span title={id === '' ? undefined : `Request id ${id}`}>{actionTitle(action)}</span>
    ),
    narrow: 'title',
    width: '13em',
  },
  { head: 'About', cell: (entry) => <Subject {...entry} />, narrow: 'sub', width: '13em' },
  { head: 'Detail', cell: ({ detail }) => <span title={detail}>{detail}</span>, narrow: 'none' },
  {
    head: 'By',
    cell: ({ actor, acting_as: as }) => (as === null ? actor.name : `${actor.name}, as ${as.name}`),
    narrow: 'sub-aside',
    width: '12em',
  },
];

function Subject({ subject_type: type, subject_id: id, subject_name: name, contact_number: number }: AuditEntry) {
  const words = name === '' ? [type.replaceAll('_', ' '), id].filter(Boolean).join(' ') : name;
  if (number !== null) return <Link href={`/contacts/${number}`}>{words}</Link>;
  return type === 'user' && id !== null ? <Link href={`/admin/users/${id}`}>{words}</Link> : words;
}

interface FiltersProps extends SearchProps<AuditSearch> {
  period: { readonly from: string; readonly to: string } | null;
}

function Filters({ search, setSearch, period }: FiltersProps) {
  const change = (next: AuditSearch) => setSearch({ ...search, page: 1, ...next }, 'replace');
  return (
    <div className="filters has-labels">
      <SearchBox
        label="Search the audit log"
        placeholder="Person, contact, action, request id"
        value={search.q ?? ''}
        onSearch={(text) => (text === (search.q ?? '') ? undefined : change({ q: text || undefined }))}
      />
      <SelectField
        label="Area"
        value={search.area ?? ''}
        options={AREAS}
        onChange={({ target: { value } }) => change({ area: AUDIT_AREAS.find((one) => one === value) })}
      />
      <TextField
        label="From"
        type="date"
        max={search.to ?? period?.to}
        value={search.from ?? period?.from ?? ''}
        onChange={({ currentTarget: { value } }) => change({ from: value || undefined })}
      />
      <TextField
        label="To"
        type="date"
        min={search.from}
        value={search.to ?? period?.to ?? ''}
        onChange={({ currentTarget: { value } }) => change({ to: value || undefined })}
      />
    </div>
  );
}

function NoEntries({ search, setSearch }: SearchProps<AuditSearch>) {
  if ((search.page ?? 1) > 1)
    return (
      <EmptyState
        icon={ScrollText}
        title="No more entries"
        text="This page is past the end of the log."
        action={<Button onClick={() => setSearch({ ...search, page: 1 })}>Go to the first page</Button>}
      />
    );
  return (
    <EmptyState
      icon={ScrollText}
      title="No matching entries"
      text={`Choose other days, or search for something else. Without a choice, the last ${AUDIT_DAYS} days are shown.`}
      action={<Button onClick={() => setSearch({})}>Clear filters</Button>}
    />
  );
}
