import type { ImportAttempt } from '#contract/imports.contract.ts';
import { previewUndo } from '#contract/imports/problems.contract.ts';
import type { UndoPreview } from '#contract/imports/rows.contract.ts';
import { useResource } from '../../_base/use-resource.ts';
import { formatCount, formatCounted } from '../../_kit/format/format-count.ts';
import { AlertDialog } from '../../_kit/overlays/AlertDialog.tsx';
import { consentWords } from './ConsentNote.tsx';
import { KEPT_WORDS } from '../rows/kept-words.ts';

interface UndoDialogProps {
  attempt: ImportAttempt;
  onCancel: () => void;
  onConfirm: () => void;
}

/** The question before an undo, with what it would do now. */
export function UndoDialog({ attempt, onCancel, onConfirm }: UndoDialogProps) {
  const { data, error, pending, refreshing } = useResource(previewUndo, { params: { id: attempt.id } });
  const isCounting = pending || refreshing;
  // An earlier count could promise what no longer holds.
  const preview = isCounting || error !== null ? null : (data?.data ?? null);
  const changed = preview === null ? 0 : preview.removed + preview.put_back;
  return (
    <AlertDialog
      open
      title={`Undo ${attempt.file_name}?`}
      confirmLabel={changed > 0 ? `Undo ${formatCount(changed)}` : 'Undo'}
      cancelLabel="Keep them"
      destructive
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      <p aria-live="polite">
        {preview === null ? (isCounting ? 'Counting contacts…' : uncounted(error)) : deedOf(preview)}
      </p>
      {preview === null ? null : <Kept kept={preview.kept} />}
      {attempt.updated_lead_tags.length > 0 ? <p>Undo also removes the tags on scrub matches.</p> : null}
    </AlertDialog>
  );
}

/** A large import may take too long to count; its undo runs in the background. */
const uncounted = (error: { readonly message: string } | null) =>
  `The contacts couldn't be counted. You can still undo the import. ${error?.message ?? ''}`.trim();

const SENTENCE = new Intl.ListFormat('en-US');

function deedOf({ removed, put_back: putBack, consents }: UndoPreview): string {
  const deeds = [
    ...(removed > 0 ? [`deletes ${formatCounted(removed, 'created contact', 'created contacts')}`] : []),
    ...(putBack > 0 ? [`reverts ${formatCounted(putBack, 'update', 'updates')}`] : []),
    ...(consentWords(consents) ? [`retracts ${consentWords(consents)}`] : []),
  ];
  return deeds.length > 0 ? `Undo ${SENTENCE.format(deeds)}.` : 'Undo changes nothing.';
}

/** Contacts that the undo would leave alone, by reason. */
function Kept({ kept }: Pick<UndoPreview, 'kept'>) {
  const reasons = (Object.keys(KEPT_WORDS) as (keyof typeof KEPT_WORDS)[]).filter((reason) => kept[reason] > 0);
  const total = reasons.reduce((all, reason) => all + kept[reason], 0);
  if (total === 0) return null;
  return (
    <>
      <p>{`${formatCounted(total, 'contact stays', 'contacts stay')} as ${total === 1 ? 'it is' : 'they are'}:`}</p>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{`${formatCount(kept[reason])}: ${KEPT_WORDS[reason].toLowerCase()}`}</li>
        ))}
      </ul>
    </>
  );
}
