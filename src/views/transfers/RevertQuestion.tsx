import { AlertDialog } from '../_kit/overlays/AlertDialog.tsx';
import { formatContacts, formatCount } from '../_kit/format/format-count.ts';

interface RevertQuestionProps {
  count: number;
  onConfirm: () => void;
  onCancel: () => void;
}

/** What a revert will do, before it does it. Load it lazily: it brings react-aria. */
export function RevertQuestion({ count, onConfirm, onCancel }: RevertQuestionProps) {
  return (
    <AlertDialog
      open
      title={`Give ${formatContacts(count)} back?`}
      confirmLabel={`Give ${formatCount(count)} back`}
      cancelLabel="Keep them there"
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      <p>
        {count === 1 ? 'It goes' : 'Each goes'} back to whose it was. A contact that somebody has changed, deleted or
        passed on since stays where it is; those are listed afterwards, each with the reason.
      </p>
    </AlertDialog>
  );
}
