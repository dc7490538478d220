import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { BulkAction, BulkChange, BulkJob, SelectionInput } from '#contract/bulk.contract.ts';
import { useTold } from '../_base/use-told.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { formatContacts } from '../_kit/format/format-count.ts';
import { changeTitle, checkSentences, confirmLabel } from './bulk-words.ts';
import { ChoiceForm } from './ChoiceForm.tsx';
import { TagsForm } from './TagsForm.tsx';
import './bulk.css';

const TITLES: Readonly<Record<BulkAction, string>> = {
  tags: 'Tags',
  group: 'Group',
  status: 'Status',
  agentflow_status: 'Agentflow status',
  pool: 'Pool',
  delete: 'Delete',
  restore: 'Restore',
};

interface BulkDialogProps {
  selection: SelectionInput;
  /** Number of selected contacts and the label of the selection. */
  count: number;
  sentence: string;
  action: BulkAction;
  onClose: () => void;
  /** The change is under way, or done already. */
  onStarted: (job: BulkJob) => void;
}

/** A change, its preview, and the button that applies it. */
export function BulkDialog({ selection, count, sentence, action, onClose, onStarted }: BulkDialogProps) {
  const { bulk } = usePageMachines();
  const actor = usePageMachine(bulk, { input: { selection } });
  const snapshot = useSelector(actor, (now) => now);
  const { change, check, refusal, job } = snapshot.context;
  const [names, setNames] = useState<readonly string[]>([]);
  const choose = (chosen: BulkChange | null, its: readonly string[]) => {
    setNames(its);
    actor.send(chosen === null ? { type: 'bulk.forget' } : { type: 'bulk.choose', change: chosen });
  };
  useTold(actor, action === 'delete' || action === 'restore' ? { type: 'bulk.choose', change: { action } } : null);
  useEffect(() => {
    if (job !== null) onStarted(job);
    // oxlint-disable-next-line react/exhaustive-deps -- sent once, when there is a job
  }, [job]);

  const isDestructive = action === 'delete';
  return (
    <Dialog
      open
      title={`${TITLES[action]}: ${formatContacts(count)}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look={isDestructive ? 'danger-fill' : 'primary'}
            busy={snapshot.hasTag('busy')}
            refusal={
              snapshot.hasTag('busy') || snapshot.can({ type: 'bulk.confirm' }) ? undefined : whyNot(change, check)
            }
            onClick={() => actor.send({ type: 'bulk.confirm' })}
          >
            {change && check ? confirmLabel(change, check.counts.changed) : TITLES[action]}
          </Button>
        </>
      }
    >
      {sentence ? <p className="soft">{sentence}</p> : null}
      {action === 'tags' ? <TagsForm onChoose={choose} /> : null}
      {action === 'tags' || action === 'delete' || action === 'restore' ? null : (
        <ChoiceForm action={action} onChoose={choose} />
      )}
      <div className="bulk-check" aria-live="polite">
        {refusal ? <Note tone="bad" title={refusal.text} /> : null}
        {snapshot.hasTag('checking') ? <p className="quiet">Counting…</p> : null}
        {change && check ? (
          <ul aria-label={changeTitle(change, names)}>
            {checkSentences(change, names, check).map((sentenceOf, index) => (
              <li key={sentenceOf} className={index === 0 ? 'med' : 'soft'}>
                {sentenceOf}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Dialog>
  );
}

function whyNot(change: BulkChange | null, check: unknown): string {
  if (change === null) return 'Choose first';
  return check === null ? 'Counting' : 'No changes';
}
