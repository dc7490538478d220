import type { Contact } from '#contract/contacts.contract.ts';
import { DataCaptures } from './DataCaptures.tsx';
import { MedicareCard } from './MedicareCard.tsx';
import { SealedNumbers } from './SealedNumbers.tsx';
import './records.css';

/** More facts about a contact: Medicare, sensitive numbers, and custom fields. */
export function DataTab({ contact }: { contact: Contact }) {
  return (
    <div className="records">
      <MedicareCard contact={contact} />
      <SealedNumbers contact={contact} />
      <DataCaptures contact={contact} />
    </div>
  );
}
