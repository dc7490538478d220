import { useState } from 'react';
import { Button } from '../_kit/controls/Button.tsx';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { ContactSearch } from '../contacts/list/ContactSearch.tsx';
import { NewContactDialog } from '../contacts/NewContactDialog.tsx';

interface NewMessageDialogProps {
  onClose: () => void;
  /** The id of a contact. */
  onChosen: (contact: number) => void;
}

/** Asks for the recipient of a new message: a contact, or a new one. */
export function NewMessageDialog({ onClose, onChosen }: NewMessageDialogProps) {
  const [isNew, setNew] = useState(false);
  if (isNew) return <NewContactDialog onClose={onClose} onCreated={({ id }) => onChosen(id)} />;
  return (
    <Dialog
      title="New message"
      open
      onClose={onClose}
      footer={<Button onClick={() => setNew(true)}>New contact</Button>}
    >
      <ContactSearch label="To" placeholder="Name, phone or e-mail" takesFocus onChosen={({ id }) => onChosen(id)} />
    </Dialog>
  );
}
