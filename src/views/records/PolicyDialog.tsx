import type { Contact } from '#contract/contacts.contract.ts';
import { readContact } from '#contract/contacts.contract.ts';
import {
  createPolicy,
  listPolicies,
  type Policy,
  type PolicyFields,
  updatePolicy,
} from '#contract/records/policies.contract.ts';
import { policyName } from '#rules/insurance/policy-words.ts';
import { useApp } from '../_base/use-app.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { NEW_POLICY, POLICY_FIELDS } from './policy-words.ts';
import { RecordDialog } from './RecordDialog.tsx';
import { toDraft } from './record-fields.ts';

interface PolicyDialogProps {
  contact: Contact;
  /** As it is stored now. `null`: a new one. */
  policy: Policy | null;
  readOnly: boolean;
  onClose: () => void;
}

/** Adds a policy, changes one, or shows one. */
export function PolicyDialog({ contact, policy, readOnly, onClose }: PolicyDialogProps) {
  const { invalidate } = useApp();
  const invalidates = [listPolicies, readContact];
  const create = useSubmit(createPolicy, { invalidates, onDone: onClose });
  const update = useSubmit(updatePolicy, {
    invalidates,
    onDone: onClose,
    onFailed: ({ code }) => code === 'contact_changed' && invalidate(listPolicies),
  });
  const save = policy === null ? create : update;

  return (
    <RecordDialog
      title={policy === null ? 'New policy' : policyName(policy)}
      fields={POLICY_FIELDS}
      start={policy === null ? NEW_POLICY : toDraft(POLICY_FIELDS, policy)}
      saveLabel={readOnly ? null : policy === null ? 'Add policy' : 'Save'}
      busy={save.state === 'submitting'}
      error={save.error}
      onClose={onClose}
      onSave={(values) => {
        const written = values as Partial<PolicyFields>;
        if (policy === null) create.submit({ params: { id: contact.id }, body: { policy: written } });
        else
          update.submit({
            params: { id: contact.id, policyId: policy.id },
            body: { policy: written, version: policy.version },
          });
      }}
    />
  );
}
