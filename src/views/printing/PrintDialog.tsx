import { useNavigate } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { SelectionInput } from '#contract/bulk.contract.ts';
import {
  listPrints,
  MAX_PRINT_LIMIT,
  type PrintKind,
  type PrintPreview,
  type PrintWhatInput,
  previewPrint,
} from '#contract/printing.contract.ts';
import type { PrintWish } from '../../machines/printing/print-context.ts';
import { useApp } from '../_base/use-app.ts';
import { useEmitted } from '../_base/use-emitted.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { formatContacts } from '../_kit/format/format-count.ts';
import { Note } from '../_kit/display/Note.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { FirstPiece } from './FirstPiece.tsx';
import { LabelsForm, type LabelsOptions } from './LabelsForm.tsx';
import { LetterForm } from './LetterForm.tsx';
import { labelPlace } from './label-place.ts';
import type { LetterDraft } from './letter-draft.ts';
import { leftOutSentences, piecesOf } from './print-words.ts';
import { useLetterDraft } from './use-letter-draft.ts';
import './printing.css';

/** Milliseconds without a keystroke before the preview is requested. Our choice: a pause between words. */
const SETTLED_MS = 400;

interface PrintDialogProps {
  selection: SelectionInput;
  /** Number of selected contacts and the label of the selection. */
  count: number;
  sentence: string;
  onClose: () => void;
  /** The server has taken it. */
  onStarted: () => void;
}

/** Content and recipients of the print, a preview of the first piece, and the contacts that are left out. */
export function PrintDialog({ selection, count, sentence, onClose, onStarted }: PrintDialogProps) {
  const [kind, setKind] = useState<PrintKind>('labels');
  const [labels, setLabels] = useState<LabelsOptions>({ start_at: '1', per_household: false });
  const [letter, setLetter] = useLetterDraft();
  const { isBusy, refused, start } = useStarting(onStarted);
  const print = printOf(kind, labels, letter);
  const [first] = useState(() => JSON.stringify(print));
  const preview = useResource(previewPrint, print === null ? null : { body: { selection, print } }, {
    settlesAfter: JSON.stringify(print) === first ? 0 : SETTLED_MS,
  });
  const found = preview.data?.data ?? null;
  const isFresh = !preview.isEarlier;
  const refusal = print === null ? 'Fill in the missing fields' : whyNot(found, isFresh, preview.error !== null);
  const tooMany = count > MAX_PRINT_LIMIT;
  return (
    <Dialog
      open
      wide
      title={`Print for ${formatContacts(count)}`}
      {...(isBusy ? {} : { onClose })}
      footer={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            look="primary"
            busy={isBusy}
            refusal={!isBusy && (tooMany || refusal) ? (tooMany ? 'Too many' : refusal) : undefined}
            onClick={() => print && start({ selection, print })}
          >
            {found && isFresh && found.pieces > 0 ? `Print ${piecesOf(kind, found.pieces)}` : 'Print'}
          </Button>
        </>
      }
    >
      {sentence ? <p className="soft">{sentence}</p> : null}
      {refused ? <Note tone="bad" role="alert" title={refused.text} /> : null}
      {tooMany ? (
        <Note
          tone="warn"
          title={`You can print up to ${MAX_PRINT_LIMIT} contacts at a time. You selected ${formatContacts(count)}.`}
        >
          Select fewer, for example with “First or last contacts…”.
        </Note>
      ) : null}
      <div className="print-dialog">
        <div className="print-form">
          <SelectField
            label="Print type"
            value={kind}
            options={[
              { value: 'labels', label: 'Address labels (Avery 5160, 30 per sheet)' },
              { value: 'letters', label: 'Letters (for #10 window envelopes)' },
            ]}
            onChange={(event) => setKind(event.target.value as PrintKind)}
          />
          {kind === 'labels' ? (
            <LabelsForm options={labels} onChange={setLabels} />
          ) : (
            <LetterForm draft={letter} faults={found?.faults ?? []} onChange={setLetter} />
          )}
        </div>
        <div className="print-preview">
          <FirstPiece kind={kind} first={found?.first ?? null} pending={preview.pending} />
          <div aria-live="polite">
            {preview.error ? (
              <>
                <p className="bad-t">{preview.error.message}</p>
                <Button size="small" busy={preview.pending || preview.refreshing} onClick={preview.reload}>
                  Count again
                </Button>
              </>
            ) : null}
            {found === null ? null : leftOutSentences(found).map((text) => <p key={text}>{text}</p>)}
          </div>
        </div>
      </div>
    </Dialog>
  );
}

function printOf(kind: PrintKind, labels: LabelsOptions, { sender, body }: LetterDraft): PrintWhatInput | null {
  if (kind === 'letters') return body.trim() === '' ? null : { kind, options: { sender, body } };
  const place = labelPlace(labels.start_at);
  return place === null ? null : { kind, options: { start_at: place, per_household: labels.per_household } };
}

function whyNot(found: PrintPreview | null, isFresh: boolean, isFailed: boolean): string | undefined {
  if (found === null || !isFresh) return isFailed ? "Couldn't count contacts" : 'Counting';
  if (found.too_many) return 'Too many';
  if (found.faults.length > 0) return 'The letter has an error';
  return found.pieces === 0 ? 'None of these contacts can be printed' : undefined;
}

/** Starts a print job, and opens its page once the server accepted it. */
function useStarting(onStarted: () => void) {
  const { batchPrint, newKey } = usePageMachines();
  const { invalidate } = useApp();
  const navigate = useNavigate();
  const actor = usePageMachine(batchPrint, { input: { newKey } });
  const snapshot = useSelector(actor, (now) => now);
  const { job, refusal } = snapshot.context;
  useEmitted(actor, 'print.started', ({ jid }) => {
    invalidate(listPrints);
    onStarted();
    void navigate({ to: '/prints/$jid', params: { jid } });
  });
  return {
    isBusy: snapshot.hasTag('busy') || job !== null,
    refused: snapshot.hasTag('refused') ? refusal : null,
    start: (wish: PrintWish) => actor.send({ type: 'print.ask', wish }),
  };
}
