import { type Contact, readContact } from '#contract/contacts.contract.ts';
import {
  createPolicy,
  listPolicies,
  type Policy,
  PolicyFields,
  updatePolicy,
} from '#contract/records/policies.contract.ts';
import { POLICY_TYPE_WORDS, policyName } from '#rules/insurance/policy-words.ts';
import { formWrite } from '../_resource/form-write.ts';
import { RecordDialog } from '../_resource/RecordDialog.tsx';
import { PERIOD_WORDS, STATUS_WORDS } from './policy-words.ts';

interface PolicyDialogProps {
  contact: Contact;
  /** Stored values. `null` for a new one. */
  policy: Policy | null;
  readOnly: boolean;
  onClose: () => void;
}

const optionsOf = <Word,>(words: Readonly<Record<string, Word>>, labelOf: (word: Word) => string) =>
  Object.entries(words).map(([value, word]) => ({ value, label: labelOf(word) }));

const TYPES = optionsOf(POLICY_TYPE_WORDS, (label) => label);
const STATUSES = optionsOf(STATUS_WORDS, ({ word }) => word);
const PERIODS = optionsOf(PERIOD_WORDS, ({ label }) => label);

const SHOWN = [listPolicies, readContact];

const NEW_POLICY = {
  type: 'medicare_advantage',
  status: 'active',
  premium_period: 'month',
} as const;

/** Adds a policy, changes one, or shows one. */
export function PolicyDialog({ contact, policy, readOnly, onClose }: PolicyDialogProps) {
  return (
    <RecordDialog
      title={policy === null ? 'New policy' : policyName(policy)}
      schema={PolicyFields}
      values={policy ?? NEW_POLICY}
      write={
        policy === null
          ? formWrite(createPolicy, SHOWN, (fields: PolicyFields) => ({
              params: { id: contact.id },
              body: { policy: fields },
            }))
          : formWrite(updatePolicy, SHOWN, (fields: PolicyFields) => ({
              params: { id: contact.id, policyId: policy.id },
              body: { policy: fields, version: policy.version },
            }))
      }
      saveLabel={readOnly ? null : policy === null ? 'Add policy' : 'Save'}
      onDone={onClose}
      onClose={onClose}
      fields={({ text, choice, money, date, area }) => (
        <>
          {text('carrier', 'Carrier', { maxLength: 120 })}
          {text('plan_name', 'Plan', { maxLength: 160 })}
          {choice('type', 'Type', TYPES)}
          {choice('status', 'Status', STATUSES)}
          {text('policy_number', 'Policy number', { maxLength: 60 })}
          {text('beneficiary', 'Beneficiary', { maxLength: 200 })}
          {money('premium_cents', 'Premium in dollars')}
          {choice('premium_period', 'Premium mode', PERIODS)}
          {money('face_amount_cents', 'Face amount in dollars')}
          {date('effective_on', 'Effective date')}
          {date('expires_on', 'Termination date')}
          {area('notes', 'Notes', { maxLength: 4_000 })}
        </>
      )}
    />
  );
}
