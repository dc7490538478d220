import { Eye, EyeOff, Landmark, Trash2 } from 'lucide-react';
import type { Contact } from '#contract/contacts.contract.ts';
import {
  deleteSecurity,
  listSecurities,
  restoreSecurity,
  revealSecurity,
  type Security,
} from '#contract/records/securities.contract.ts';
import { REVEALED_MS } from '#contract/records/sealed-fields.contract.ts';
import { dollars } from '#rules/billing/money.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { type Column, DataRows } from '../_kit/display/DataTable.tsx';
import { KIND_WORDS } from './security-words.ts';
import { useRevealed } from './use-revealed.ts';
import { useUndo } from './use-undo.ts';
import { RecordList } from './RecordList.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import './records.css';

const SecurityDialog = lazyPart(() => import('./SecurityDialog.tsx'), 'SecurityDialog');

/** The contact's securities: annuities, accounts, funds. */
export function SecuritiesTab({ contact }: { contact: Contact }) {
  return (
    <RecordList
      contact={contact}
      resource={useResource(listSecurities, { params: { id: contact.id } }, { version: contact.last_touch_at })}
      title="Securities"
      what="Securities"
      addLabel="Add security"
      empty={{
        icon: Landmark,
        title: 'No securities yet',
        text: "Add the client's annuities, brokerage accounts and maturity dates.",
      }}
      table={(securities, readOnly, onOpen) => (
        <SecurityTable contact={contact} securities={securities} readOnly={readOnly} onOpen={onOpen} />
      )}
      dialog={(security, readOnly, onClose) => (
        <SecurityDialog contact={contact} security={security} readOnly={readOnly} onClose={onClose} />
      )}
    />
  );
}

interface SecurityTableProps {
  contact: Contact;
  securities: readonly Security[];
  readOnly: boolean;
  onOpen: (id: number) => void;
}

function SecurityTable({ contact, securities, readOnly, onOpen }: SecurityTableProps) {
  const remove = useUndo({ list: listSecurities, remove: deleteSecurity, restore: restoreSecurity, thing: 'Security' });
  const columns: readonly Column<Security>[] = [
    {
      head: 'Security',
      narrow: 'title',
      cell: ({ id, company, kind, qualified }) => (
        <>
          <button type="button" className="record-name" onClick={() => onOpen(id)}>
            {company}
          </button>
          <span className="record-sub meta quiet">
            {[KIND_WORDS[kind], qualified === true ? 'qualified' : ''].filter(Boolean).join(', ')}
          </span>
        </>
      ),
    },
    {
      head: 'Account number',
      narrow: 'sub',
      cell: (security) => <AccountNumber contact={contact} security={security} />,
    },
    {
      head: 'Value',
      numeric: true,
      narrow: 'sub-aside',
      cell: ({ value_cents: cents, matures_on: matures }) => (
        <>
          {cents === null ? '' : dollars(cents)}
          {matures === null ? null : <span className="record-sub meta quiet">matures {formatPlainDate(matures)}</span>}
        </>
      ),
    },
  ];
  return (
    <DataRows
      label="Securities"
      columns={columns}
      rows={securities}
      actions={(security) =>
        readOnly ? null : (
          <IconButton
            icon={Trash2}
            size="small"
            label={`Delete ${security.company}`}
            onClick={() => remove.submit({ params: { id: contact.id, securityId: security.id } })}
          />
        )
      }
    />
  );
}

/** Masked, with a button that shows it for a while. */
function AccountNumber({ contact, security }: { contact: Contact; security: Security }) {
  const { user, toasts } = useApp();
  const revealed = useRevealed<string>(REVEALED_MS);
  const reveal = useSubmit(revealSecurity, {
    onDone: ({ data }) => data.value !== null && revealed.show(data.value),
    onFailed: (error) => toasts.show({ tone: 'bad', text: error.message }),
  });
  if (security.account_number_masked === null) return null;
  const label = `the account number of ${security.company}`;
  return (
    <span className="row">
      <span className="value">{revealed.value ?? security.account_number_masked}</span>
      {!user.permissions.includes('contacts.reveal') ? null : revealed.value === null ? (
        <IconButton
          icon={Eye}
          size="small"
          label={`Show ${label}`}
          aria-busy={reveal.state === 'submitting'}
          onClick={() => reveal.submit({ params: { id: contact.id, securityId: security.id } })}
        />
      ) : (
        <IconButton icon={EyeOff} size="small" label={`Hide ${label}`} onClick={revealed.hide} />
      )}
    </span>
  );
}
