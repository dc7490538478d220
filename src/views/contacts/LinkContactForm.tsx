import { type RefObject, useDeferredValue, useState } from 'react';
import { type Contact, listContacts } from '#contract/contacts.contract.ts';
import { formatPhone } from '#rules/phone-number.ts';
import { useResource } from '../_app/use-resource.ts';
import { Avatar } from '../_kit/Avatar.tsx';
import { Popover } from '../_kit/Popover.tsx';
import { TextField } from '../_kit/TextField.tsx';
import { fullName, listName } from './contact-columns.ts';

interface LinkContactFormProps {
  contact: Contact;
  trigger: RefObject<HTMLElement | null>;
  onClose: () => void;
  onChosen: (id: number) => void;
}

/** People that a search offers at a time. */
const OFFERED = 8;

/** Finds the one to link with by name, phone or mail. */
export function LinkContactForm({ contact, trigger, onClose, onChosen }: LinkContactFormProps) {
  const [words, setWords] = useState('');
  const q = useDeferredValue(words.trim());
  const found = useResource(
    listContacts,
    q.length < 2 ? null : { body: { contacts_scope: { contact_group: 'all', q, limit: OFFERED + 1 } } },
  );
  const others = (found.data?.data ?? []).filter(({ id }) => id !== contact.id).slice(0, OFFERED);
  return (
    <Popover label="Link a contact" open onClose={onClose} trigger={trigger} placement="bottom end">
      <div className="link-form">
        <TextField
          label="Name, phone or e-mail"
          type="search"
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus to its first field
          autoFocus
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <ul className="people-list" aria-label="Found">
          {q.length < 2
            ? null
            : others.map((other) => (
                <li key={other.id}>
                  <button type="button" className="people-choice" onClick={() => onChosen(other.id)}>
                    <Avatar name={fullName(other) || listName(other)} />
                    <span className="grow">
                      {fullName(other) || listName(other)}
                      <span className="meta quiet">
                        {[other.phone ? formatPhone(other.phone) : other.email, other.city].filter(Boolean).join(', ')}
                      </span>
                    </span>
                  </button>
                </li>
              ))}
        </ul>
        <output className="meta quiet">
          {found.error
            ? found.error.message
            : q.length >= 2 && found.data && others.length === 0
              ? 'Nobody found.'
              : ''}
        </output>
      </div>
    </Popover>
  );
}
