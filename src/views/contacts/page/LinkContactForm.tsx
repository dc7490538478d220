import type { RefObject } from 'react';
import type { Contact } from '#contract/contacts.contract.ts';
import { Popover } from '../../_kit/overlays/Popover.tsx';
import { ContactSearch } from '../list/ContactSearch.tsx';

interface LinkContactFormProps {
  contact: Contact;
  trigger: RefObject<HTMLElement | null>;
  onClose: () => void;
  onChosen: (id: number) => void;
}

/** Finds the one to link with by name, phone or mail. */
export function LinkContactForm({ contact, trigger, onClose, onChosen }: LinkContactFormProps) {
  return (
    <Popover label="Link a contact" open onClose={onClose} trigger={trigger} placement="bottom end">
      <div className="link-form">
        <ContactSearch
          label="Name, phone or e-mail"
          without={contact.id}
          takesFocus
          onChosen={({ id }) => onChosen(id)}
        />
      </div>
    </Popover>
  );
}
