import type { Contact } from '#contract/contacts.contract.ts';
import { DataCaptures } from './DataCaptures.tsx';
import { MedicareCard } from './MedicareCard.tsx';
import { SealedNumbers } from './SealedNumbers.tsx';
import './records.css';

/** What else is known of a contact: Medicare, private numbers, and what somebody or a file said. */
export function DataTab({ contact }: { contact: Contact }) {
  return (
    <div className="records">
      <MedicareCard contact={contact} />
      <SealedNumbers contact={contact} />
      <DataCaptures contact={contact} />
    </div>
  );
}
