import { useNavigate } from '@tanstack/react-router';
import { Download, UserPlus, UserRoundSearch, UsersRound } from 'lucide-react';
import { Suspense, useMemo, useRef, useState } from 'react';
import { type AdminUser, downloadUsers, listUsers } from '#contract/users.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { titleOf } from '#rules/access/pages.ts';
import { type UsersSearch, usersSearch } from './users-search.ts';
import { searchPage } from '../_base/routes/page-parts.tsx';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { formatCounted, formatRange } from '../_kit/format/format-count.ts';
import { Found } from '../_kit/display/Found.tsx';
import { Kbd } from '../_kit/display/Kbd.tsx';
import { Pager } from '../_kit/display/Pager.tsx';
import { SkeletonTable } from '../_kit/states/Skeleton.tsx';
import { useListKeys } from '../_base/list/use-list-keys.ts';
import { useRowCursor } from '../_base/list/use-row-cursor.ts';
import { seesAssigned, UserFilters } from './UserFilters.tsx';
import { UserTable } from './UserTable.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import './users.css';

const ActAsDialog = lazyPart(() => import('./ActAsDialog.tsx'), 'ActAsDialog');
const NewUserDialog = lazyPart(() => import('./NewUserDialog.tsx'), 'NewUserDialog');

const PAGE_ROWS = 50;

interface UsersPageProps {
  search: UsersSearch;
  setSearch: (next: UsersSearch, how?: 'push' | 'replace') => void;
}

/** Users that the current user manages, supports or administers. */
export function UsersPage({ search, setSearch }: UsersPageProps) {
  const { user } = useApp();
  const navigate = useNavigate();
  const searchRef = useRef<HTMLInputElement>(null);
  const [actingFor, setActingFor] = useState<AdminUser | null>(null);
  const [adding, setAdding] = useState(false);
  const page = search.page ?? 1;
  const limit = search.limit ?? PAGE_ROWS;
  const list = useResource(listUsers, { query: { ...search, page, limit } });
  const rows = list.data?.data ?? [];
  const total = list.data?.meta.total_count ?? 0;
  const from = (page - 1) * limit;
  const mayAdd = user.permissions.includes('users.manage');
  const narrow = (change: UsersSearch) => setSearch({ ...withoutPage(search), ...change });
  const { cursor, move } = useRowCursor(rows);
  const keys = useMemo(
    () => ({
      onMove: move,
      onOpen: () => cursor !== null && void navigate({ to: '/admin/users/$id', params: { id: String(cursor) } }),
      onSelect: () => undefined,
      onSearch: () => searchRef.current?.focus(),
      onNew: () => setAdding(mayAdd),
      onClear: () => move(null),
    }),
    [move, cursor, navigate, mayAdd],
  );
  useListKeys(keys);

  return (
    <>
      <PageBar
        title={titleOf('/admin/users')}
        scope={list.data ? <b>{formatCounted(total, 'person', 'people')}</b> : null}
        actions={
          <>
            <ButtonLink icon={Download} href={csvOf(search)} download short="CSV">
              Download CSV
            </ButtonLink>
            {mayAdd ? (
              <Button look="primary" icon={UserPlus} short="Add" onClick={() => setAdding(true)}>
                Add user
              </Button>
            ) : null}
          </>
        }
      />
      <UserFilters search={search} onNarrow={narrow} searchRef={searchRef} />
      <ListBody list={list} isNarrowed={Object.keys(withoutPage(search)).length > 0} onWiden={() => setSearch({})}>
        <UserTable
          rows={rows}
          cursor={cursor}
          withAccount={seesAssigned(user.roles)}
          zone={IANA_ZONES[user.timezone]}
          orderField={search.order_field ?? 'last_name'}
          order={search.order ?? 'asc'}
          busy={list.refreshing}
          onSort={(field) => setSearch(sortedBy(search, field))}
          onActFor={setActingFor}
        />
      </ListBody>
      {rows.length > 0 ? (
        <Pager
          text={formatRange(from + 1, from + rows.length, total)}
          onPrevious={page > 1 ? () => setSearch({ ...search, page: page - 1 }) : undefined}
          onNext={from + limit < total ? () => setSearch({ ...search, page: page + 1 }) : undefined}
          heard={false}
        >
          <Kbd keys="j" /> <Kbd keys="k" /> move <Kbd keys="/" /> search
        </Pager>
      ) : null}
      <Found asked={JSON.stringify(search)} text={foundText(list, from)} />
      <Suspense>
        {actingFor ? <ActAsDialog person={actingFor} onClose={() => setActingFor(null)} /> : null}
        {adding ? <NewUserDialog onClose={() => setAdding(false)} /> : null}
      </Suspense>
    </>
  );
}

const csvOf = ({ page: _page, limit: _limit, ...asked }: UsersSearch): string =>
  `${downloadUsers.path}?${new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))}`;

interface ListBodyProps {
  list: ReturnType<typeof useResource<typeof listUsers>>;
  isNarrowed: boolean;
  onWiden: () => void;
  children: React.ReactNode;
}

/** The list in one of its states: loading, failed, empty, full. */
function ListBody({ list, isNarrowed, onWiden, children }: ListBodyProps) {
  if (list.data !== null && list.data.data.length > 0) return children;
  if (list.pending) return <SkeletonTable label="Loading users" columns={COLUMNS} rows={12} full />;
  if (list.error)
    return (
      <ErrorPanel
        title="Couldn't load users"
        text={list.error.message}
        requestId={list.error.requestId}
        kept={[{ what: 'Your search and your filters' }]}
        actions={<Button onClick={list.reload}>Try again</Button>}
      />
    );
  if (isNarrowed)
    return (
      <EmptyState
        icon={UserRoundSearch}
        title="No users match"
        text="No users match your search and filters."
        action={<Button onClick={onWiden}>Clear search and filters</Button>}
      />
    );
  return <EmptyState icon={UsersRound} title="No users yet" text="Users in your downline appear here." />;
}

const COLUMNS = [
  { label: 'Name' },
  { label: 'Role' },
  { label: 'Business unit' },
  { label: 'Manager' },
  { label: 'Last seen', numeric: true },
];

function withoutPage({ page: _page, ...rest }: UsersSearch): UsersSearch {
  return rest;
}

function sortedBy(search: UsersSearch, field: NonNullable<UsersSearch['order_field']>): UsersSearch {
  const isSorted = (search.order_field ?? 'last_name') === field;
  // Most recent first.
  const first = field === 'last_seen_at' ? 'desc' : 'asc';
  const turned = (search.order ?? 'asc') === 'asc' ? 'desc' : 'asc';
  return { ...withoutPage(search), order_field: field, order: isSorted ? turned : first };
}

/** `null` while unknown. */
function foundText({ data, isEarlier }: ReturnType<typeof useResource<typeof listUsers>>, from: number): string | null {
  if (data === null || isEarlier) return null;
  const total = data.meta.total_count ?? 0;
  return total === 0 ? 'No users match' : formatRange(from + 1, from + data.data.length, total);
}

/** The page with its filters in the address, which are read here: the schema of its call comes with it. */
export const UsersRoute = searchPage('/admin/users', usersSearch, UsersPage);
