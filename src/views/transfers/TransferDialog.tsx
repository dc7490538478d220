import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import { useEffect } from 'react';
import type { SelectionInput } from '#contract/bulk.contract.ts';
import { MAX_TRANSFER_LIMIT, type TransferAttempt, type TransferPreview } from '#contract/transfers.contract.ts';
import { attestedOf, isHalfSaid, type TransferChoice } from '../../machines/transfers/transfer-setup.ts';
import type { TransferActor } from '../../machines/transfers/transfer.machine.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { formatContacts, formatCount } from '../_kit/format/format-count.ts';
import { Note } from '../_kit/display/Note.tsx';
import { TextArea } from '../_kit/controls/TextField.tsx';
import { NewOwners } from './NewOwners.tsx';
import { consentSentence, previewSentences } from './transfer-words.ts';
import './transfers.css';

interface TransferDialogProps {
  selection: SelectionInput;
  /** Number of selected contacts and the label of the selection. */
  count: number;
  sentence: string;
  onClose: () => void;
  /** The transfer is under way, or done already. */
  onStarted: (attempt: TransferAttempt) => void;
}

/** New owners, the preview, and the button that starts it. */
export function TransferDialog({ selection, count, sentence, onClose, onStarted }: TransferDialogProps) {
  const { transfer, newKey } = usePageMachines();
  const actor = usePageMachine(transfer, { input: { selection, selected: count, newKey } });
  const snapshot = useSelector(actor, (now) => now);
  const { preview, choice, refusal, attempt, note } = snapshot.context;
  const choose = (differs: Partial<TransferChoice>) =>
    actor.send({ type: 'transfer.choose', choice: { ...choice, ...differs } });
  useEffect(() => {
    if (attempt !== null) onStarted(attempt);
    // oxlint-disable-next-line react/exhaustive-deps -- sent once, when there is an attempt
  }, [attempt]);

  if (snapshot.hasTag('tooMany'))
    return (
      <Dialog
        open
        title={`Transfer ${formatContacts(count)}`}
        onClose={onClose}
        footer={<Button onClick={onClose}>Close</Button>}
      >
        <Note tone="warn" title={`You can transfer up to ${formatCount(MAX_TRANSFER_LIMIT)} contacts at a time`}>
          {formatCount(count)} selected. Narrow the list, or transfer the first {formatCount(MAX_TRANSFER_LIMIT)} , then
          the rest.
        </Note>
      </Dialog>
    );
  const isBusy = snapshot.hasTag('busy');
  const asksForPaper = choice.paper !== '' || (preview?.consent.missing ?? 0) > 0;
  const isUncounted = choice.to.length > 0 && preview === null && !snapshot.hasTag('checking');
  return (
    <Dialog
      open
      wide
      title={`Transfer ${formatContacts(count)}`}
      // A started request continues: its caller gets the outcome.
      {...(!isBusy && { onClose })}
      footer={
        <>
          <Button refusal={isBusy ? 'Starting the transfer' : undefined} onClick={onClose}>
            Cancel
          </Button>
          <Button
            look="primary"
            busy={isBusy}
            refusal={whyNot(snapshot)}
            onClick={() => actor.send({ type: 'transfer.confirm' })}
          >
            {preview && preview.counts.moved > 0 ? `Transfer ${formatContacts(preview.counts.moved)}` : 'Transfer'}
          </Button>
        </>
      }
    >
      {sentence ? <p className="soft">{sentence}</p> : null}
      <div className="transfer-form">
        <NewOwners chosen={choice.to} disabled={isBusy} onChange={(to) => choose({ to })} />
        <div className="transfer-terms">
          <TextArea
            label={choice.to.length > 1 ? 'Note to new owners' : 'Note to new owner'}
            hint="They'll see this note with the transfer."
            rows={2}
            maxLength={500}
            value={note}
            disabled={isBusy}
            onChange={(event) => actor.send({ type: 'transfer.write', note: event.currentTarget.value })}
          />
          <div className="transfer-check" aria-live="polite">
            {refusal ? (
              <Note tone="bad" title={refusal.text}>
                {isUncounted ? (
                  <Button size="small" onClick={() => choose({})}>
                    Count again
                  </Button>
                ) : null}
              </Note>
            ) : null}
            {snapshot.hasTag('checking') ? <p className="quiet">Counting…</p> : null}
            {preview ? <TransferCheck preview={preview} to={choice.to} attested={attestedOf(choice) !== null} /> : null}
          </div>
          {asksForPaper ? (
            <TextArea
              label="Paper consent"
              hint="Describe where it's filed. With this statement, contacts without recorded consent are transferred too."
              rows={2}
              maxLength={500}
              value={choice.paper}
              disabled={isBusy}
              error={isHalfSaid(choice) ? 'Describe it in a sentence.' : undefined}
              onChange={(event) => choose({ paper: event.currentTarget.value })}
            />
          ) : null}
        </div>
      </div>
    </Dialog>
  );
}

/** Reason why the transfer can't start now. */
function whyNot(snapshot: SnapshotFrom<TransferActor>): string | undefined {
  if (snapshot.hasTag('busy') || snapshot.can({ type: 'transfer.confirm' })) return undefined;
  const { choice, preview } = snapshot.context;
  if (choice.to.length === 0) return 'Choose a new owner';
  if (snapshot.hasTag('checking')) return 'Counting';
  if (preview === null) return 'Not counted yet';
  return isHalfSaid(choice) ? 'Describe the paper consent' : 'No contacts to transfer';
}

interface TransferCheckProps {
  preview: TransferPreview;
  to: readonly { readonly name: string }[];
  /** A statement that consent exists on paper. */
  attested: boolean;
}

/** Preview of a transfer: contacts that move, related items, skipped contacts, and the rule's requirement. */
export function TransferCheck({ preview, to, attested }: TransferCheckProps) {
  const consent = consentSentence(preview);
  const { rule, missing } = preview.consent;
  return (
    <>
      <ul aria-label="Summary">
        {previewSentences(preview, to).map((sentence, index) => (
          <li key={sentence} className={index === 0 ? 'med' : 'soft'}>
            {sentence}
          </li>
        ))}
      </ul>
      {consent !== null && rule !== null ? (
        <Note tone={missing > 0 && !attested ? 'warn' : 'info'} title={consent}>
          {rule.title}
          {rule.source ? ` (${rule.source})` : ''}.{' '}
          {missing === 0 ? '' : attested ? "They'll be transferred based on your statement." : "They'll be skipped."}
        </Note>
      ) : null}
    </>
  );
}
