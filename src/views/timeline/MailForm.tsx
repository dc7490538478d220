import { Suspense, useState } from 'react';
import type { Contact } from '#contract/contacts.contract.ts';
import { recordEmail, SUBJECT_MAX } from '#contract/timeline/emails.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { ComposerText } from './ComposerText.tsx';
import { EmailCheck } from './EmailCheck.tsx';
import { addressesIn, addressRefusal, lackIn, refusalWords } from './mail-words.ts';
import { MailLine } from './MailLine.tsx';
import { forgetDraft, useDraft } from './use-draft.ts';
import { MAIL_STALE, sentWords, useSendMail } from './use-send-mail.ts';

const TemplateChoice = lazyPart(() => import('../email-templates/TemplateChoice.tsx'), 'TemplateChoice');

const WAYS = [
  { value: 'send', label: 'Send from here' },
  { value: 'service', label: 'Send service e-mail' },
  { value: 'out', label: 'Log sent e-mail' },
  { value: 'in', label: 'Log received e-mail' },
] as const;
type Way = (typeof WAYS)[number]['value'];

/** E-mail about existing business is subject to fewer rules than marketing. */
const isSent = (way: Way): way is 'send' | 'service' => way === 'send' || way === 'service';

/** Writes a mail, or writes down one that was exchanged elsewhere. */
export function MailForm({ contact }: { contact: Contact }) {
  const { id } = contact;
  const { toasts } = useApp();
  const [way, setWay] = useState<Way>('send');
  const drafts = { subject: `mail-subject:${id}`, cc: `mail-cc:${id}`, body: `mail-body:${id}` };
  const [subject, writeSubject] = useDraft(drafts.subject);
  const [cc, writeCc] = useDraft(drafts.cc);
  const [body, writeBody] = useDraft(drafts.body);
  const done = (text: string, sent: { subject: string; body: string }) => {
    forgetDraft(drafts.subject, sent.subject);
    forgetDraft(drafts.body, sent.body);
    writeCc('');
    toasts.show({ tone: 'good', text });
  };
  const send = useSendMail(({ data }, args) => done(sentWords(data), args.body));
  const record = useSubmit(recordEmail, {
    invalidates: MAIL_STALE,
    onDone: (_reply, args) => done('E-mail logged', args.body),
  });
  const submit = isSent(way) ? send : record;
  const params = { id };
  return (
    <ComposerText
      label="E-mail"
      placeholder={way === 'in' ? 'Their message' : 'Write your message'}
      text={body}
      onWrite={writeBody}
      maxLength={100_000}
      action={isSent(way) ? 'Send e-mail' : 'Log e-mail'}
      failure={submit.state === 'failed' ? `${refusalWords(submit.error)} Your e-mail is kept here.` : null}
      busy={submit.state === 'submitting'}
      refusal={refusalOf(contact, way, { subject, body })}
      onSubmit={() => {
        if (isSent(way)) {
          const purpose = way === 'service' ? { purpose: 'service' as const } : {};
          send.submit({ params, body: { subject, body, cc: addressesIn(cc), ...purpose } });
        } else record.submit({ params, body: { direction: way, subject, body } });
      }}
      choice={
        <SelectField
          label="Action"
          labelHidden
          value={way}
          options={WAYS}
          onChange={(event) => setWay(event.currentTarget.value as Way)}
        />
      }
    >
      <div className="composer-lines">
        <div className="composer-line">
          <span className="soft">{way === 'in' ? 'From' : 'To'}</span>
          <span className="composer-to">
            {contact.email ?? 'No e-mail address yet'}
            {contact.email && isSent(way) ? <EmailCheck contact={contact} /> : null}
          </span>
        </div>
        {isSent(way) ? (
          <MailLine label="Cc" value={cc} onChange={writeCc} placeholder="Addresses, separated by commas" />
        ) : null}
        <MailLine label="Subject" value={subject} onChange={writeSubject} maxLength={SUBJECT_MAX} />
        {isSent(way) ? (
          <Suspense>
            <TemplateChoice
              contactId={id}
              onFilled={(email) => {
                if (subject.trim() === '') writeSubject(email.subject);
                writeBody(body.trim() === '' ? email.text : `${body}\n\n${email.text}`);
              }}
            />
          </Suspense>
        ) : null}
      </div>
    </ComposerText>
  );
}

const refusalOf = (contact: Contact, way: Way, mail: { subject: string; body: string }): string | undefined =>
  (isSent(way) ? addressRefusal(contact) : undefined) ?? lackIn(mail);
