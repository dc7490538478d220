import type { Contact } from '#contract/contacts.contract.ts';
import {
  APPLICATION_PRODUCTS,
  ApplicationForm,
  listApplications,
  startApplication,
} from '#contract/fire-light.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import { PRODUCT_NAMES } from '#rules/insurance/application-products.ts';
import { useApp } from '../_base/use-app.ts';
import { formWrite } from '../_resource/form-write.ts';
import { RecordDialog } from '../_resource/RecordDialog.tsx';

const OPTIONS = APPLICATION_PRODUCTS.map((value) => ({ value, label: PRODUCT_NAMES[value] }));

/** Chooses the product of an application, and starts it. */
export function StartApplicationDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const { toasts } = useApp();
  return (
    <RecordDialog
      title="Start application"
      schema={ApplicationForm}
      values={{ contact_id: contact.id, product: 'life' }}
      write={formWrite(startApplication, [listApplications, readTimeline], (body: ApplicationForm) => ({
        body: { ...body, contact_id: contact.id },
      }))}
      saveLabel="Start application"
      onDone={() => {
        toasts.show({ tone: 'good', text: 'Application started' });
        onClose();
      }}
      onClose={onClose}
      fields={({ choice }) => choice('product', 'Product', OPTIONS)}
    >
      <p className="soft">It begins with what is known of this contact, and you as the agent.</p>
    </RecordDialog>
  );
}
