import { Download, FileSignature } from 'lucide-react';
import { type ManagedSignup, SIGNUP_STATUSES, signups } from '#contract/signups.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { STATUS_WORDS } from '#rules/signups/words.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { SearchBox } from '../_base/list/SearchBox.tsx';
import { type SearchProps, searchPage } from '../_base/routes/page-parts.tsx';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { type Column, DataTable } from '../_kit/display/DataTable.tsx';
import { Anchor } from '../_kit/display/Link.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { classes } from '../_kit/format/class-names.ts';
import { formatCounted } from '../_kit/format/format-count.ts';
import { formatDate } from '../_kit/format/format-when.ts';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { SignupPanel } from './SignupPanel.tsx';
import { type SignupsSearch, signupsSearch } from './signups-search.ts';
import '../_resource/resource.css';

const PAGE_ROWS = 50;

type Field = (typeof signups.list.orderFields)[number];

/** Signups of the agency, and beside them the one that is open. */
export function SignupsPage({ search, setSearch }: SearchProps<SignupsSearch>) {
  const { user } = useApp();
  const { signup: open, page: at = 1, order_field: field, order: direction = 'asc', ...filter } = search;
  const sort = field === undefined ? {} : { order_field: field, order: direction };
  const list = useResource(signups.list, { query: { ...filter, ...sort, page: at, limit: PAGE_ROWS } });
  const total = list.data?.meta.total_count ?? 0;
  const isNarrowed = Object.keys(filter).length > 0;
  return (
    <>
      <PageBar
        title={titleOf('/admin/signups')}
        scope={list.data === null ? null : <b>{formatCounted(total, 'signup', 'signups')}</b>}
        actions={
          <ButtonLink icon={Download} href={csvOf({ ...filter, ...sort })} download="signups.csv" short="CSV">
            Download CSV
          </ButtonLink>
        }
      />
      <div className={classes('with-side', open !== undefined && 'is-open')}>
        <div className="with-side-list">
          <Filters search={search} setSearch={setSearch} />
          <DataTable
            label="Signups"
            columns={columnsOf(search, IANA_ZONES[user.timezone])}
            rows={list.data?.data ?? null}
            error={list.error}
            onRetry={list.reload}
            busy={list.refreshing || list.isEarlier}
            openId={open ?? null}
            sort={{
              field: field ?? 'updated_at',
              order: field === undefined ? 'desc' : direction,
              onSort: (next) =>
                setSearch({
                  ...search,
                  page: 1,
                  order_field: next,
                  order: next === field && direction === 'asc' ? 'desc' : 'asc',
                }),
            }}
            page={{
              at,
              limit: PAGE_ROWS,
              total,
              onTurn: (next) => setSearch({ ...search, page: next }),
              asked: JSON.stringify([filter, sort, at]),
            }}
            empty={
              <NoSignups
                isPastEnd={at > 1}
                isNarrowed={isNarrowed}
                onFirst={() => setSearch({ ...search, page: 1 })}
                onClear={() => setSearch({})}
              />
            }
          />
        </div>
        {open === undefined ? null : (
          <SignupPanel key={open} id={open} onClose={() => setSearch({ ...search, signup: undefined })} />
        )}
      </div>
    </>
  );
}

/** The page with its filters in the address. */
export const SignupsRoute = searchPage('/admin/signups', signupsSearch, SignupsPage);

const addressOf = (path: string, search: object) =>
  `${path}?${new URLSearchParams(Object.entries(search).map(([name, value]) => [name, String(value)]))}`;
const csvOf = (filter: object) => addressOf(signups.file.path, filter);
const hrefOf = (search: SignupsSearch, id: number) => addressOf('/admin/signups', { ...search, signup: id });

const columnsOf = (search: SignupsSearch, zone: string): readonly Column<ManagedSignup, Field>[] => [
  {
    head: 'Name',
    cell: (row) => <Anchor href={hrefOf(search, row.id)}>{nameOf(row)}</Anchor>,
    sortBy: 'name',
    pin: 'name',
    narrow: 'title',
    width: '14em',
  },
  {
    head: 'Status',
    cell: (row) => <StatusWord tone={row.status === 'draft' ? 'warn' : 'good'}>{STATUS_WORDS[row.status]}</StatusWord>,
    sortBy: 'status',
    narrow: 'aside',
    width: '9em',
  },
  { head: 'NPN', cell: ({ npn }) => npn, narrow: 'sub', width: '8em' },
  { head: 'State', cell: (row) => row.resident_state, sortBy: 'resident_state', narrow: 'none', width: '5em' },
  {
    head: 'Medicare',
    cell: ({ medicare: { registered, plan_year: year } }) =>
      registered ? (
        <StatusWord tone="good">Registered {year}</StatusWord>
      ) : (
        <span className="soft">Not registered</span>
      ),
    sortBy: 'ahip_year',
    narrow: 'sub-aside',
    width: '11em',
  },
  {
    head: 'Submitted',
    cell: ({ submitted_at: when }) => (when === null ? '' : formatDate(when, zone)),
    sortBy: 'submitted_at',
    narrow: 'none',
    leaves: 1,
    width: '8em',
  },
  {
    head: 'Last change',
    cell: ({ updated_at: when }) => formatDate(when, zone),
    sortBy: 'updated_at',
    narrow: 'none',
    leaves: 2,
    width: '8em',
  },
];

/** The name of the form, or of the user until there is one. */
const nameOf = ({ first_name: first, last_name: last, user }: ManagedSignup): string =>
  `${first} ${last}`.trim() || user.name;

function Filters({ search, setSearch }: SearchProps<SignupsSearch>) {
  const change = (next: SignupsSearch) => setSearch({ ...search, page: 1, ...next }, 'replace');
  return (
    <div className="filters">
      <SearchBox
        label="Search signups"
        placeholder="Name, e-mail, NPN"
        value={search.q ?? ''}
        onSearch={(text) => (text === (search.q ?? '') ? undefined : change({ q: text || undefined }))}
      />
      <SelectField
        label="Status"
        labelHidden
        value={search.status ?? ''}
        options={[
          { value: '', label: 'Every status' },
          ...SIGNUP_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] })),
        ]}
        onChange={({ target: { value } }) => change({ status: SIGNUP_STATUSES.find((one) => one === value) })}
      />
      <SelectField
        label="Medicare"
        labelHidden
        value={search.medicare ?? ''}
        options={[
          { value: '', label: 'Medicare: all' },
          { value: 'registered', label: 'Registered' },
          { value: 'missing', label: 'Not registered' },
        ]}
        onChange={({ target: { value } }) =>
          change({ medicare: value === 'registered' || value === 'missing' ? value : undefined })
        }
      />
    </div>
  );
}

interface NoSignupsProps {
  isPastEnd: boolean;
  isNarrowed: boolean;
  onFirst: () => void;
  onClear: () => void;
}

function NoSignups({ isPastEnd, isNarrowed, onFirst, onClear }: NoSignupsProps) {
  if (isPastEnd)
    return (
      <EmptyState
        icon={FileSignature}
        title="No more signups"
        text="This page is past the end of the list."
        action={<Button onClick={onFirst}>Go to the first page</Button>}
      />
    );
  return isNarrowed ? (
    <EmptyState
      icon={FileSignature}
      title="No matching signups"
      text="Change the filters, or search for something else."
      action={<Button onClick={onClear}>Clear filters</Button>}
    />
  ) : (
    <EmptyState
      icon={FileSignature}
      title="No signups yet"
      text="Agents fill in their signup in their account, under Licensing. It appears here."
      action={<ButtonLink href="/account/profile?tab=licensing">Open your own</ButtonLink>}
    />
  );
}
