import { useNavigate } from '@tanstack/react-router';
import { useSelector } from '@xstate/store-react';
import { Plus, UserRoundSearch, Users } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { CONTACT_GROUPS, type ContactRow } from '#contract/contacts.contract.ts';
import { isNarrowed, scopeSentence } from '#rules/scope-sentence.ts';
import { IANA_ZONES } from '#rules/time-zone.ts';
import { contactsStore } from '../../store/contacts.store.ts';
import type { ContactsSearch } from '../_app/search-params.ts';
import { useApp } from '../_app/use-app.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/Button.tsx';
import { EmptyState } from '../_kit/EmptyState.tsx';
import { ErrorPanel } from '../_kit/ErrorPanel.tsx';
import { formatCount } from '../_kit/format-count.ts';
import { Found } from '../_kit/Found.tsx';
import { Kbd } from '../_kit/Kbd.tsx';
import { Pager } from '../_kit/Pager.tsx';
import { SkeletonTable } from '../_kit/Skeleton.tsx';
import { Tabs } from '../_kit/Tabs.tsx';
import { ContactBulkBar } from './ContactBulkBar.tsx';
import { ContactFilters } from './ContactFilters.tsx';
import { ContactTable } from './ContactTable.tsx';
import { ScopeCount } from './ScopeCount.tsx';
import { scopeOf, useContactList, withoutPage } from './use-contact-list.ts';
import { useListKeys } from './use-list-keys.ts';
import { useRowActions } from './use-row-actions.ts';
import { useTagNames } from './use-tag-names.ts';
import './contacts.css';

const NewContactDialog = lazy(() =>
  import('./NewContactDialog.tsx').then(({ NewContactDialog: dialog }) => ({ default: dialog })),
);

const GROUP_WORDS = { mine: 'Mine', downline: 'Downline', all: 'All', deleted: 'Deleted' } as const;

interface ContactsPageProps {
  search: ContactsSearch;
  setSearch: (next: ContactsSearch, how?: 'push' | 'replace') => void;
}

/** The contact list: the scope is in the URL, and what is shown is what is acted on. */
export function ContactsPage({ search, setSearch }: ContactsPageProps) {
  const { user } = useApp();
  const navigate = useNavigate();
  const searchRef = useRef<HTMLInputElement>(null);
  const [creating, setCreating] = useState(false);
  const list = useContactList(search, setSearch);
  const tagName = useTagNames((search.search ?? []).some(({ field }) => field === 'tag'));
  const scopeKey = JSON.stringify(scopeOf(search));
  // oxlint-disable-next-line react/exhaustive-deps -- the address changes with `search`
  useEffect(
    () => contactsStore.trigger.listed({ scope: scopeKey, href: location.pathname + location.search }),
    [scopeKey, search],
  );
  const { selected, cursor, columns } = useSelector(contactsStore, (state) => state.context);
  const group = search.contact_group ?? 'mine';
  const isOwnBook = group === 'mine' && !search.all_downline;
  const shownColumns = useMemo(
    () => (isOwnBook ? columns.filter((column) => column !== 'owner') : columns),
    [columns, isOwnBook],
  );
  const open = (row: ContactRow | undefined) =>
    row && void navigate({ to: '/contacts/$number', params: { number: String(row.number) } });
  const rowActions = useRowActions(list.rows);
  const keys = useMemo(
    () => ({
      onMove: rowActions.move,
      onOpen: () => open(rowActions.current()),
      onSelect: () => {
        const row = rowActions.current();
        if (row) rowActions.select(row, false);
      },
      onSearch: () => searchRef.current?.focus(),
      onNew: () => setCreating(true),
      onClear: () => contactsStore.trigger.cleared(),
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- `open` only wraps navigate
    [rowActions, navigate],
  );
  useListKeys(keys);
  const mayWrite = user.permissions.includes('contacts.write');
  const narrow = (change: Partial<ContactsSearch>) => setSearch({ ...withoutPage(search), ...change });

  return (
    <>
      <PageBar
        title="Contacts"
        scope={
          <ScopeCount
            sentence={scopeSentence(search, tagName)}
            total={list.total}
            whole={list.groups?.[group] ?? null}
          />
        }
        actions={
          mayWrite ? (
            <Button look="primary" icon={Plus} short="New" onClick={() => setCreating(true)}>
              New contact
            </Button>
          ) : undefined
        }
      />
      <Tabs
        label="Groups"
        className="views"
        current={group}
        onSelect={(key) => narrow({ contact_group: key as typeof group })}
        items={CONTACT_GROUPS.filter((key) => key !== 'downline' || user.downline_count > 0).map((key) => ({
          key,
          label: GROUP_WORDS[key],
          count: list.groups ? formatCount(list.groups[key]) : undefined,
        }))}
      >
        <ContactFilters search={search} setSearch={setSearch} searchRef={searchRef} tagName={tagName} />
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
            selected={selected}
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
      {selected.length > 0 ? <ContactBulkBar ids={selected} deleted={group === 'deleted'} /> : null}
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
  group: keyof typeof GROUP_WORDS;
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
        title="The contacts could not be loaded"
        text={list.error.message}
        requestId={list.error.requestId}
        kept={[{ what: 'Your filters and your selection' }]}
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
        icon={UserRoundSearch}
        title="Nobody matches"
        text="No contact of this group fits the search and the filters."
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
    text: 'This is your book. Import a file under Imports, or add the first person by hand.',
  },
  downline: {
    title: 'Nobody below you has contacts',
    text: 'As soon as someone in your downline has contacts, they stand here.',
  },
  all: {
    title: 'No contacts yet',
    text: 'Everybody you may see stands here: your own, your downline’s and your pools’.',
  },
  deleted: { title: 'Nothing is deleted', text: 'Deleted contacts stay here and can be restored.' },
} as const;
