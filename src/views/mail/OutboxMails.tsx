import { Mail } from 'lucide-react';
import { useState } from 'react';
import { listOutboxMails } from '#contract/mail.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import { Card } from '../_kit/display/Card.tsx';
import { formatWhen } from '../_kit/format/format-when.ts';
import { OutboxList } from './OutboxList.tsx';

/** Mails that stayed inside. */
export function OutboxMails() {
  const [page, setPage] = useState(1);
  const { data, error, pending, reload } = useResource(listOutboxMails, { query: { page } });
  const now = useNow();
  const zone = IANA_ZONES[useApp().user.timezone];
  return (
    <OutboxList
      noun="e-mail"
      icon={Mail}
      data={data}
      error={error}
      pending={pending}
      onReload={reload}
      onPage={setPage}
      card={(mail) => (
        <Card
          key={mail.id}
          title={mail.subject}
          aside={<span className="meta quiet num">{formatWhen(mail.created_at, zone, now)}</span>}
          padded
        >
          <p className="meta soft">To {mail.to}</p>
          <pre>{mail.text}</pre>
          {mail.attachment === '' ? null : <p className="meta soft">Attached: {mail.attachment}</p>}
        </Card>
      )}
    />
  );
}
