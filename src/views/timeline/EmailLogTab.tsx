import { Mail, MailOpen, Send } from 'lucide-react';
import { useState } from 'react';
import type { Contact } from '#contract/contacts.contract.ts';
import { type ContactEmail, listEmailLogs } from '#contract/timeline/emails.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import { formatTime, formatWhen } from '../_kit/format/format-when.ts';
import { Icon } from '../_kit/display/Icon.tsx';
import { EmailState } from './EmailState.tsx';
import { LOG_ROWS, LogPage } from './LogPage.tsx';

const EMPTY = {
  icon: Mail,
  title: 'No e-mail yet',
  text: 'E-mail you send or log appears here. Write one on the Timeline tab.',
};

/** E-mail with a contact and what became of each. */
export function EmailLogTab({ contact }: { contact: Contact }) {
  const [page, setPage] = useState(1);
  const log = useResource(listEmailLogs, { params: { id: contact.id }, query: { page, limit: LOG_ROWS } });
  return (
    <LogPage
      label="E-mail log"
      page={log}
      empty={EMPTY}
      onPage={setPage}
      row={(mail) => <EmailRow key={mail.id} mail={mail} contact={contact} />}
    />
  );
}

function EmailRow({ mail, contact }: { mail: ContactEmail; contact: Contact }) {
  const zone = IANA_ZONES[useApp().user.timezone];
  const now = useNow();
  const isIn = mail.direction === 'in';
  return (
    <li className="event">
      <span className="event-icon">
        <Icon of={isIn ? MailOpen : mail.status === 'recorded' ? Mail : Send} />
      </span>
      <div className="grow">
        <p className="event-head">
          <b>{mail.subject}</b>
          <time dateTime={mail.at} title={formatTime(mail.at, zone)} className="meta quiet num">
            {formatWhen(mail.at, zone, now)}
          </time>
        </p>
        <p className="meta soft">{partiesOf(mail)}</p>
        <details className="log-more">
          <summary>Show e-mail</summary>
          <p className="event-body">{mail.body}</p>
        </details>
        {mail.attachment ? <p className="meta soft">Attached: {mail.attachment}</p> : null}
        <EmailState mail={mail} contact={contact} />
      </div>
    </li>
  );
}

function partiesOf({ direction, address, cc, status, user }: ContactEmail): string {
  if (status === 'received') return `From ${address} to ${user.name}`;
  if (direction === 'in') return `From ${address || 'the contact'}, logged by ${user.name}`;
  const copies = cc.length > 0 ? `, Cc ${cc.join(', ')}` : '';
  if (status === 'recorded') return `To ${address || 'the contact'}, logged by ${user.name}`;
  return `${user.name} to ${address}${copies}`;
}
