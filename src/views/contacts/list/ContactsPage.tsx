import { useNavigate } from '@tanstack/react-router';
import { useSelector } from '@xstate/store-react';
import { Plus, Search, Users } from 'lucide-react';
import { type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { ContactRow } from '#contract/contacts/contact-list.contract.ts';
import type { CONTACT_GROUPS } from '#contract/contacts/scope.contract.ts';
import { GROUP_WORDS, isNarrowed, scopeSentence } from '#rules/contacts/scope-sentence.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { titleOf } from '#rules/access/pages.ts';
import { contactsStore } from '../../../store/contacts.store.ts';
import type { ContactsSearch } from '../contacts-search.ts';
import { useApp } from '../../_base/use-app.ts';
import { PageBar } from '../../_frame/PageBar.tsx';
import { Button } from '../../_kit/controls/Button.tsx';
import { EmptyState } from '../../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../../_kit/states/ErrorPanel.tsx';
import { formatCount } from '../../_kit/format/format-count.ts';
import { Found } from '../../_kit/display/Found.tsx';
import { Kbd } from '../../_kit/display/Kbd.tsx';
import { Pager } from '../../_kit/display/Pager.tsx';
import { SkeletonTable } from '../../_kit/states/Skeleton.tsx';
import { Tabs } from '../../_kit/display/Tabs.tsx';
import { ExportTool } from '../../exports/ExportTool.tsx';
import { BehindList } from './BehindList.tsx';
import { groupsOf } from './contact-groups.ts';
import { columnsFor } from './contact-columns.ts';
import { ContactFilters } from './ContactFilters.tsx';
import { ContactTable } from './ContactTable.tsx';
import { ScopeCount } from './ScopeCount.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { scopeOf, useContactList, withoutPage } from './use-contact-list.ts';
import { useListKeys } from '../../_base/list/use-list-keys.ts';
import { useRowActions } from './use-row-actions.ts';
import { useSelection } from './use-selection.ts';
import { useScopeNames } from './use-scope-names.tsx';
import { lazyPart } from '../../_kit/states/lazy-part.ts';
import './contacts.css';

const SavedViews = lazyPart(() => import('../../quick-filters/SavedViews.tsx'), 'SavedViews');
const NewContactDialog = lazyPart(() => import('../NewContactDialog.tsx'), 'NewContactDialog');

type Group = (typeof CONTACT_GROUPS)[number];
type Counts = ReturnType<typeof useContactList>['groups'];

/** `null`: not known, or not yet. */
const countOf = (counts: Counts, group: Group): number | null =>
  counts !== null && group in counts ? counts[group as keyof typeof counts] : null;
const shownCount = (count: number | null) => (count === null ? undefined : formatCount(count));

/** The keys of the list. */
function useContactKeys(
  rowActions: ReturnType<typeof useRowActions>,
  searchRef: RefObject<HTMLInputElement | null>,
  onNew: () => void,
) {
  const navigate = useNavigate();
  const open = (row: ContactRow | undefined) =>
    row && void navigate({ to: '/contacts/$number', params: { number: String(row.number) } });
  const keys = useMemo(
    () => ({
      onMove: rowActions.move,
      onOpen: () => open(rowActions.current()),
      onSelect: (through: boolean) => {
        const row = rowActions.current();
        if (row) rowActions.select(row, through);
      },
      onCall: () => {
        const row = rowActions.current();
        if (row) rowActions.call(row.id);
      },
      onSelectPage: () => rowActions.selectPage(true),
      onSearch: () => searchRef.current?.focus(),
      onNew,
      onClear: () => contactsStore.trigger.cleared(),
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- `open` only wraps navigate, `onNew` a setter
    [rowActions, navigate],
  );
  useListKeys(keys);
}

interface ContactsPageProps {
  search: ContactsSearch;
  setSearch: (next: ContactsSearch, how?: 'push' | 'replace') => void;
}

/** The contact list: the scope is in the URL, and what is shown is what is acted on. */
export function ContactsPage({ search, setSearch }: ContactsPageProps) {
  const { boot, user } = useApp();
  const navigate = useNavigate();
  const searchRef = useRef<HTMLInputElement>(null);
  const [creating, setCreating] = useState(false);
  const list = useContactList(search, setSearch);
  const { nameOf, source } = useScopeNames(search.search);
  const scopeKey = JSON.stringify(scopeOf(search));
  const order = `${search.order_field ?? 'last_name'} ${search.order ?? 'asc'}`;
  // oxlint-disable-next-line react/exhaustive-deps -- the address changes with `search`
  useEffect(
    () => contactsStore.trigger.listed({ scope: scopeKey, order, href: location.pathname + location.search }),
    [scopeKey, order, search],
  );
  const { cursor, columns } = useSelector(contactsStore, (state) => state.context);
  const selection = useSelection(list);
  const group = search.contact_group ?? 'mine';
  const shownColumns = useMemo(() => columnsFor(search, columns), [columns, search]);
  const rowActions = useRowActions(list.rows, selection.isSelectable);
  useContactKeys(rowActions, searchRef, () => setCreating(true));
  const mayWrite = user.permissions.includes('contacts.write');
  const narrow = (change: Partial<ContactsSearch>) => setSearch({ ...withoutPage(search), ...change });

  return (
    <>
      <PageBar
        title={titleOf('/contacts')}
        scope={
          <ScopeCount
            sentence={scopeSentence(list.scope, nameOf)}
            total={list.total}
            whole={countOf(list.groups, group)}
          />
        }
        actions={
          mayWrite ? (
            <Button look="primary" icon={Plus} short="New" onClick={() => setCreating(true)}>
              New contact
            </Button>
          ) : undefined
        }
        tools={
          list.rows.length > 0 && group !== 'deleted' ? (
            <ExportTool selection={{ contacts_scope: list.scope }} />
          ) : undefined
        }
      />
      <Tabs
        label="Groups"
        className="views"
        extra={
          <BehindList pending={list.pending}>
            <SavedViews search={search} />
          </BehindList>
        }
        current={group}
        onSelect={(key) => narrow({ contact_group: key as typeof group, all_downline: undefined })}
        items={groupsOf(boot, user, group).map((key) => ({
          key,
          label: GROUP_WORDS[key],
          count: shownCount(countOf(list.groups, key)),
        }))}
      >
        <ContactFilters search={search} setSearch={setSearch} searchRef={searchRef} nameOf={nameOf} />
        {source}
        <ListBody
          list={list}
          narrowed={isNarrowed(search)}
          group={group}
          onNew={() => setCreating(true)}
          onWiden={() => setSearch({ contact_group: group })}
        >
          <ContactTable
            rows={list.rows}
            columns={shownColumns}
            selected={selection.shown}
            cursor={cursor}
            zone={IANA_ZONES[user.timezone]}
            orderField={search.order_field ?? 'last_name'}
            order={search.order ?? 'asc'}
            busy={list.refreshing}
            onSort={(field) => setSearch(sortedBy(search, field))}
            onSelect={rowActions.select}
            onSelectPage={rowActions.selectPage}
          />
        </ListBody>
        {list.rows.length > 0 || list.pending ? (
          <Pager text={list.text} onPrevious={list.onPrevious} onNext={list.onNext} heard={false}>
            <Kbd keys="j" /> <Kbd keys="k" /> move <Kbd keys="x" /> select <Kbd keys="/" /> search <Kbd keys="n" /> new
          </Pager>
        ) : null}
      </Tabs>
      <Found asked={JSON.stringify(search)} text={list.found} />
      <SelectionBar
        isListed={list.rows.length > 0}
        selection={selection}
        scope={list.scope}
        sentence={scopeSentence(list.scope, nameOf)}
        total={list.total}
        deleted={group === 'deleted'}
      />
      {creating ? (
        <Suspense>
          <NewContactDialog
            onClose={() => setCreating(false)}
            onCreated={(contact) =>
              void navigate({ to: '/contacts/$number', params: { number: String(contact.number) } })
            }
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** The same contacts in the order of this field; the other way round when they are in it already. */
function sortedBy(search: ContactsSearch, field: NonNullable<ContactsSearch['order_field']>): ContactsSearch {
  const isTurned = (search.order_field ?? 'last_name') === field && (search.order ?? 'asc') === 'asc';
  return { ...withoutPage(search), order_field: field, order: isTurned ? 'desc' : 'asc' };
}

interface ListBodyProps {
  list: ReturnType<typeof useContactList>;
  narrowed: boolean;
  group: Group;
  onNew: () => void;
  onWiden: () => void;
  children: React.ReactNode;
}

/** The list in one of its states: loading, failed, empty, full. */
function ListBody({ list, narrowed, group, onNew, onWiden, children }: ListBodyProps) {
  if (list.rows.length > 0) return children;
  if (list.error)
    return (
      <ErrorPanel
        title="Couldn't load contacts"
        text={list.error.message}
        requestId={list.error.requestId}
        kept={[{ what: 'Your filters and selection' }]}
        actions={<Button onClick={list.reload}>Try again</Button>}
      />
    );
  if (list.pending)
    return (
      <SkeletonTable
        label="Loading contacts"
        full
        rows={12}
        columns={[{ label: 'Name' }, { label: 'Phone' }, { label: 'City' }, { label: 'Tags' }]}
      />
    );
  if (narrowed)
    return (
      <EmptyState
        icon={Search}
        title="No contacts match"
        text="No contacts in this group match your search and filters."
        action={<Button onClick={onWiden}>Clear search and filters</Button>}
      />
    );
  return (
    <EmptyState
      icon={Users}
      title={EMPTY[group].title}
      text={EMPTY[group].text}
      action={group === 'mine' || group === 'all' ? <Button onClick={onNew}>New contact</Button> : undefined}
    />
  );
}

const EMPTY = {
  mine: {
    title: 'No contacts yet',
    text: 'Import a file under Imports, or add your first contact.',
  },
  downline: {
    title: 'No downline contacts yet',
    text: 'Contacts owned by your downline appear here.',
  },
  all: {
    title: 'No contacts yet',
    text: "All contacts you can access appear here: yours, your downline's and your pools'.",
  },
  deleted: { title: 'No deleted contacts', text: 'Deleted contacts appear here. You can restore them.' },
  all_agents: {
    title: 'No contacts yet',
    text: "Your contacts and your downline's contacts appear here.",
  },
  workflow: {
    title: 'No contacts in workflows',
    text: 'Contacts appear here while a workflow waits for its next step.',
  },
} as const;
