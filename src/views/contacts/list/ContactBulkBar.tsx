import { ArchiveRestore, Ellipsis, Tag, Trash2 } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { BULK_AT_ONCE, type BulkAction, type BulkJob } from '#contract/bulk.contract.ts';
import { readContact } from '#contract/contacts.contract.ts';
import { listContacts } from '#contract/contacts/contact-list.contract.ts';
import type { ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { contactsStore } from '../../../store/contacts.store.ts';
import { useApp } from '../../_base/use-app.ts';
import { useGate } from '../../_base/use-gate.ts';
import { BulkBar } from '../../_kit/overlays/BulkBar.tsx';
import { Button } from '../../_kit/controls/Button.tsx';
import { formatCount } from '../../_kit/format/format-count.ts';
import { useStartBroadcast } from '../../broadcasts/use-start-broadcast.ts';
import { useTellChange } from '../../bulk/use-tell-change.ts';
import { useExportRefusal } from '../../exports/use-export-refusal.ts';
import { useDialer } from '../../integrations/use-dialer.ts';
import { useMergeSelected } from '../../duplicates/use-merging.ts';
import { TransferButton } from '../../transfers/TransferButton.tsx';
import { useDeleteRestore } from '../use-delete-restore.ts';
import type { Selection } from './use-selection.ts';
import { lazyPart } from '../../_kit/states/lazy-part.ts';

const BulkDialog = lazyPart(() => import('../../bulk/BulkDialog.tsx'), 'BulkDialog');
const ExportDialog = lazyPart(() => import('../../exports/ExportDialog.tsx'), 'ExportDialog');
const FirstLastDialog = lazyPart(() => import('../../bulk/FirstLastDialog.tsx'), 'FirstLastDialog');
const PrintDialog = lazyPart(() => import('../../printing/PrintDialog.tsx'), 'PrintDialog');
const AssignKitDialog = lazyPart(() => import('../../mailer-kits/AssignKitDialog.tsx'), 'AssignKitDialog');
const VerifyDialog = lazyPart(() => import('../../verifications/VerifyDialog.tsx'), 'VerifyDialog');
const DialDialog = lazyPart(() => import('../../integrations/DialDialog.tsx'), 'DialDialog');
const Menu = lazyPart(() => import('../../_kit/overlays/Menu.tsx'), 'Menu');

/** Dialogs that start work with a page of its own. */
const STARTS = { print: PrintDialog, kit: AssignKitDialog, verify: VerifyDialog, dial: DialDialog } as const;
const isStart = (asked: Asked): asked is keyof typeof STARTS => asked in STARTS;

const MORE = [
  { key: 'agentflow_status', label: 'Agentflow status' },
  { key: 'pool', label: 'Pool' },
  { key: 'do_not_call', label: 'Do Not Call…' },
  { key: 'call', label: 'Call list' },
  { key: 'dial', label: 'Dial with PhoneBurner…' },
  { key: 'text', label: 'Text…' },
  { key: 'mail', label: 'E-mail…' },
  { key: 'campaign', label: 'Start campaign…' },
  { key: 'workflow', label: 'Start workflow…' },
  { key: 'merge', label: 'Merge…' },
  { key: 'print', label: 'Print…' },
  { key: 'kit', label: 'Assign mailer kit…' },
  { key: 'verify', label: 'Verify numbers…' },
  { key: 'export', label: 'Export…' },
  { key: 'first', label: 'First or last contacts…', apart: true },
] as const;

type Asked = BulkAction | 'first' | 'export' | keyof typeof STARTS;

export interface ContactBulkBarProps {
  selection: Selection;
  /** The list's scope as it is sent and as a label, with its count; `null`: not known yet. */
  scope: ContactsScopeInput;
  sentence: string;
  total: number | null;
  deleted: boolean;
}

/** The selection and its actions. Everything can be undone. */
export function ContactBulkBar({ selection, scope, sentence, total, deleted }: ContactBulkBarProps) {
  const { count, whole } = selection;
  const [asking, setAsking] = useState<Asked | null>(null);
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const onStarted = useStarted(() => {
    setAsking(null);
    contactsStore.trigger.cleared();
  });
  const { remove, restore } = useDeleteRestore(() => contactsStore.trigger.cleared());
  const last = deleted ? { act: restore, action: 'restore' as const } : { act: remove, action: 'delete' as const };
  const { selection: sent } = selection;
  const more = useMore(sent, deleted);
  // A few selected rows are deleted immediately, with Undo in the toast; more are counted and confirmed.
  const doLast = () =>
    'ids' in sent && sent.ids.length <= BULK_AT_ONCE
      ? last.act.submit({ body: { ids: [...sent.ids] } })
      : setAsking(last.action);
  const meant = whole === null ? '' : wordsOf(whole, sentence);
  const isAll = whole !== null && whole.n === null && whole.without.length === 0;
  const Starting = asking !== null && isStart(asking) ? STARTS[asking] : null;

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
            <TransferButton
              selection={sent}
              count={count}
              sentence={meant}
              onStarted={() => contactsStore.trigger.cleared()}
            />
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
          ref={opener}
          look="plain"
          size="small"
          icon={Ellipsis}
          busy={more.isStarting}
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
            trigger={opener}
            placement="top end"
            entries={more.entries}
            onClose={() => setOpen(false)}
            onSelect={(key) => {
              if (!more.start(key)) setAsking(key as Asked);
            }}
          />
        ) : null}
        {asking === 'first' ? (
          <FirstLastDialog scope={scope} sentence={sentence} total={total} onClose={() => setAsking(null)} />
        ) : asking === 'export' ? (
          <ExportDialog selection={sent} onClose={() => setAsking(null)} />
        ) : Starting !== null ? (
          <Starting
            selection={sent}
            count={count}
            sentence={meant}
            onClose={() => setAsking(null)}
            onStarted={() => contactsStore.trigger.cleared()}
          />
        ) : asking === null || isStart(asking) ? null : (
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

/** Further actions for a selection, each with the reason if it is disabled. */
function useMore(sent: Selection['selection'], deleted: boolean) {
  const { refusal, merge } = useMergeSelected(sent);
  const exporting = useExportRefusal();
  const { user, features } = useApp();
  const mayCall = user.permissions.includes('phone.call');
  const calling = useGate('phone');
  const printing = useGate('printing');
  const compliance = useGate('compliance');
  const texting = useGate('messages');
  const mailing = useGate('mailer-assignment');
  const workflows = useGate('workflows');
  const broadcasting = useStartBroadcast();
  const dialer = useDialer(sent);
  const refusals: Partial<Record<string, string | undefined>> = {
    do_not_call: compliance.allowed ? undefined : compliance.reason,
    call: mayCall ? (calling.allowed ? undefined : calling.reason) : 'Your role does not include the phone.',
    ...broadcasting.refusals,
    dial: dialer.refusal,
    merge: refusal,
    export: exporting,
    print: printing.allowed ? undefined : printing.reason,
    kit: mailing.allowed ? undefined : mailing.reason,
    workflow: workflows.allowed ? undefined : workflows.reason,
    verify: texting.allowed ? undefined : texting.reason,
  };
  const isOffered = (key: string) => key !== 'dial' || dialer.isConnected;
  const entries = MORE.filter(({ key }) => (key === 'first' || !deleted) && isOffered(key));
  return {
    entries: entries.map((entry) => ({ ...entry, refusal: refusals[entry.key] })),
    /** Starts what needs no dialog. False: it needs one. */
    start: (key: string): boolean => {
      if (key === 'merge') merge();
      else if (key === 'call') features.callList.send({ type: 'list.start', chosen: sent });
      else if (key === 'text' || key === 'mail') broadcasting.start(key, sent);
      else return false;
      return true;
    },
    isStarting: broadcasting.isStarting,
  };
}

/** "The first 500 of Mine, state TX, without 3 taken out" */
function wordsOf({ n, fromEnd, without }: NonNullable<Selection['whole']>, sentence: string): string {
  const which = n === null ? '' : `The ${fromEnd ? 'last' : 'first'} ${formatCount(n)} of `;
  return `${which}${sentence}${without.length > 0 ? `, without ${formatCount(without.length)} removed` : ''}`;
}

/** Announces a change that is already done; a longer one shows its own progress. */
function useStarted(onDone: () => void) {
  const { invalidate } = useApp();
  const tell = useTellChange();
  return (job: BulkJob) => {
    onDone();
    if (job.status !== 'done') return;
    invalidate(listContacts, readContact);
    tell(job);
  };
}
