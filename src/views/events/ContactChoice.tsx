import { X } from 'lucide-react';
import { useState } from 'react';
import type { CalendarEvent } from '#contract/events.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { ContactSearch } from '../contacts/list/ContactSearch.tsx';
import { fullName } from '../contacts/list/contact-columns.ts';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { Link } from '../_kit/display/Link.tsx';

interface ContactChoiceProps {
  stored: CalendarEvent['contact'];
  id: number | null;
  readOnly: boolean;
  error: string | undefined;
  onChoose: (id: number | null) => void;
}

interface Chosen {
  readonly id: number;
  readonly number: number;
  readonly name: string;
  readonly phone: string | null;
}

/** The contact of an event, or a search for one. */
export function ContactChoice({ stored, id, readOnly, error, onChoose }: ContactChoiceProps) {
  const [found, setFound] = useState<Chosen | null>(null);
  const chosen = [found, stored].find((one) => one?.id === id) ?? null;
  if (chosen === null)
    return readOnly ? null : (
      <div className="cal-contact">
        <ContactSearch
          label="Contact"
          placeholder="Name, phone or e-mail"
          onChosen={(row) => {
            setFound({ ...row, name: fullName(row) });
            onChoose(row.id);
          }}
        />
        {error === undefined ? null : <p className="bad-t meta">{error}</p>}
      </div>
    );
  return (
    <div className="row cal-contact">
      <span className="grow">
        <Link href={`/contacts/${chosen.number}`}>{chosen.name}</Link>
        {chosen.phone === null ? null : <span className="meta quiet num"> {formatPhone(chosen.phone)}</span>}
      </span>
      {readOnly ? null : (
        <IconButton icon={X} size="small" label={`Remove ${chosen.name}`} onClick={() => onChoose(null)} />
      )}
    </div>
  );
}
