import { KeyRound, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import {
  type Delegate,
  grantAccountAccess,
  listAccountAccess,
  removeAccountAccess,
} from '#contract/account-access.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useLastingSubmit } from '../_base/use-lasting-submit.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { DataTable } from '../_kit/display/DataTable.tsx';
import { formatWhen } from '../_kit/format/format-when.ts';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const GrantDialog = lazyPart(() => import('./GrantDialog.tsx'), 'GrantDialog');

const NONE =
  'A relationship manager or an administrator of another agency can act as your users once you give them access. Every session is in the audit log.';

/** People of other agencies who may act as users of this one. */
export function AccountAccessPage() {
  const { user, brand } = useApp();
  const now = useNow();
  const [isAdding, setIsAdding] = useState(false);
  const list = useResource(listAccountAccess, {});
  const rows = list.data?.data ?? null;
  const add = (
    <Button look="primary" icon={Plus} short="Give access" onClick={() => setIsAdding(true)}>
      Give access
    </Button>
  );
  return (
    <>
      <PageBar title={titleOf('/admin/account-access')} scope="People of other agencies" actions={add} />
      <DataTable
        label="Account access"
        columns={[
          { head: 'Name', cell: ({ name }) => name, pin: 'name', narrow: 'title' },
          { head: 'Agency', cell: ({ agency }) => `${agency.name} (${agency.number})`, narrow: 'sub' },
          { head: 'Role', cell: ({ role }) => brand.roleLabels[role], narrow: 'none', width: '12em' },
          {
            head: 'Given',
            cell: ({ granted_at: at, granted_by: by }) => (
              <>
                <time dateTime={at}>{formatWhen(at, IANA_ZONES[user.timezone], now)}</time>
                {by === null ? null : ` by ${by}`}
              </>
            ),
            narrow: 'none',
            width: '16em',
          },
          {
            head: 'Status',
            cell: ({ active }) => (active ? 'Can act here' : 'Inactive'),
            narrow: 'sub-aside',
            width: '9em',
          },
        ]}
        rows={rows}
        error={list.error}
        onRetry={list.reload}
        busy={list.refreshing}
        actions={(delegate) => <RemoveButton delegate={delegate} />}
        page={{
          at: 1,
          limit: Math.max(1, rows?.length ?? 1),
          total: rows?.length ?? 0,
          onTurn: () => undefined,
          asked: 'account-access',
        }}
        empty={<EmptyState icon={KeyRound} title="No one else has access" text={NONE} action={add} />}
      />
      <Suspense>{isAdding ? <GrantDialog onClose={() => setIsAdding(false)} /> : null}</Suspense>
    </>
  );
}

/** Takes the access away; Undo in the message gives it again. */
function RemoveButton({ delegate: { id, name, username, agency } }: { delegate: Delegate }) {
  const { toasts } = useApp();
  const failed = ({ message }: { message: string }) => toasts.show({ tone: 'bad', text: message });
  const giveBack = useLastingSubmit(grantAccountAccess, {
    invalidates: [listAccountAccess],
    onDone: () => toasts.show({ tone: 'good', text: `${name} has access again` }),
    onFailed: failed,
  });
  const remove = useSubmit(removeAccountAccess, {
    invalidates: [listAccountAccess],
    onDone: () =>
      toasts.show({
        tone: 'info',
        text: `Access of ${name} removed`,
        action: { label: 'Undo', run: () => giveBack({ body: { username, agency_number: agency.number } }) },
      }),
    onFailed: failed,
  });
  return (
    <Button
      size="small"
      aria-label={`Remove access of ${name}`}
      busy={remove.state === 'submitting'}
      onClick={() => remove.submit({ params: { id } })}
    >
      Remove
    </Button>
  );
}
