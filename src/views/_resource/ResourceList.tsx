import type { LucideIcon } from 'lucide-react';
import { Plus } from 'lucide-react';
import { type ReactNode, useMemo, useRef } from 'react';
import type { ListMeta } from '#contract/_wire.contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { capital } from '#rules/words/capital.ts';
import { useApp } from '../_base/use-app.ts';
import { type Resource, useResource } from '../_base/use-resource.ts';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { type Column, DataTable } from '../_kit/display/DataTable.tsx';
import { Kbd } from '../_kit/display/Kbd.tsx';
import { Anchor } from '../_kit/display/Link.tsx';
import { classes } from '../_kit/format/class-names.ts';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { SearchBox } from '../_base/list/SearchBox.tsx';
import { useListKeys } from '../_base/list/use-list-keys.ts';
import { FileLink } from './FileLink.tsx';
import { type ListSearch, useListSearch } from './list-search.ts';
import type { AnyRow, DetailOf, DraftOf, FieldOf, Listable, RowOf } from './listable.ts';
import { RecordPanel } from './RecordPanel.tsx';
import type { RecordParts } from './record-parts.tsx';
import { useRowCursor } from '../_base/list/use-row-cursor.ts';
import './resource.css';

export interface ResourceListProps<R extends Listable> {
  of: R;
  icon: LucideIcon;
  /** Explains the rows when there are none. */
  about: string;
  /** The first one names the row and opens it. */
  columns: readonly Column<RowOf<R>, FieldOf<R>>[];
  nameOf: (row: RowOf<R>) => string;
  /** Names of the searched fields: "Name, city". */
  searched: string;
  /** Initial values of a form; `null` for a new row. `rows` are those loaded so far. */
  values: (row: DetailOf<R> | null, rows: readonly RowOf<R>[]) => Partial<DraftOf<R>>;
  fields: (parts: RecordParts<DraftOf<R>>, row: DetailOf<R> | null) => ReactNode;
  /** Buttons at the end of a row. `rows` are all that are loaded, also those a search hides. */
  actions?: (row: RowOf<R>, rows: readonly RowOf<R>[]) => ReactNode;
  /** Reads of other pages that show the same. */
  alsoShown?: readonly Endpoint[];
  /** Filters of a paged list that the page sets. */
  filter?: Readonly<Record<string, string>>;
}

/** The parts without their types: inside, all resources are alike. */
type Plain = Omit<ResourceListProps<Listable>, 'columns' | 'nameOf' | 'values' | 'fields' | 'actions'> & {
  columns: readonly Column<AnyRow, string>[];
  nameOf: (row: AnyRow) => string;
  values: (row: AnyRow | null, rows: readonly AnyRow[]) => object;
  fields: (parts: RecordParts<never>, row: AnyRow | null) => ReactNode;
  actions?: (row: AnyRow, rows: readonly AnyRow[]) => ReactNode;
};

const NONE: readonly AnyRow[] = [];

/** Rows a page of a paged list has. */
const PAGE_ROWS = 50;

/**
 * The rows of a resource: search, order and page from the URL, and beside them the record that the URL names, or a new
 * one.
 */
export const ResourceList = PlainList as unknown as <R extends Listable>(props: ResourceListProps<R>) => ReactNode;

function PlainList(props: Plain) {
  const { of, columns, nameOf, actions, searched, values, filter } = props;
  const { label } = of.about;
  const { search, change, hrefOf } = useListSearch();
  const mayWrite = useMayWrite(of);
  const fields = of.list.orderFields;
  // The address may name a field this list doesn't have.
  const field = fields?.find((known) => known === search.order_field) ?? fields?.[0] ?? '';
  const sort = { field, order: search.order ?? 'asc' } as const;
  const at = search.page ?? 1;
  const list = useRows(of, search, sort, filter);
  const loaded = list.data?.data ?? NONE;
  const rows = shownRows(list.data?.data ?? null, fields === undefined ? (search.q ?? '') : '', nameOf);
  const searchRef = useRef<HTMLInputElement>(null);
  const { cursor, move, setCursor } = useRowCursor(rows ?? []);
  const open = search.edit ?? null;
  const close = () => {
    change({ edit: undefined });
    if (typeof open === 'number') setCursor(open);
  };
  const keys = useMemo(
    () => ({
      onMove: move,
      onOpen: () => cursor !== null && change({ edit: cursor }),
      onSelect: () => undefined,
      onSearch: () => searchRef.current?.focus(),
      onNew: () => mayWrite && change({ edit: 'new' }),
      onClear: () => (open === null ? move(null) : change({ edit: undefined })),
    }),
    // `change` acts on the address of the moment it is called.
    // oxlint-disable-next-line react/exhaustive-deps
    [move, cursor, mayWrite, open],
  );
  useListKeys(keys);
  const [first, ...others] = columns;

  return (
    <div className={classes('with-side', open !== null && 'is-open')}>
      <div className="with-side-list">
        <div className="filters">
          <SearchBox
            ref={searchRef}
            label={`Search ${label.many}`}
            placeholder={searched}
            value={search.q ?? ''}
            onSearch={(q) =>
              q === (search.q ?? '') ? undefined : change({ q: q || undefined, page: undefined }, 'replace')
            }
          />
          <FileLink of={of.file} asked={{ ...filter, q: search.q, ...ordered(sort) }} many={label.many} />
        </div>
        <DataTable
          label={capital(label.many)}
          columns={
            first
              ? [
                  { ...first, pin: 'name', cell: (row) => <Anchor href={hrefOf(row.id)}>{first.cell(row)}</Anchor> },
                  ...others,
                ]
              : []
          }
          rows={rows}
          error={list.error}
          onRetry={list.reload}
          busy={list.refreshing || list.isEarlier}
          openId={typeof open === 'number' ? open : null}
          cursorId={cursor}
          actions={actions && mayWrite ? (row) => actions(row, loaded) : undefined}
          sort={
            fields === undefined
              ? undefined
              : {
                  ...sort,
                  onSort: (field) =>
                    change({
                      order_field: field,
                      order: field === sort.field && sort.order === 'asc' ? 'desc' : 'asc',
                      page: undefined,
                    }),
                }
          }
          page={{
            at: fields === undefined ? 1 : at,
            limit: fields === undefined ? Math.max(1, rows?.length ?? 1) : PAGE_ROWS,
            total: fields === undefined ? (rows?.length ?? 0) : (list.data?.meta?.total_count ?? 0),
            onTurn: (page) => change({ page: page === 1 ? undefined : page }),
            asked: JSON.stringify([search.q, sort, at]),
            keys: (
              <>
                <Kbd keys="j" /> <Kbd keys="k" /> move <Kbd keys="/" /> search {mayWrite ? <Kbd keys="n" /> : null}{' '}
                {mayWrite ? 'new' : null}
              </>
            ),
          }}
          empty={
            <NoRows
              {...props}
              isSearched={search.q !== undefined}
              isPastEnd={at > 1}
              onWiden={() => change({ q: undefined })}
              onFirst={() => change({ page: undefined })}
            />
          }
        />
      </div>
      {open === null ? null : (
        <RecordPanel
          key={open}
          {...props}
          id={open}
          values={(row) => values(row, loaded)}
          known={loaded.find(({ id }) => id === open) ?? null}
          isLoading={list.data === null && list.error === null}
          readOnly={!mayWrite}
          onClose={close}
        />
      )}
    </div>
  );
}

/** A list that comes whole has its own order. */
const ordered = ({ field, order }: { field: string; order: string }) =>
  field === '' ? {} : { order_field: field, order };

/** The link that opens a new row. */
export function NewRowLink({ of }: { of: Listable }) {
  const { hrefOf } = useListSearch();
  const mayWrite = useMayWrite(of);
  return mayWrite ? (
    <ButtonLink look="primary" icon={Plus} short="New" href={hrefOf('new')}>
      New {of.about.label.one}
    </ButtonLink>
  ) : null;
}

function useMayWrite({ about: { access } }: Listable): boolean {
  const { user } = useApp();
  const write: string = access.write;
  return write === 'signedIn' || write === 'self' || user.permissions.some((permission) => permission === write);
}

interface Rows {
  readonly data: readonly AnyRow[];
  readonly meta?: ListMeta;
}

/** Loads the page of rows in the URL, or all rows. */
function useRows(
  of: Listable,
  { q, page }: ListSearch,
  sort: { field: string; order: string },
  filter: Plain['filter'],
): Resource<Rows> {
  const query = {
    ...filter,
    ...(q !== undefined && { q }),
    order: sort.order,
    ...ordered(sort),
    page: page ?? 1,
    limit: PAGE_ROWS,
  };
  return useResource(of.list, (of.list.orderFields === undefined ? {} : { query }) as never) as Resource<Rows>;
}

/** A list that comes whole is searched here. */
function shownRows(rows: readonly AnyRow[] | null, q: string, nameOf: (row: AnyRow) => string) {
  const wanted = q.toLowerCase();
  return wanted === '' ? rows : (rows?.filter((row) => nameOf(row).toLowerCase().includes(wanted)) ?? null);
}

type NoRowsProps = Pick<Plain, 'of' | 'icon' | 'about'> & {
  isSearched: boolean;
  /** True when rows were deleted since the page was counted, or the URL names a page that doesn't exist. */
  isPastEnd: boolean;
  onWiden: () => void;
  onFirst: () => void;
};

function NoRows({ of, icon, about, isSearched, isPastEnd, onWiden, onFirst }: NoRowsProps) {
  const { many } = of.about.label;
  if (isPastEnd)
    return (
      <EmptyState
        icon={icon}
        title={`No more ${many}`}
        text="This page is past the end of the list."
        action={<Button onClick={onFirst}>Go to the first page</Button>}
      />
    );
  return isSearched ? (
    <EmptyState
      icon={icon}
      title={`No matching ${many}`}
      text="Check the spelling, or search for something else."
      action={<Button onClick={onWiden}>Clear search</Button>}
    />
  ) : (
    <EmptyState icon={icon} title={`No ${many} yet`} text={about} action={<NewRowLink of={of} />} />
  );
}
