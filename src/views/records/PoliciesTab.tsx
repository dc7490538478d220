import { ShieldCheck, Trash2 } from 'lucide-react';
import { lazy } from 'react';
import type { Contact } from '#contract/contacts.contract.ts';
import { deletePolicy, listPolicies, type Policy, restorePolicy } from '#contract/records/policies.contract.ts';
import { dollars } from '#rules/billing/money.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { policyName } from '#rules/insurance/policy-words.ts';
import { useResource } from '../_base/use-resource.ts';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { Cell, HeadCell, Table } from '../_kit/display/Table.tsx';
import { aboutWords, PERIOD_WORDS, STATUS_WORDS } from './policy-words.ts';
import { useUndo } from './use-undo.ts';
import { RecordList } from './RecordList.tsx';
import './records.css';

const PolicyDialog = lazy(async () => ({ default: (await import('./PolicyDialog.tsx')).PolicyDialog }));

/** What a contact is insured by. */
export function PoliciesTab({ contact }: { contact: Contact }) {
  return (
    <RecordList
      contact={contact}
      resource={useResource(listPolicies, { params: { id: contact.id } }, { version: contact.last_touch_at })}
      title="Policies"
      what="The policies"
      addLabel="Add policy"
      empty={{
        icon: ShieldCheck,
        title: 'No policies yet',
        text: 'What they are insured by stands here: carrier, plan, premium and when it ends.',
      }}
      table={(policies, readOnly, onOpen) => (
        <PolicyTable contact={contact} policies={policies} readOnly={readOnly} onOpen={onOpen} />
      )}
      dialog={(policy, readOnly, onClose) => (
        <PolicyDialog contact={contact} policy={policy} readOnly={readOnly} onClose={onClose} />
      )}
    />
  );
}

interface PolicyTableProps {
  contact: Contact;
  policies: readonly Policy[];
  readOnly: boolean;
  onOpen: (id: number) => void;
}

function PolicyTable({ contact, policies, readOnly, onOpen }: PolicyTableProps) {
  const remove = useUndo({ list: listPolicies, remove: deletePolicy, restore: restorePolicy, thing: 'Policy' });
  return (
    <Table stacks aria-label="Policies">
      <thead>
        <tr>
          <HeadCell>Policy</HeadCell>
          <HeadCell>Status</HeadCell>
          <HeadCell numeric>Premium</HeadCell>
          <HeadCell numeric>From</HeadCell>
          <HeadCell>
            <span className="sr">Delete</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {policies.map((policy) => {
          const { word, tone } = STATUS_WORDS[policy.status];
          return (
            <tr key={policy.id}>
              <Cell narrow="title">
                <button type="button" className="record-name" onClick={() => onOpen(policy.id)}>
                  {policyName(policy)}
                </button>
                <span className="record-sub meta quiet">{aboutWords(policy)}</span>
              </Cell>
              <Cell narrow="sub">
                <StatusWord {...(tone && { tone })}>{word}</StatusWord>
              </Cell>
              <Cell numeric narrow="sub-aside">
                {policy.premium_cents === null ? null : (
                  <>
                    {dollars(policy.premium_cents)}
                    <span className="record-sub meta quiet">{PERIOD_WORDS[policy.premium_period].behind}</span>
                  </>
                )}
              </Cell>
              <Cell numeric narrow="none">
                {policy.effective_on === null ? '' : formatPlainDate(policy.effective_on)}
                {policy.expires_on === null ? null : (
                  <span className="record-sub meta quiet">to {formatPlainDate(policy.expires_on)}</span>
                )}
              </Cell>
              <Cell narrow="aside" className="acts">
                {readOnly ? null : (
                  <IconButton
                    icon={Trash2}
                    size="small"
                    label={`Delete ${policyName(policy)}`}
                    onClick={() => remove.submit({ params: { id: contact.id, policyId: policy.id } })}
                  />
                )}
              </Cell>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
