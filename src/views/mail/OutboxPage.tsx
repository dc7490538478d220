import { Mail } from 'lucide-react';
import { useState } from 'react';
import { listOutboxMails, type OutboxMail } from '#contract/mail.contract.ts';
import { IANA_ZONES } from '#rules/time-zone.ts';
import { useApp } from '../_app/use-app.ts';
import { useResource } from '../_app/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/Button.tsx';
import { Card } from '../_kit/Card.tsx';
import { EmptyState } from '../_kit/EmptyState.tsx';
import { ErrorPanel } from '../_kit/ErrorPanel.tsx';
import { formatWhen } from '../_kit/format-when.ts';
import { Pager } from '../_kit/Pager.tsx';
import { SkeletonLines } from '../_kit/Skeleton.tsx';

/** Mails that stayed inside, since no mail server is set up. */
export function OutboxPage() {
  const [page, setPage] = useState(1);
  const { data, error, pending, reload } = useResource(listOutboxMails, { query: { page } });
  const [now] = useState(() => new Date());
  const zone = IANA_ZONES[useApp().user.timezone];
  const pages = data?.meta.total_pages ?? 1;
  return (
    <>
      <PageBar title="Outbox" scope="Mails that stayed inside: no mail server is set up" />
      <div className="body">
        {pending ? <SkeletonLines lines={8} label="Loading mails" /> : null}
        {data === null && error !== null ? (
          <ErrorPanel
            title="The outbox could not be loaded"
            text={error.message}
            actions={<Button onClick={reload}>Try again</Button>}
          />
        ) : null}
        {data?.data.length === 0 ? (
          <EmptyState icon={Mail} title="No mail yet" text="What the app would send by mail shows here." />
        ) : null}
        {data?.data.map((mail) => (
          <MailCard key={mail.id} mail={mail} when={formatWhen(mail.created_at, zone, now)} />
        ))}
      </div>
      {pages > 1 ? (
        <Pager
          text={`Page ${page} of ${pages}`}
          onPrevious={page > 1 ? () => setPage(page - 1) : undefined}
          onNext={page < pages ? () => setPage(page + 1) : undefined}
        />
      ) : null}
    </>
  );
}

function MailCard({ mail, when }: { mail: OutboxMail; when: string }) {
  return (
    <Card title={mail.subject} aside={<span className="meta quiet num">{when}</span>} padded>
      <p className="meta soft">To {mail.to}</p>
      <pre className="mail-text">{mail.text}</pre>
    </Card>
  );
}
