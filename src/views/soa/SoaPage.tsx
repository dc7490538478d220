import { FileSignature, Plus } from 'lucide-react';
import { Suspense } from 'react';
import { readContact } from '#contract/contacts.contract.ts';
import { SOA_STATUSES, type SoaRequest, soaRequests } from '#contract/soa.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { METHOD_WORDS, STATUS_WORDS } from '#rules/soa/soa-words.ts';
import { SearchBox } from '../_base/list/SearchBox.tsx';
import { type SearchProps, searchPage } from '../_base/routes/page-parts.tsx';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { type Column, DataTable } from '../_kit/display/DataTable.tsx';
import { Anchor } from '../_kit/display/Link.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { classes } from '../_kit/format/class-names.ts';
import { formatCounted } from '../_kit/format/format-count.ts';
import { formatDate, formatTime } from '../_kit/format/format-when.ts';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { contactName } from '#rules/contacts/contact-name.ts';
import { SoaPanel } from './SoaPanel.tsx';
import { type SoaSearch, soaHref, soaSearch } from './soa-search.ts';
import { STATUS_TONES } from './soa-tones.ts';
import '../_resource/resource.css';

const SoaDialog = lazyPart(() => import('./SoaDialog.tsx'), 'SoaDialog');

const PAGE_ROWS = 50;

type Field = (typeof soaRequests.list.orderFields)[number];

/** Scopes of appointment with contacts that one sees, and beside them the one that is open. */
export function SoaPage({ search, setSearch }: SearchProps<SoaSearch>) {
  const { user } = useApp();
  const {
    soa: open,
    contact,
    replaces,
    page: at = 1,
    order_field: field,
    order: direction = 'asc',
    ...filter
  } = search;
  const sort = field === undefined ? {} : { order_field: field, order: direction };
  const list = useResource(soaRequests.list, { query: { ...filter, ...sort, page: at, limit: PAGE_ROWS } });
  const total = list.data?.meta.total_count ?? 0;
  const mayWrite = user.permissions.includes('contacts.write');
  const shown = { ...filter, ...sort, page: at };
  const openNew = () => setSearch({ ...shown, soa: 'new' });
  const close = () => setSearch(shown);
  const isNarrowed = Object.keys(filter).length > 0;
  return (
    <>
      <PageBar
        title={titleOf('/soa-requests')}
        scope={
          list.data === null ? null : <b>{formatCounted(total, 'scope of appointment', 'scopes of appointment')}</b>
        }
        actions={
          mayWrite ? (
            <Button look="primary" icon={Plus} onClick={openNew} short="New">
              New scope of appointment
            </Button>
          ) : null
        }
      />
      <div className={classes('with-side', typeof open === 'number' && 'is-open')}>
        <div className="with-side-list">
          <Filters search={search} setSearch={setSearch} />
          <DataTable
            label="Scopes of appointment"
            columns={columnsOf(shown)}
            rows={list.data?.data ?? null}
            error={list.error}
            onRetry={list.reload}
            busy={list.refreshing || list.isEarlier}
            openId={typeof open === 'number' ? open : null}
            sort={{
              field: field ?? 'created_at',
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
              isNarrowed || at > 1 ? (
                <EmptyState
                  icon={FileSignature}
                  title="No matching scopes of appointment"
                  text="Change the filters, or search for another name."
                  action={<Button onClick={() => setSearch({})}>Clear filters</Button>}
                />
              ) : (
                <EmptyState
                  icon={FileSignature}
                  title="No scopes of appointment yet"
                  text="Before you talk about Medicare plans, the person chooses what to talk about and signs."
                  action={mayWrite ? <Button onClick={openNew}>New scope of appointment</Button> : undefined}
                />
              )
            }
          />
        </div>
        {typeof open === 'number' ? <SoaPanel key={open} id={open} onClose={close} /> : null}
      </div>
      {open === 'new' ? (
        <NewSoa
          contactId={contact ?? null}
          replaces={replaces ?? null}
          onDone={(id) => setSearch({ ...shown, soa: id })}
          onClose={close}
        />
      ) : null}
    </>
  );
}

/** The page with its filters in the address. */
export const SoaRoute = searchPage('/soa-requests', soaSearch, SoaPage);

interface NewSoaProps {
  contactId: number | null;
  replaces: number | null;
  onDone: (id: number) => void;
  onClose: () => void;
}

/** The form of a new one, once its contact has a name. */
function NewSoa({ contactId, ...rest }: NewSoaProps) {
  const read = useResource(readContact, contactId === null ? null : { params: { id: contactId } });
  const found = read.data?.data ?? null;
  if (contactId !== null && found === null && read.error === null) return null;
  const stored =
    found === null ? null : { id: found.id, number: found.number, name: contactName(found), phone: found.phone };
  return (
    <Suspense>
      <SoaDialog contact={stored} {...rest} />
    </Suspense>
  );
}

const columnsOf = (shown: SoaSearch): readonly Column<SoaRequest, Field>[] => [
  {
    head: 'Contact',
    cell: (row) => <Anchor href={soaHref({ ...shown, soa: row.id })}>{row.contact.name}</Anchor>,
    sortBy: 'contact',
    pin: 'name',
    narrow: 'title',
    width: '14em',
  },
  {
    head: 'Status',
    cell: ({ status }) => {
      const tone = STATUS_TONES[status];
      return <StatusWord {...(tone && { tone })}>{STATUS_WORDS[status]}</StatusWord>;
    },
    sortBy: 'status',
    narrow: 'aside',
    width: '9em',
  },
  {
    head: 'Meeting',
    cell: ({ appointment_at: when, zone }) =>
      when === null ? (
        <span className="soft">No time set</span>
      ) : (
        `${formatDate(when, zone)}, ${formatTime(when, zone)}`
      ),
    sortBy: 'appointment_at',
    narrow: 'sub',
    width: '13em',
  },
  { head: 'How', cell: ({ method }) => METHOD_WORDS[method], narrow: 'none', leaves: 2, width: '8em' },
  {
    head: 'Signed',
    cell: ({ signed_at: when, zone }) => (when === null ? '' : formatDate(when, zone)),
    sortBy: 'signed_at',
    narrow: 'none',
    width: '8em',
  },
  { head: 'Agent', cell: ({ user }) => user.name, narrow: 'sub-aside', leaves: 1, width: '11em' },
];

function Filters({ search, setSearch }: SearchProps<SoaSearch>) {
  const change = (next: SoaSearch) => setSearch({ ...search, page: 1, ...next }, 'replace');
  return (
    <div className="filters">
      <SearchBox
        label="Search scopes of appointment"
        placeholder="Name of the contact"
        value={search.q ?? ''}
        onSearch={(text) => (text === (search.q ?? '') ? undefined : change({ q: text || undefined }))}
      />
      <SelectField
        label="Status"
        labelHidden
        value={search.status ?? ''}
        options={[
          { value: '', label: 'Every status' },
          ...SOA_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] })),
        ]}
        onChange={({ target: { value } }) => change({ status: SOA_STATUSES.find((one) => one === value) })}
      />
      {search.contact_id === undefined ? null : (
        <Button onClick={() => change({ contact_id: undefined })}>Show all contacts</Button>
      )}
    </div>
  );
}
