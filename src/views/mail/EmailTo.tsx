import type { Contact } from '#contract/contacts.contract.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { contactName } from '#rules/contacts/contact-name.ts';
import { ContactSearch } from '../contacts/list/ContactSearch.tsx';
import { EmailCheck } from '../timeline/EmailCheck.tsx';
import type { EmailDraft } from './email-drafts.ts';

interface EmailToProps {
  to: EmailDraft['contact'];
  /** `null`: not there yet, or not to be had. */
  contact: Contact | null;
  failure: { readonly kind: string; readonly message: string } | null;
  /** Being sent to this contact. */
  busy: boolean;
  onReload: () => void;
  onChange: (to: EmailDraft['contact']) => void;
}

/** Recipient of the e-mail: a search, then the chosen contact with the status of the address. */
export function EmailTo({ to, contact, failure, busy, onReload, onChange }: EmailToProps) {
  if (to === null) {
    return (
      <div className="email-to">
        <ContactSearch
          label="To"
          placeholder="Name, phone or e-mail"
          onChosen={({ id, number, city, state, phone, owner, ...row }) =>
            onChange({
              id,
              number,
              city,
              state,
              phone,
              owner: owner.name,
              name: contactName(row) || `Contact ${number}`,
            })
          }
        />
      </div>
    );
  }
  return (
    <div className="composer-lines">
      <div className="composer-line">
        <span className="soft">To</span>
        <span className="composer-to">
          <Link href={`/contacts/${to.number}`}>{to.name}</Link>
          {contact === null ? (
            <span className="soft" role={failure === null ? undefined : 'alert'}>
              {failure === null
                ? 'Looking up address'
                : failure.kind === 'notFound'
                  ? 'You no longer have access to this contact.'
                  : failure.message}
            </span>
          ) : (
            <>
              <span className="soft">{contact.email ?? 'No e-mail address yet'}</span>
              <EmailCheck contact={contact} />
            </>
          )}
          {failure !== null && failure.kind !== 'notFound' ? (
            <Button size="small" onClick={onReload}>
              Try again
            </Button>
          ) : null}
          <Button look="plain" size="small" busy={busy} onClick={() => onChange(null)}>
            Change recipient
          </Button>
        </span>
      </div>
    </div>
  );
}
