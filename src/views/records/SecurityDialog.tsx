import { type Contact, readContact } from '#contract/contacts.contract.ts';
import {
  createSecurity,
  listSecurities,
  type Security,
  SecurityChange,
  updateSecurity,
} from '#contract/records/securities.contract.ts';
import { formWrite } from '../_resource/form-write.ts';
import { RecordDialog } from '../_resource/RecordDialog.tsx';
import { KIND_WORDS } from './security-words.ts';

interface SecurityDialogProps {
  contact: Contact;
  /** Stored values. `null` for a new one. */
  security: Security | null;
  readOnly: boolean;
  onClose: () => void;
}

const KINDS = Object.entries(KIND_WORDS).map(([value, label]) => ({ value, label }));
const NEW_SECURITY = { kind: 'fixed_annuity' } as const;
const SHOWN = [listSecurities, readContact];

/** An empty account number leaves the stored one. */
const writtenOf = ({ account_number: number, ...fields }: SecurityChange): SecurityChange =>
  number === '' ? fields : { ...fields, account_number: number };

/** Adds a security, changes one, or shows one. Its account number is only ever written here, never shown. */
export function SecurityDialog({ contact, security, readOnly, onClose }: SecurityDialogProps) {
  const masked = security?.account_number_masked ?? null;
  return (
    <RecordDialog
      title={security === null ? 'New security' : security.company}
      schema={SecurityChange}
      values={security ?? NEW_SECURITY}
      write={
        security === null
          ? formWrite(createSecurity, SHOWN, (fields: SecurityChange) => ({
              params: { id: contact.id },
              body: { security: writtenOf(fields) },
            }))
          : formWrite(updateSecurity, SHOWN, (fields: SecurityChange) => ({
              params: { id: contact.id, securityId: security.id },
              body: { security: writtenOf(fields), version: security.version },
            }))
      }
      saveLabel={readOnly ? null : security === null ? 'Add security' : 'Save'}
      onDone={onClose}
      onClose={onClose}
      fields={({ text, choice, money, date, yesNo, area }) => (
        <>
          {text('company', 'Company', { maxLength: 120 })}
          {choice('kind', 'Type', KINDS)}
          {text('account_number', 'Account number', {
            maxLength: 40,
            ...(masked !== null && { hint: `${masked} is on file. Enter a new number to replace it.` }),
          })}
          {money('value_cents', 'Value in dollars')}
          {date('purchased_on', 'Purchase date')}
          {date('matures_on', 'Maturity date')}
          {yesNo('qualified', 'Qualified', 'Unknown', 'Tax-deferred, such as an IRA or 401(k).')}
          {area('notes', 'Notes', { maxLength: 4_000 })}
        </>
      )}
    />
  );
}
