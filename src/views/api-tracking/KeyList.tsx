import { KeyRound } from 'lucide-react';
import { Suspense, useState } from 'react';
import {
  downloadTrackedKeys,
  type KEY_ORDER,
  listTrackedKeys,
  revokeTrackedKey,
  type TrackedKey,
  updateTrackedKey,
} from '#contract/api-tracking.contract.ts';
import { type ApiVendor, listApiVendors } from '#contract/reference.contract.ts';
import { PERMISSION_LABELS } from '#rules/access/permission-labels.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { SearchBox } from '../_base/list/SearchBox.tsx';
import type { SearchProps } from '../_base/routes/page-parts.tsx';
import { useApp } from '../_base/use-app.ts';
import { useLastingSubmit } from '../_base/use-lasting-submit.ts';
import { useNow } from '../_base/use-now.ts';
import { FileLink } from '../_resource/FileLink.tsx';
import { offered } from '../_resource/offered.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { type Column, DataTable } from '../_kit/display/DataTable.tsx';
import { formatCount } from '../_kit/format/format-count.ts';
import { formatWhen } from '../_kit/format/format-when.ts';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import type { ApiRequestsSearch } from './api-requests-search.ts';
import { keyName } from './key-name.ts';
import './api-tracking.css';

const AlertDialog = lazyPart(() => import('../_kit/overlays/AlertDialog.tsx'), 'AlertDialog');
const KeyLimitsDialog = lazyPart(() => import('./KeyLimitsDialog.tsx'), 'KeyLimitsDialog');

const NONE = 'Users create API keys and tokens in their account.';

const PAGE_ROWS = 50;
/** Milliseconds between two looks. Ours: programs use keys all the time. */
const LOOK_MS = 10_000;
const always = (): number => LOOK_MS;

type KeyField = (typeof KEY_ORDER)[number];

/** Keys of the account: whose they are, what they may do, their use, limits, a pause and an end. */
export function KeyList({ search, setSearch }: SearchProps<ApiRequestsSearch>) {
  const { user } = useApp();
  const now = useNow();
  const { page = 1, q } = search;
  const sort = { field: search.key_by ?? 'last_used_at', order: search.order ?? 'desc' } as const;
  const filter = { q, order_field: sort.field, order: sort.order };
  const query = { ...filter, page, limit: PAGE_ROWS };
  const list = useResource(listTrackedKeys, { query }, { reloadAfter: always });
  const vendors = useResource(listApiVendors, {}).data?.data ?? [];
  const [open, setOpen] = useState<{ readonly id: number; readonly part: 'limits' | 'revoke' } | null>(null);
  const close = () => setOpen(null);
  const opened = list.data?.data.find(({ id }) => id === open?.id);
  const change = (next: ApiRequestsSearch) => setSearch({ ...search, page: 1, ...next }, 'replace');
  return (
    <>
      <div className="filters">
        <SearchBox
          label="Search keys"
          placeholder="Key, user, vendor"
          value={q ?? ''}
          onSearch={(text) => (text === (q ?? '') ? undefined : change({ q: text || undefined }))}
        />
        <FileLink of={downloadTrackedKeys} asked={filter} many="keys" />
      </div>
      <DataTable
        label="API keys"
        columns={columnsOf(IANA_ZONES[user.timezone], now, vendors)}
        rows={list.data?.data ?? null}
        error={list.error}
        onRetry={list.reload}
        busy={list.refreshing || list.isEarlier}
        actions={(key) => (
          <>
            <Button
              size="small"
              aria-label={`Limits of ${keyName(key)}`}
              onClick={() => setOpen({ id: key.id, part: 'limits' })}
            >
              Limits
            </Button>
            <PauseButton tracked={key} />
            <Button
              size="small"
              look="danger"
              aria-label={`Revoke ${keyName(key)}`}
              onClick={() => setOpen({ id: key.id, part: 'revoke' })}
            >
              Revoke
            </Button>
          </>
        )}
        sort={{
          ...sort,
          onSort: (field) =>
            change({ key_by: field, order: field === sort.field && sort.order === 'asc' ? 'desc' : 'asc' }),
        }}
        page={{
          at: page,
          limit: PAGE_ROWS,
          total: list.data?.meta.total_count ?? 0,
          onTurn: (next) => setSearch({ ...search, page: next }),
          asked: JSON.stringify(query),
        }}
        empty={
          q === undefined && page === 1 ? (
            <EmptyState icon={KeyRound} title="No API keys yet" text={NONE} />
          ) : (
            <EmptyState
              icon={KeyRound}
              title="No matching API keys"
              text="Check the spelling, or go to the first page."
              action={<Button onClick={() => change({ q: undefined })}>Show all keys</Button>}
            />
          )
        }
      />
      <Suspense>
        {opened === undefined || open === null ? null : open.part === 'limits' ? (
          <KeyLimitsDialog tracked={opened} onClose={close} />
        ) : (
          <RevokeDialog tracked={opened} onClose={close} />
        )}
      </Suspense>
    </>
  );
}

/** "View contacts, Edit contacts"; for a token, all that its user may do. */
const scopesOf = ({ scopes }: TrackedKey): string =>
  scopes === null ? 'Everything its user may do' : scopes.map((scope) => PERMISSION_LABELS[scope]).join(', ');

/** "60 per minute, from 203.0.113.0/24"; empty: none. */
const limitsOf = ({ per_minute: count, networks }: TrackedKey): string =>
  [count === null ? '' : `${formatCount(count)} per minute`, networks.length === 0 ? '' : `from ${networks.join(', ')}`]
    .filter(Boolean)
    .join(', ');

const columnsOf = (zone: string, now: Date, vendors: readonly ApiVendor[]): readonly Column<TrackedKey, KeyField>[] => [
  { head: 'Key', cell: keyName, narrow: 'title', width: '12em', sortBy: 'name' },
  { head: 'User', cell: ({ user: { name } }) => name, narrow: 'sub', width: '8em', sortBy: 'user' },
  {
    head: 'Vendor',
    cell: (key) => <VendorOf tracked={key} vendors={vendors} />,
    narrow: 'none',
    width: '9em',
    sortBy: 'vendor',
  },
  { head: 'Scopes', cell: (key) => <span title={scopesOf(key)}>{scopesOf(key)}</span>, narrow: 'none' },
  { head: 'Limits', cell: (key) => <span title={limitsOf(key)}>{limitsOf(key)}</span>, narrow: 'none' },
  {
    head: 'Last used',
    cell: ({ last_used_at: at }) => (at === null ? 'Never' : formatWhen(at, zone, now)),
    narrow: 'sub-aside',
    leaves: 1,
    width: '10em',
    sortBy: 'last_used_at',
  },
  {
    head: 'Requests',
    cell: ({ requests }) => formatCount(requests),
    numeric: true,
    narrow: 'aside',
    width: '7em',
    sortBy: 'requests',
  },
  {
    head: 'Refused',
    cell: ({ refused }) => formatCount(refused),
    numeric: true,
    narrow: 'none',
    leaves: 1,
    width: '6em',
    sortBy: 'refused',
  },
];

function RevokeDialog({ tracked, onClose }: { tracked: TrackedKey; onClose: () => void }) {
  const { toasts, user } = useApp();
  const { id, user: owner } = tracked;
  const revoke = useLastingSubmit(revokeTrackedKey, {
    invalidates: [listTrackedKeys],
    onDone: () => toasts.show({ tone: 'good', text: 'Key revoked' }),
    onFailed: ({ message }, retry) =>
      toasts.show({ tone: 'bad', text: message, action: { label: 'Try again', run: retry } }),
  });
  return (
    <AlertDialog
      open
      title={`Revoke ${keyName(tracked)}?`}
      confirmLabel="Revoke key"
      cancelLabel="Keep key"
      destructive
      onConfirm={() => {
        onClose();
        revoke({ params: { id } });
      }}
      onCancel={onClose}
    >
      <p>
        Programs that use it stop working immediately
        {owner.id === user.id ? null : `, and ${owner.name} is notified`}. You can’t undo this. To stop them for a
        while, pause the key.
      </p>
    </AlertDialog>
  );
}

function useChange(done: string) {
  const { toasts } = useApp();
  return useSubmit(updateTrackedKey, {
    invalidates: [listTrackedKeys],
    onDone: () => toasts.show({ tone: 'good', text: done }),
    onFailed: ({ message }) => toasts.show({ tone: 'bad', text: message }),
  });
}

function VendorOf({ tracked, vendors }: { tracked: TrackedKey; vendors: readonly ApiVendor[] }) {
  const { id, vendor } = tracked;
  const { submit, state } = useChange('Vendor saved');
  const known = offered(vendors, vendor?.id).map((one) => ({ value: String(one.id), label: one.vendor_name }));
  const stored = vendor === null ? [] : [{ value: String(vendor.id), label: vendor.name }];
  return (
    <SelectField
      label={`Vendor of ${keyName(tracked)}`}
      labelHidden
      value={String(vendor?.id ?? '')}
      disabled={state === 'submitting'}
      options={[{ value: '', label: 'No vendor' }, ...(vendors.length === 0 ? stored : known)]}
      onChange={({ target: { value } }) =>
        submit({ params: { id }, body: { api_vendor_id: value === '' ? null : Number(value) } })
      }
    />
  );
}

function PauseButton({ tracked }: { tracked: TrackedKey }) {
  const { id, paused } = tracked;
  const { submit, state } = useChange(paused ? 'Key resumed' : 'Key paused. Requests with it are refused');
  const label = paused ? 'Resume' : 'Pause';
  return (
    <Button
      size="small"
      busy={state === 'submitting'}
      aria-label={`${label} ${keyName(tracked)}`}
      onClick={() => submit({ params: { id }, body: { paused: !paused } })}
    >
      {label}
    </Button>
  );
}
