import type { Authorization } from '#contract/integrations.contract.ts';
import { AlertDialog } from '../_kit/overlays/AlertDialog.tsx';
import { ABOUT } from './integration-words.ts';

interface DisconnectDialogProps {
  one: Authorization;
  onConfirm: () => void;
  onCancel: () => void;
}

const effectOf = ({ type }: Authorization): string => {
  if (type === 'demio') return 'The link is removed.';
  if (type === 'phone_burner') return 'Dial sessions can’t be started until you connect PhoneBurner again.';
  if (type === 'calendly') return 'Bookings that were read stay in your calendar. New ones no longer appear.';
  return `Events stay in both calendars, and changes no longer travel. Connect the same account again to continue without duplicates.`;
};

/** Asks before a connection is ended. */
export function DisconnectDialog({ one, onConfirm, onCancel }: DisconnectDialogProps) {
  return (
    <AlertDialog
      title={`Disconnect ${ABOUT[one.type].name}?`}
      open
      confirmLabel="Disconnect"
      cancelLabel="Keep connected"
      destructive
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>{effectOf(one)}</p>
    </AlertDialog>
  );
}
