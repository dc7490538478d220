import { AlertDialog } from '../_kit/overlays/AlertDialog.tsx';
import { formatContacts, formatCount } from '../_kit/format/format-count.ts';

interface RevertQuestionProps {
  count: number;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Effect of a revert, before it happens. Load lazily: it depends on react-aria. */
export function RevertQuestion({ count, onConfirm, onCancel }: RevertQuestionProps) {
  return (
    <AlertDialog
      open
      title={`Revert ${formatContacts(count)}?`}
      confirmLabel={`Revert ${formatCount(count)}`}
      cancelLabel="Keep transferred"
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      <p>
        {count === 1 ? 'The contact returns' : 'Contacts return'} to the previous owner. Contacts that were changed,
        deleted or transferred again since are skipped and listed with the reason.
      </p>
    </AlertDialog>
  );
}
