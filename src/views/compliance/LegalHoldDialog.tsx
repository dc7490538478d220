import { type Contact, readContact } from '#contract/contacts.contract.ts';
import { LegalHoldForm, placeLegalHold } from '#contract/contacts/legal-hold.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import { formWrite } from '../_resource/form-write.ts';
import { RecordDialog } from '../_resource/RecordDialog.tsx';

/** Places a legal hold, with its reason. */
export function LegalHoldDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  return (
    <RecordDialog
      title="Place legal hold"
      schema={LegalHoldForm}
      values={{}}
      write={formWrite(placeLegalHold, [readContact, readTimeline], (body: { reason: string }) => ({
        params: { id: contact.id },
        body,
      }))}
      saveLabel="Place hold"
      onDone={onClose}
      onClose={onClose}
      fields={({ area }) => area('reason', 'Reason', { maxLength: 500, hint: 'Such as the case number.' })}
    >
      <p className="soft">
        Until the hold is lifted, this contact can’t be deleted or merged, and nothing of it is deleted for good. It can
        still be changed.
      </p>
    </RecordDialog>
  );
}
