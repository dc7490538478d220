import { KeyRound } from 'lucide-react';
import { Suspense, useState } from 'react';
import { listTrackedKeys, type TrackedKey, updateTrackedKey } from '#contract/api-tracking.contract.ts';
import { type ApiVendor, listApiVendors } from '#contract/reference.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { offered } from '../_resource/offered.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { DataTable } from '../_kit/display/DataTable.tsx';
import { formatCount } from '../_kit/format/format-count.ts';
import { formatWhen } from '../_kit/format/format-when.ts';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { keyName } from './key-name.ts';
import './api-tracking.css';

const KeyLimitsDialog = lazyPart(() => import('./KeyLimitsDialog.tsx'), 'KeyLimitsDialog');

const NONE = 'Users create API keys and tokens in their account.';

/** Keys of the account: whose they are, their use, limits, and a pause. */
export function KeyList() {
  const { user } = useApp();
  const now = useNow();
  const list = useResource(listTrackedKeys, {});
  const vendors = useResource(listApiVendors, {}).data?.data ?? [];
  const total = list.data?.data.length ?? 0;
  const [limiting, setLimiting] = useState<number | null>(null);
  const limited = list.data?.data.find(({ id }) => id === limiting);
  return (
    <>
      <DataTable
        label="API keys"
        columns={[
          { head: 'Key', cell: keyName, narrow: 'title', width: '15em' },
          { head: 'User', cell: ({ user: { name } }) => name, narrow: 'sub', width: '11em' },
          { head: 'Vendor', cell: (key) => <VendorOf tracked={key} vendors={vendors} />, narrow: 'none' },
          {
            head: 'Last used',
            cell: ({ last_used_at: at }) => (at === null ? 'Never' : formatWhen(at, IANA_ZONES[user.timezone], now)),
            narrow: 'sub-aside',
            leaves: 1,
            width: '12em',
          },
          {
            head: 'Requests',
            cell: ({ requests }) => formatCount(requests),
            numeric: true,
            narrow: 'aside',
            width: '7em',
          },
          { head: 'Refused', cell: ({ refused }) => formatCount(refused), numeric: true, narrow: 'none', width: '7em' },
        ]}
        rows={list.data?.data ?? null}
        error={list.error}
        onRetry={list.reload}
        busy={list.refreshing}
        actions={(key) => (
          <>
            <Button aria-label={`Limits of ${keyName(key)}`} onClick={() => setLimiting(key.id)}>
              Limits
            </Button>
            <PauseButton tracked={key} />
          </>
        )}
        page={{ at: 1, limit: Math.max(1, total), total, onTurn: () => undefined, asked: 'keys' }}
        empty={<EmptyState icon={KeyRound} title="No API keys yet" text={NONE} />}
      />
      <Suspense>
        {limited === undefined ? null : <KeyLimitsDialog tracked={limited} onClose={() => setLimiting(null)} />}
      </Suspense>
    </>
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
      busy={state === 'submitting'}
      aria-label={`${label} ${keyName(tracked)}`}
      onClick={() => submit({ params: { id }, body: { paused: !paused } })}
    >
      {label}
    </Button>
  );
}
