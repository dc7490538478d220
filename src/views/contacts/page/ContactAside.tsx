import { useState } from 'react';
import type { Contact } from '#contract/contacts.contract.ts';
import type { RecordCounts } from '#contract/contacts/record-counts.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { utcDay } from '#rules/time/days.ts';
import { clockNow } from '../../../store/demo-clock.ts';
import { useApp } from '../../_base/use-app.ts';
import { AftercareCard } from '../../aftercares/AftercareCard.tsx';
import { LegalHoldCard } from '../../compliance/LegalHoldCard.tsx';
import { Facts } from '../../_kit/display/Facts.tsx';
import { formatDate } from '../../_kit/format/format-when.ts';
import { DuplicatesCard } from '../../duplicates/DuplicatesCard.tsx';
import { MergedCard } from '../../duplicates/MergedCard.tsx';
import { ErasureCard } from '../../erasures/ErasureCard.tsx';
import { ContactPolicies } from '../../records/ContactPolicies.tsx';
import { ContactRx } from '../../records/ContactRx.tsx';
import { ContactSoa } from '../../soa/ContactSoa.tsx';
import { ContactEvents } from '../../events/ContactEvents.tsx';
import { FollowUpCard } from './FollowUpCard.tsx';
import { HouseholdCard } from './HouseholdCard.tsx';
import { LinkedContactCard } from './LinkedContactCard.tsx';
import type { ContactEdits } from './use-field-edits.ts';

interface ContactAsideProps {
  counts: RecordCounts | undefined;
  edits: ContactEdits;
  readOnly: boolean;
}

/** Current matters: what is due, who belongs together, the status of the record. */
export function ContactAside({ edits, counts, readOnly }: ContactAsideProps) {
  const contact = edits.shown;
  const [today] = useState(() => utcDay(clockNow()));
  return (
    <aside className="contact-aside" aria-label="What matters now">
      {contact.legal_hold === null ? null : <LegalHoldCard contact={contact} />}
      {contact.died_on === null ? null : <AftercareCard contact={contact} readOnly={readOnly} />}
      <FollowUpCard edits={edits} today={today} readOnly={readOnly} />
      <ContactEvents contact={contact} readOnly={readOnly} />
      <ContactSoa contact={contact} readOnly={readOnly} />
      <DuplicatesCard contact={contact} readOnly={readOnly} />
      <ContactPolicies contact={contact} known={counts?.policies ?? 1} readOnly={readOnly} />
      <ContactRx contact={contact} count={counts === undefined ? 0 : counts.rx} readOnly={readOnly} />
      <LinkedContactCard contact={contact} readOnly={readOnly} />
      <HouseholdCard contact={contact} readOnly={readOnly} />
      <MergedCard contact={contact} />
      <RecordCard contact={contact} />
      {contact.died_on === null ? <AftercareCard contact={contact} readOnly={readOnly} /> : null}
      {contact.legal_hold === null ? <LegalHoldCard contact={contact} /> : null}
      <ErasureCard contact={contact} />
    </aside>
  );
}

function RecordCard({ contact }: { contact: Contact }) {
  const zone = IANA_ZONES[useApp().user.timezone];
  return (
    <section>
      <h2 className="label">Record</h2>
      <Facts
        facts={[
          { label: 'Number', value: <span className="num">{contact.number}</span> },
          { label: 'Added', value: formatDate(contact.created_at, zone) },
          { label: 'Changed', value: formatDate(contact.updated_at, zone) },
          ...(contact.last_touch_at ? [{ label: 'Last touch', value: formatDate(contact.last_touch_at, zone) }] : []),
          ...(contact.deleted_at ? [{ label: 'Deleted', value: formatDate(contact.deleted_at, zone) }] : []),
        ]}
      />
    </section>
  );
}
