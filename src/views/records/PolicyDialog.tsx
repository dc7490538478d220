import { useId } from 'react';
import { carriers } from '#contract/carriers.contract.ts';
import { MAX_PAGE_LIMIT } from '#contract/_wire.contract.ts';
import { type Contact, readContact } from '#contract/contacts.contract.ts';
import {
  createPolicy,
  listPolicies,
  type Policy,
  PolicyFields,
  updatePolicy,
} from '#contract/records/policies.contract.ts';
import { POLICY_TYPE_WORDS, policyName } from '#rules/insurance/policy-words.ts';
import { useResource } from '../_base/use-resource.ts';
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

/** The first ones by name; any other one can be typed. */
const OFFERED = { query: { active: 'true', limit: MAX_PAGE_LIMIT } } as const;

const NEW_POLICY = {
  type: 'medicare_advantage',
  status: 'active',
  premium_period: 'month',
} as const;

/** Adds a policy, changes one, or shows one. */
export function PolicyDialog({ contact, policy, readOnly, onClose }: PolicyDialogProps) {
  const listId = useId();
  const offered = useResource(carriers.list, readOnly ? null : OFFERED).data?.data ?? [];
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
          {text('carrier', 'Carrier', { maxLength: 120, list: listId })}
          <datalist id={listId}>
            {offered.map(({ id, name }) => (
              <option key={id} value={name}>
                {name}
              </option>
            ))}
          </datalist>
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
