import { Dialog } from '../../_kit/overlays/Dialog.tsx';
import { ContactSearch } from '../../contacts/list/ContactSearch.tsx';

interface ChooseContactDialogProps {
  onClose: () => void;
  /** The id of a contact. */
  onChosen: (contactId: number) => void;
}

/** Finds the contact whose number it is. */
export function ChooseContactDialog({ onClose, onChosen }: ChooseContactDialogProps) {
  return (
    <Dialog title="Choose contact" open onClose={onClose}>
      <ContactSearch
        label="Contact"
        placeholder="Name, phone or e-mail"
        takesFocus
        onChosen={({ id }) => onChosen(id)}
      />
    </Dialog>
  );
}
