import { type KeyboardEvent, useDeferredValue, useRef, useState } from 'react';
import { type ContactRow, listContacts } from '#contract/contacts/contact-list.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { useResource } from '../../_base/use-resource.ts';
import { Avatar } from '../../_kit/display/Avatar.tsx';
import { TextField } from '../../_kit/controls/TextField.tsx';
import { fullName, listName } from './contact-columns.ts';
import '../page/contact.css';

interface ContactSearchProps {
  label: string;
  /** Not offered. */
  without?: number;
  placeholder?: string;
  takesFocus?: boolean;
  onChosen: (contact: ContactRow) => void;
}

/** People that a search offers at a time. */
const OFFERED = 8;

/** Finds a contact by name, phone or mail; the arrow keys go from the field to who was found and back. */
export function ContactSearch({ label, without, placeholder, takesFocus = false, onChosen }: ContactSearchProps) {
  const [words, setWords] = useState('');
  const part = useRef<HTMLDivElement>(null);
  const q = useDeferredValue(words.trim());
  const found = useResource(
    listContacts,
    q.length < 2 ? null : { body: { contacts_scope: { contact_group: 'all', q, limit: OFFERED + 1 } } },
  );
  const others = q.length < 2 ? [] : (found.data?.data ?? []).filter(({ id }) => id !== without).slice(0, OFFERED);
  const press = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const stops = [...(part.current?.querySelectorAll<HTMLElement>('input, .people-choice') ?? [])];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    stops[Math.max(0, Math.min(stops.length - 1, at + by))]?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of what stands in it
    <div className="contact-search" ref={part} onKeyDown={press}>
      <TextField
        label={label}
        type="search"
        placeholder={placeholder}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- where the field is what was asked for
        autoFocus={takesFocus}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = others;
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (first !== undefined) onChosen(first);
        }}
      />
      <ul className="people-list" aria-label="Results">
        {others.map((other) => (
          <li key={other.id}>
            <button type="button" className="people-choice" onClick={() => onChosen(other)}>
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
            ? 'No contacts found.'
            : ''}
      </output>
    </div>
  );
}
