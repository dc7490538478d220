import { Smartphone } from 'lucide-react';
import {
  listPhoneVerifications,
  type PhoneVerification,
  VERIFICATION_ORDER,
} from '#contract/verifications.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { SearchBox } from '../_base/list/SearchBox.tsx';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { DataTable } from '../_kit/display/DataTable.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { formatWhen } from '../_kit/format/format-when.ts';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { useListSearch } from '../_resource/list-search.ts';
import { SOURCE_WORDS, verificationWords } from './verification-words.ts';

const LIMIT = 50;
const NONE =
  'Find out which numbers take texts: select contacts, then choose Verify numbers… under More. Results appear here.';

interface VerificationsTableProps {
  /** Only those of one run. */
  runId?: number;
  /** Rises when there may be new results. */
  version?: number;
}

/** Numbers that were looked up; search, order and page are in the address. */
export function VerificationsTable({ runId, version }: VerificationsTableProps) {
  const { search, change } = useListSearch();
  const field = VERIFICATION_ORDER.find((known) => known === search.order_field) ?? 'verified_at';
  const sort = { field, order: search.order ?? 'desc' } as const;
  const at = search.page ?? 1;
  const list = useResource(
    listPhoneVerifications,
    {
      query: {
        page: at,
        limit: LIMIT,
        order: sort.order,
        order_field: field,
        ...(search.q !== undefined && { q: search.q }),
        ...(runId !== undefined && { run_id: runId }),
      },
    },
    version === undefined ? {} : { version },
  );
  return (
    <>
      <div className="filters">
        <SearchBox
          label="Search phone verifications"
          placeholder="Number, name, carrier"
          value={search.q ?? ''}
          onSearch={(q) =>
            q === (search.q ?? '') ? undefined : change({ q: q || undefined, page: undefined }, 'replace')
          }
        />
      </div>
      <DataTable
        label="Phone verifications"
        columns={[
          {
            head: 'Number',
            cell: ({ number }) => formatPhone(number),
            sortBy: 'number',
            pin: 'name',
            narrow: 'title',
            width: '11em',
          },
          { head: 'Contact', cell: contactOf, narrow: 'sub' },
          { head: 'Line', cell: lineOf, sortBy: 'line_type', narrow: 'aside', width: '11em' },
          { head: 'Carrier', cell: ({ carrier }) => carrier, narrow: 'none' },
          {
            head: 'Source',
            cell: ({ source }) => (source === null ? '' : SOURCE_WORDS[source]),
            narrow: 'none',
            width: '8em',
          },
          {
            head: 'Verified',
            cell: (row) => <When row={row} />,
            sortBy: 'verified_at',
            narrow: 'sub-aside',
            width: '13em',
          },
        ]}
        rows={list.data?.data ?? null}
        error={list.error}
        onRetry={list.reload}
        busy={list.refreshing || list.isEarlier}
        sort={{
          ...sort,
          onSort: (next) =>
            change({
              order_field: next,
              order: next === sort.field && sort.order === 'asc' ? 'desc' : 'asc',
              page: undefined,
            }),
        }}
        page={{
          at,
          limit: LIMIT,
          total: list.data?.meta.total_count ?? 0,
          onTurn: (page) => change({ page: page === 1 ? undefined : page }),
          asked: JSON.stringify([search.q, sort, at]),
        }}
        empty={
          search.q !== undefined ? (
            <EmptyState
              icon={Smartphone}
              title="No matching phone verifications"
              text="Check the spelling, or search for something else."
              action={<Button onClick={() => change({ q: undefined })}>Clear search</Button>}
            />
          ) : at > 1 ? (
            <EmptyState
              icon={Smartphone}
              title="No more phone verifications"
              text="This page is past the end of the list."
              action={<Button onClick={() => change({ page: undefined })}>Go to the first page</Button>}
            />
          ) : (
            <EmptyState icon={Smartphone} title="No phone verifications yet" text={NONE} />
          )
        }
      />
    </>
  );
}

const contactOf = ({ contact }: PhoneVerification) =>
  contact === null ? (
    ''
  ) : (
    <Link href={`/contacts/${contact.number}`}>{contact.name || `Contact ${contact.number}`}</Link>
  );

function lineOf(row: PhoneVerification) {
  const { text, tone } = verificationWords(row);
  return <StatusWord {...(tone && { tone })}>{text}</StatusWord>;
}

function When({ row: { verified_at: at } }: { row: PhoneVerification }) {
  const { user } = useApp();
  const now = useNow();
  return at === null ? null : <time dateTime={at}>{formatWhen(at, IANA_ZONES[user.timezone], now)}</time>;
}
