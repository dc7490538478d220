import { type Contact, readContact } from '#contract/contacts.contract.ts';
import { type ContactEmail, SUBJECT_MAX } from '#contract/timeline/emails.contract.ts';
import { useResource } from '../_base/use-resource.ts';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { ComposerText } from '../timeline/ComposerText.tsx';
import { MailLine } from '../timeline/MailLine.tsx';
import { addressesIn, addressRefusal, lackIn, refusalWords } from '../timeline/mail-words.ts';
import { useSendMail } from '../timeline/use-send-mail.ts';
import { DraftNotes } from './DraftNotes.tsx';
import { blanksIn, type EmailDraft } from './email-drafts.ts';
import { EmailTo } from './EmailTo.tsx';
import { useEmailDrafts } from './use-email-drafts.ts';

export interface Sent extends Pick<ContactEmail, 'status' | 'address'> {
  /** Number of the contact. */
  readonly number: number;
}

const PURPOSES = [
  { value: 'marketing', label: 'Marketing' },
  { value: 'service', label: 'Service' },
] as const;

export function NewEmailForm({ onSent }: { onSent: (sent: Sent) => void }) {
  const { draft, aside, write, takeUp, discard, forget } = useEmailDrafts();
  const { contact: to, subject, body, cc, purpose } = draft;
  const found = useResource(readContact, to === null ? null : { params: { id: to.id } });
  const contact = to !== null && found.data?.data.id === to.id ? found.data.data : null;
  const send = useSendMail(({ data }, { params, body: { subject: about, body: text } }) => {
    forget({ contactId: Number(params.id), subject: about, body: text });
    if (to !== null) onSent({ ...data, number: to.number });
  });
  return (
    <>
      <DraftNotes draft={draft} aside={aside} onTakeUp={takeUp} onDiscard={discard} />
      <div className="composer">
        <EmailTo
          to={to}
          contact={contact}
          failure={found.error}
          busy={send.state === 'submitting'}
          onReload={found.reload}
          onChange={(next) => write({ contact: next })}
        />
        <ComposerText
          label="Message"
          placeholder="Write your e-mail"
          text={body}
          onWrite={(next) => write({ body: next })}
          maxLength={100_000}
          action="Send e-mail now"
          failure={send.state === 'failed' ? `${refusalWords(send.error)} Your e-mail is kept here.` : null}
          busy={send.state === 'submitting'}
          refusal={refusalOf(draft, contact)}
          onSubmit={() => {
            if (to !== null) {
              send.submit({ params: { id: to.id }, body: { subject, body, cc: addressesIn(cc), purpose } });
            }
          }}
          choice={
            <SelectField
              label="Purpose"
              labelHidden
              value={purpose}
              options={PURPOSES}
              onChange={(event) => write({ purpose: event.currentTarget.value as EmailDraft['purpose'] })}
            />
          }
        >
          <div className="composer-lines">
            <MailLine
              label="Cc"
              value={cc}
              onChange={(next) => write({ cc: next })}
              placeholder="Addresses, separated by commas"
            />
            <MailLine
              label="Subject"
              value={subject}
              onChange={(next) => write({ subject: next })}
              maxLength={SUBJECT_MAX}
            />
          </div>
        </ComposerText>
      </div>
      <p className="meta quiet">
        The e-mail is sent{contact?.email ? ` to ${contact.email}` : ''} immediately and can't be unsent. Replies go to
        your own e-mail address.
      </p>
    </>
  );
}

function refusalOf(draft: EmailDraft, contact: Contact | null): string | undefined {
  if (draft.contact === null) return 'Choose a recipient first.';
  if (contact === null) return 'Still looking up the contact.';
  const [blank] = blanksIn(draft);
  return addressRefusal(contact) ?? lackIn(draft) ?? (blank === undefined ? undefined : `Replace ${blank} first.`);
}
