import { AftercareForm, enrollInAftercare, readFamilyStatus, RELATIONSHIPS } from '#contract/aftercares.contract.ts';
import { type Contact, readContact } from '#contract/contacts.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import { ContactChoice } from '../events/ContactChoice.tsx';
import { formWrite } from '../_resource/form-write.ts';
import { RecordDialog } from '../_resource/RecordDialog.tsx';
import { fullName } from '../contacts/list/contact-columns.ts';
import { RELATIONSHIP_WORDS } from './aftercare-words.ts';

const OPTIONS = RELATIONSHIPS.map((value) => ({ value, label: RELATIONSHIP_WORDS[value] }));

/** Records that a contact has died, and who of the family hears from the agency. */
export function AftercareDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const linked = contact.linked_contact;
  return (
    <RecordDialog
      title="Enroll family in aftercare"
      schema={AftercareForm}
      values={{ relationship: 'spouse', ...(linked && { family_contact_id: linked.id }) }}
      write={formWrite(enrollInAftercare, [readContact, readFamilyStatus, readTimeline], (body: AftercareForm) => ({
        params: { id: contact.id },
        body,
      }))}
      saveLabel="Enroll family"
      onDone={onClose}
      onClose={onClose}
      fields={({ date, choice, live }) => (
        <>
          {date('died_on', 'Date of death')}
          {choice('relationship', 'Relationship', OPTIONS)}
          {live((draft, write, errorOf) => (
            <div className="whole">
              <p className="label">Family member who hears from you</p>
              <ContactChoice
                stored={linked && { ...linked, phone: null, zone: null }}
                id={draft.family_contact_id ?? null}
                readOnly={false}
                error={errorOf('family_contact_id') && 'Choose a contact.'}
                onChoose={(id) => write('family_contact_id', id ?? 0)}
              />
            </div>
          ))}
        </>
      )}
    >
      <p className="soft">
        {fullName(contact) || 'This contact'} can no longer be called, texted or e-mailed. The next step becomes a
        follow-up with the family member.
      </p>
    </RecordDialog>
  );
}
