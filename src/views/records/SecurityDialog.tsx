import { type Contact, readContact } from '#contract/contacts.contract.ts';
import {
  createSecurity,
  listSecurities,
  type Security,
  type SecurityChange,
  updateSecurity,
} from '#contract/records/securities.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { RecordDialog } from './RecordDialog.tsx';
import { toDraft } from './record-fields.ts';
import { NEW_SECURITY, qualifiedOf, SECURITY_FIELDS } from './security-words.ts';

interface SecurityDialogProps {
  contact: Contact;
  /** As it is stored now. `null`: a new one. */
  security: Security | null;
  readOnly: boolean;
  onClose: () => void;
}

/** Adds a security, changes one, or shows one. Its account number is only ever written here, never shown. */
export function SecurityDialog({ contact, security, readOnly, onClose }: SecurityDialogProps) {
  const { invalidate } = useApp();
  const invalidates = [listSecurities, readContact];
  const create = useSubmit(createSecurity, { invalidates, onDone: onClose });
  const update = useSubmit(updateSecurity, {
    invalidates,
    onDone: onClose,
    onFailed: ({ code }) => code === 'contact_changed' && invalidate(listSecurities),
  });
  const save = security === null ? create : update;
  const masked = security?.account_number_masked ?? null;
  const fields = SECURITY_FIELDS.map((field) =>
    field.name === 'account_number' && masked !== null
      ? { ...field, hint: `${masked} is stored. Type another one to replace it.` }
      : field,
  );

  return (
    <RecordDialog
      title={security === null ? 'New security' : security.company}
      fields={fields}
      start={security === null ? NEW_SECURITY : toDraft(SECURITY_FIELDS, { ...security, account_number: '' })}
      saveLabel={readOnly ? null : security === null ? 'Add security' : 'Save'}
      busy={save.state === 'submitting'}
      error={save.error}
      onClose={onClose}
      onSave={({ qualified, account_number: number, ...values }) => {
        const written: SecurityChange = {
          ...values,
          qualified: qualifiedOf(qualified),
          // Nothing typed leaves the stored one.
          ...(typeof number === 'string' && number !== '' && { account_number: number }),
        };
        if (security === null) create.submit({ params: { id: contact.id }, body: { security: written } });
        else
          update.submit({
            params: { id: contact.id, securityId: security.id },
            body: { security: written, version: security.version },
          });
      }}
    />
  );
}
