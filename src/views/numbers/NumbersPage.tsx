import { Hash, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import {
  listPhoneNumbers,
  NUMBER_GRACE_DAYS,
  type OwnedNumber,
  releasePhoneNumber,
  restorePhoneNumber,
} from '#contract/numbers.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { useApp } from '../_base/use-app.ts';
import { useLastingSubmit } from '../_base/use-lasting-submit.ts';
import { useResource } from '../_base/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { type Column, DataTable } from '../_kit/display/DataTable.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { formatCounted } from '../_kit/format/format-count.ts';
import { formatDate } from '../_kit/format/format-when.ts';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { NUMBER_WORDS } from '../registration/registration-words.ts';
import { money } from '../store/store-words.ts';
import { capabilityWords } from './number-words.ts';
import '../_resource/resource.css';
import './numbers.css';

const FindNumberDialog = lazyPart(() => import('./FindNumberDialog.tsx'), 'FindNumberDialog');
const AssignNumberDialog = lazyPart(() => import('./AssignNumberDialog.tsx'), 'AssignNumberDialog');

/** The phone numbers of the current user and their downline. */
export function NumbersPage() {
  const { user } = useApp();
  const list = useResource(listPhoneNumbers, {});
  const [open, setOpen] = useState<OwnedNumber | 'find' | null>(null);
  const { release, restore } = useChanges();
  const numbers = list.data?.data ?? null;
  const mayAssign = user.permissions.includes('users.read') && user.downline_count > 0;
  const find = (
    <Button look="primary" icon={Plus} onClick={() => setOpen('find')}>
      Get a number
    </Button>
  );
  return (
    <>
      <PageBar
        title={titleOf('/numbers')}
        scope={numbers === null ? null : <b>{formatCounted(numbers.length, 'number', 'numbers')}</b>}
        actions={find}
        manyActions
      />
      <div className="with-side-list numbers">
        {list.data?.meta.orders.map(({ id, state, phone_number: number, price, failure }) =>
          state === 'ordered' ? (
            <Note key={id} tone="warn" title={`${formatPhone(number)} is paid and not ready yet`}>
              The carrier hasn't answered. We keep asking for a day; if it can't provide the number, you get{' '}
              {money(price)} back.
            </Note>
          ) : (
            <Note key={id} tone="warn" title={failure} />
          ),
        )}
        <DataTable
          label={titleOf('/numbers')}
          columns={columnsOf(user.timezone)}
          rows={numbers}
          error={list.error}
          onRetry={list.reload}
          busy={list.refreshing}
          actions={(number) => (
            <RowActions
              number={number}
              onAssign={mayAssign ? () => setOpen(number) : null}
              onRelease={() => release({ params: { id: number.id } })}
              onRestore={() => restore({ params: { id: number.id } })}
            />
          )}
          empty={
            <EmptyState
              icon={Hash}
              title="No phone numbers yet"
              text="Get a number in your clients' area code. You call and text from it, and answers reach you."
              action={find}
            />
          }
        />
      </div>
      <Suspense>
        {open === 'find' ? (
          <FindNumberDialog areaCode={areaCodeOf(numbers)} onClose={() => setOpen(null)} />
        ) : open === null ? null : (
          <AssignNumberDialog number={open} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </>
  );
}

/** The area code that a user has already. */
const areaCodeOf = (numbers: readonly OwnedNumber[] | null): string => numbers?.[0]?.phone_number.slice(2, 5) ?? '';

function useChanges() {
  const { toasts, session } = useApp();
  const invalidates = [listPhoneNumbers];
  const onFailed = (error: { readonly message: string }, retry: () => void) =>
    toasts.show({ tone: 'bad', text: error.message, action: { label: 'Try again', run: retry } });
  const refresh = () => session.send({ type: 'session.refresh' });
  const restore = useLastingSubmit(restorePhoneNumber, {
    invalidates,
    onFailed,
    onDone: ({ data }) => {
      toasts.show({ tone: 'good', text: `${formatPhone(data.phone_number)} is yours again.` });
      refresh();
    },
  });
  const release = useLastingSubmit(releasePhoneNumber, {
    invalidates,
    onFailed,
    onDone: ({ data }) => {
      toasts.show({
        tone: 'good',
        text: `${formatPhone(data.phone_number)} released. You can restore it for ${NUMBER_GRACE_DAYS} days.`,
        action: { label: 'Undo', run: () => restore({ params: { id: data.id } }) },
      });
      refresh();
    },
  });
  return { release, restore };
}

const columnsOf = (zone: string): readonly Column<OwnedNumber>[] => [
  {
    head: 'Number',
    cell: ({ phone_number: number }) => <span className="num">{formatPhone(number)}</span>,
    narrow: 'title',
    width: '10em',
  },
  { head: 'Label', cell: ({ label }) => label, narrow: 'none', leaves: 1, width: '11em' },
  { head: 'Assigned to', cell: ({ user: { name } }) => name, narrow: 'sub', width: '12em' },
  {
    head: 'Use',
    cell: ({ capabilities }) => capabilityWords(capabilities),
    narrow: 'none',
    leaves: 2,
    width: '12em',
  },
  {
    head: 'Business texts',
    cell: ({ registration: { state, reason }, capabilities }) =>
      capabilities.includes('sms') ? (
        <span title={reason === '' ? undefined : reason}>
          <StatusWord {...(NUMBER_WORDS[state].tone && { tone: NUMBER_WORDS[state].tone })}>
            {NUMBER_WORDS[state].text}
          </StatusWord>
        </span>
      ) : (
        'No texts'
      ),
    narrow: 'sub-aside',
    width: '13em',
  },
  {
    head: 'Status',
    cell: ({ released_until: until }) =>
      until === null ? (
        <StatusWord tone="good">Active</StatusWord>
      ) : (
        <StatusWord tone="warn">Released until {formatDate(until, zone)}</StatusWord>
      ),
    narrow: 'aside',
    width: '14em',
  },
];

interface RowActionsProps {
  number: OwnedNumber;
  /** `null`: no one is below. */
  onAssign: (() => void) | null;
  onRelease: () => void;
  onRestore: () => void;
}

function RowActions({ number, onAssign, onRelease, onRestore }: RowActionsProps) {
  const name = <span className="sr"> {formatPhone(number.phone_number)}</span>;
  if (number.released_until !== null) {
    return (
      <Button size="small" onClick={onRestore}>
        Restore{name}
      </Button>
    );
  }
  return (
    <>
      {onAssign === null ? null : (
        <Button size="small" onClick={onAssign}>
          Assign{name}
        </Button>
      )}
      {number.bought ? (
        <Button size="small" onClick={onRelease}>
          Release{name}
        </Button>
      ) : null}
    </>
  );
}
