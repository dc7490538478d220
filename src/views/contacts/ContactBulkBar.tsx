import { ArchiveRestore, Ellipsis, Tag, Trash2 } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { BULK_AT_ONCE, type BulkAction, type BulkJob, undoBulkJob } from '#contract/bulk.contract.ts';
import { listContacts, readContact } from '#contract/contacts.contract.ts';
import type { ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { contactsStore } from '../../store/contacts.store.ts';
import { useApp } from '../_app/use-app.ts';
import { useLastingSubmit } from '../_app/use-lasting-submit.ts';
import { BulkBar } from '../_kit/BulkBar.tsx';
import { Button } from '../_kit/Button.tsx';
import { formatCount } from '../_kit/format-count.ts';
import { outcomeOf } from '../bulk/bulk-words.ts';
import { useDeleteRestore } from './use-delete-restore.ts';
import type { Selection } from './use-selection.ts';

const BulkDialog = lazy(async () => ({ default: (await import('../bulk/BulkDialog.tsx')).BulkDialog }));
const FirstLastDialog = lazy(async () => ({ default: (await import('../bulk/FirstLastDialog.tsx')).FirstLastDialog }));
const Menu = lazy(async () => ({ default: (await import('../_kit/Menu.tsx')).Menu }));

const MORE = [
  { key: 'agentflow_status', label: 'Agentflow status' },
  { key: 'pool', label: 'Pool' },
  { key: 'first', label: 'First or last contacts…', apart: true },
] as const;

export interface ContactBulkBarProps {
  selection: Selection;
  /** Which contacts the list shows, as it is sent and in words, and how many; `null`: not known yet. */
  scope: ContactsScopeInput;
  sentence: string;
  total: number | null;
  deleted: boolean;
}

/** What is selected and what can be done with it. Everything can be taken back. */
export function ContactBulkBar({ selection, scope, sentence, total, deleted }: ContactBulkBarProps) {
  const { count, whole } = selection;
  const [asking, setAsking] = useState<BulkAction | 'first' | null>(null);
  const [isOpen, setOpen] = useState(false);
  const more = useRef<HTMLButtonElement>(null);
  const onStarted = useStarted(() => {
    setAsking(null);
    contactsStore.trigger.cleared();
  });
  const { remove, restore } = useDeleteRestore(() => contactsStore.trigger.cleared());
  const last = deleted ? { act: restore, action: 'restore' as const } : { act: remove, action: 'delete' as const };
  const { selection: sent } = selection;
  // A few chosen rows go at once, and come back by the message's Undo; more are counted and asked for.
  const doLast = () =>
    'ids' in sent && sent.ids.length <= BULK_AT_ONCE
      ? last.act.submit({ body: { ids: [...sent.ids] } })
      : setAsking(last.action);
  const meant = whole === null ? '' : wordsOf(whole, sentence);
  const isAll = whole !== null && whole.n === null && whole.without.length === 0;

  return (
    <>
      <BulkBar
        text={`${formatCount(count)} selected${isAll ? `: ${sentence}` : ''}`}
        all={
          isAll || total === null || total <= count
            ? undefined
            : {
                text: `Select all ${formatCount(total)} in ${sentence}`,
                onSelect: () => contactsStore.trigger.wholeSelected({ count: total, n: null, fromEnd: false }),
              }
        }
        onClear={() => contactsStore.trigger.cleared()}
      >
        {deleted ? null : (
          <>
            <Button look="plain" size="small" icon={Tag} onClick={() => setAsking('tags')}>
              Tags
            </Button>
            <Button look="plain" size="small" onClick={() => setAsking('group')}>
              Group
            </Button>
            <Button look="plain" size="small" onClick={() => setAsking('status')}>
              Status
            </Button>
          </>
        )}
        <Button
          look="plain"
          size="small"
          icon={deleted ? ArchiveRestore : Trash2}
          className={deleted ? undefined : 'danger'}
          busy={last.act.state === 'submitting'}
          onClick={doLast}
        >
          {deleted ? 'Restore' : 'Delete'}
        </Button>
        <Button
          ref={more}
          look="plain"
          size="small"
          icon={Ellipsis}
          aria-haspopup="menu"
          aria-expanded={isOpen}
          onClick={() => setOpen(true)}
        >
          More
        </Button>
      </BulkBar>
      <Suspense>
        {isOpen ? (
          <Menu
            label="More"
            open
            trigger={more}
            placement="top end"
            entries={deleted ? MORE.slice(2) : MORE}
            onClose={() => setOpen(false)}
            onSelect={(key) => setAsking(key as (typeof MORE)[number]['key'])}
          />
        ) : null}
        {asking === 'first' ? (
          <FirstLastDialog scope={scope} sentence={sentence} total={total} onClose={() => setAsking(null)} />
        ) : asking === null ? null : (
          <BulkDialog
            selection={sent}
            count={count}
            sentence={meant}
            action={asking}
            onClose={() => setAsking(null)}
            onStarted={onStarted}
          />
        )}
      </Suspense>
    </>
  );
}

/** "The first 500 of Mine, state TX, without 3 taken out" */
function wordsOf({ n, fromEnd, without }: NonNullable<Selection['whole']>, sentence: string): string {
  const which = n === null ? '' : `The ${fromEnd ? 'last' : 'first'} ${formatCount(n)} of `;
  return `${which}${sentence}${without.length > 0 ? `, without ${formatCount(without.length)} taken out` : ''}`;
}

/** Tells of a change that is done at once, with its Undo; a longer one shows itself. */
function useStarted(onDone: () => void) {
  const { toasts, invalidate } = useApp();
  const undo = useLastingSubmit(undoBulkJob, {
    invalidates: [listContacts, readContact],
    onDone: ({ data }) => toasts.show(outcomeOf(data)),
    onFailed: (error, retry) =>
      toasts.show({ tone: 'bad', text: error.message, action: { label: 'Try again', run: retry } }),
  });
  return (job: BulkJob) => {
    onDone();
    if (job.status !== 'done') return;
    invalidate(listContacts, readContact);
    const action = { label: 'Undo', run: () => undo({ params: { id: job.id } }) };
    toasts.show({ ...outcomeOf(job), ...(job.counts.changed > 0 && { action }) });
  };
}
