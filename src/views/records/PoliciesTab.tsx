import { ShieldCheck, Trash2 } from 'lucide-react';
import type { Contact } from '#contract/contacts.contract.ts';
import { deletePolicy, listPolicies, type Policy, restorePolicy } from '#contract/records/policies.contract.ts';
import { dollars } from '#rules/billing/money.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { policyName } from '#rules/insurance/policy-words.ts';
import { useResource } from '../_base/use-resource.ts';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { type Column, DataRows } from '../_kit/display/DataTable.tsx';
import { aboutWords, PERIOD_WORDS, STATUS_WORDS } from './policy-words.ts';
import { useUndo } from './use-undo.ts';
import { ApplicationsCard } from '../fire-light/ApplicationsCard.tsx';
import { RecordList } from './RecordList.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import './records.css';

const PolicyDialog = lazyPart(() => import('./PolicyDialog.tsx'), 'PolicyDialog');

/** The contact's policies. */
export function PoliciesTab({ contact }: { contact: Contact }) {
  return (
    <RecordList
      contact={contact}
      after={(readOnly) => <ApplicationsCard contact={contact} readOnly={readOnly} />}
      resource={useResource(listPolicies, { params: { id: contact.id } }, { version: contact.last_touch_at })}
      title="Policies"
      what="Policies"
      addLabel="Add policy"
      empty={{
        icon: ShieldCheck,
        title: 'No policies yet',
        text: "Add the client's policies: carrier, plan, premium and termination date.",
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
  const nameColumn: Column<Policy> = {
    head: 'Policy',
    narrow: 'title',
    cell: (policy) => (
      <>
        <button type="button" className="record-name" onClick={() => onOpen(policy.id)}>
          {policyName(policy)}
        </button>
        <span className="record-sub meta quiet">{aboutWords(policy)}</span>
      </>
    ),
  };
  return (
    <DataRows
      label="Policies"
      columns={[nameColumn, ...COLUMNS]}
      rows={policies}
      actions={(policy) =>
        readOnly ? null : (
          <IconButton
            icon={Trash2}
            size="small"
            label={`Delete ${policyName(policy)}`}
            onClick={() => remove.submit({ params: { id: contact.id, policyId: policy.id } })}
          />
        )
      }
    />
  );
}

const COLUMNS: readonly Column<Policy>[] = [
  {
    head: 'Status',
    narrow: 'sub',
    cell: ({ status }) => {
      const { word, tone } = STATUS_WORDS[status];
      return <StatusWord {...(tone && { tone })}>{word}</StatusWord>;
    },
  },
  {
    head: 'Premium',
    numeric: true,
    narrow: 'sub-aside',
    cell: ({ premium_cents: cents, premium_period: period }) =>
      cents === null ? null : (
        <>
          {dollars(cents)}
          <span className="record-sub meta quiet">{PERIOD_WORDS[period].behind}</span>
        </>
      ),
  },
  {
    head: 'Effective',
    numeric: true,
    narrow: 'none',
    cell: ({ effective_on: from, expires_on: to }) => (
      <>
        {from === null ? '' : formatPlainDate(from)}
        {to === null ? null : <span className="record-sub meta quiet">to {formatPlainDate(to)}</span>}
      </>
    ),
  },
];
