import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { BulkAction, BulkChange, BulkJob, SelectionInput } from '#contract/bulk.contract.ts';
import { isWhole } from '../../machines/bulk/bulk.machine.ts';
import { useTold } from '../_base/use-told.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { formatContacts } from '../_kit/format/format-count.ts';
import { changeTitle, checkSentences, confirmLabel } from './bulk-words.ts';
import { CampaignForm } from './CampaignForm.tsx';
import { ChoiceForm } from './ChoiceForm.tsx';
import { DO_NOT_CALL, DoNotCallForm } from './DoNotCallForm.tsx';
import { TagsForm } from './TagsForm.tsx';
import { WorkflowForm } from './WorkflowForm.tsx';
import './bulk.css';

const TITLES: Readonly<Record<BulkAction, string>> = {
  tags: 'Tags',
  group: 'Group',
  status: 'Status',
  agentflow_status: 'Agentflow status',
  pool: 'Pool',
  do_not_call: 'Do Not Call',
  campaign: 'Start campaign',
  workflow: 'Start workflow',
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
  const first = firstOf(action);
  useTold(actor, first && { type: 'bulk.choose', change: first });
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
      {action === 'do_not_call' ? (
        <DoNotCallForm
          onChoose={(chosen) => choose(chosen, [])}
          onAmend={(amended) => actor.send({ type: 'bulk.amend', change: amended })}
        />
      ) : null}
      {action === 'campaign' ? <CampaignForm onChoose={choose} /> : null}
      {action === 'workflow' ? <WorkflowForm onChoose={choose} /> : null}
      {action === 'tags' ||
      action === 'do_not_call' ||
      action === 'campaign' ||
      action === 'workflow' ||
      action === 'delete' ||
      action === 'restore' ? null : (
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

/** A change that needs no choice before it is counted. */
function firstOf(action: BulkAction): Extract<BulkChange, { action: 'delete' | 'restore' | 'do_not_call' }> | null {
  if (action === 'do_not_call') return DO_NOT_CALL;
  return action === 'delete' || action === 'restore' ? { action } : null;
}

function whyNot(change: BulkChange | null, check: unknown): string {
  if (change === null) return 'Choose first';
  if (!isWhole(change)) return 'Enter the evidence';
  return check === null ? 'Counting' : 'No changes';
}
