import { Inbox } from 'lucide-react';
import { useState } from 'react';
import {
  acceptWebpageLead,
  LEAD_SOURCE,
  type LeadBox,
  listWebpageLeads,
  type ReceivedLead,
} from '#contract/public-pages.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { Pager } from '../_kit/display/Pager.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { formatWhen } from '../_kit/format/format-when.ts';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';

const PAGE = 10;

const BOX_WORDS: Readonly<Record<LeadBox, string>> = { call: 'calls', text: 'texts', mail: 'e-mail' };

/** Contacts that a public page brought. */
const LEADS_HREF = `/contacts?search=${encodeURIComponent(
  JSON.stringify([{ field: 'source', op: 'is', value: LEAD_SOURCE }]),
)}`;

/** Requests that came through the user's page, with those that a program may have sent. */
export function PageLeads({ isShown }: { isShown: boolean }) {
  const [page, setPage] = useState(1);
  const { data, error, reload } = useResource(listWebpageLeads, { query: { page, limit: PAGE } });
  const total = data?.meta.total_count ?? 0;
  if (data === null) {
    return (
      <Card title="Requests from your page" padded>
        {error === null ? (
          <SkeletonLines lines={2} label="Loading requests" />
        ) : (
          <Note tone="bad" title="Couldn't load requests" role="alert">
            <p>{error.message}</p>
            <Button size="small" onClick={reload}>
              Try again
            </Button>
          </Note>
        )}
      </Card>
    );
  }
  return (
    <Card
      title="Requests from your page"
      count={total === 0 ? undefined : String(total)}
      aside={total === 0 ? null : <Link href={LEADS_HREF}>See as contacts</Link>}
    >
      {total === 0 ? (
        <EmptyState
          icon={Inbox}
          title="No requests yet"
          text={isShown ? 'People who write to you on your page appear here.' : 'Show your page to get requests.'}
        />
      ) : (
        <ul className="settings-rows">
          {data.data.map((lead) => (
            <LeadLine key={lead.id} lead={lead} />
          ))}
        </ul>
      )}
      {total > PAGE ? (
        <Pager
          text={`${(page - 1) * PAGE + 1}–${Math.min(page * PAGE, total)} of ${total}`}
          onPrevious={page > 1 ? () => setPage(page - 1) : undefined}
          onNext={page * PAGE < total ? () => setPage(page + 1) : undefined}
        />
      ) : null}
    </Card>
  );
}

function LeadLine({ lead }: { lead: ReceivedLead }) {
  const { user } = useApp();
  const now = useNow();
  const { id, at, name, phone, email, topic, message, language, proof, agreed, contact } = lead;
  const accept = useSubmit(acceptWebpageLead, { invalidates: [listWebpageLeads] });
  const ways = agreed.map((box) => BOX_WORDS[box]).join(', ');
  const reach = [phone === '' ? '' : formatPhone(phone), email].filter(Boolean).join(' · ');
  return (
    <li>
      <div className="what">
        <b>{contact === null ? name : <Link href={`/contacts/${contact.number}`}>{name}</Link>}</b>{' '}
        <span className="soft">{topic}</span>
        <p className="meta soft">
          {[reach, language === 'es' && 'in Spanish', formatWhen(at, IANA_ZONES[user.timezone], now)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {message === '' ? null : <p className="page-message">{message}</p>}
        <p className="meta soft">{ways === '' ? 'No consent given' : `Agreed to ${ways}`}</p>
        {accept.error === null ? null : (
          <p className="meta" role="alert">
            {accept.error.message}
          </p>
        )}
      </div>
      {proof === 'proven' ? null : (
        <StatusWord tone={proof === 'suspected' ? 'warn' : 'info'}>
          {proof === 'suspected' ? 'May be spam' : 'Not verified as a person'}
        </StatusWord>
      )}
      {contact === null && user.permissions.includes('contacts.write') ? (
        <Button size="small" busy={accept.state === 'submitting'} onClick={() => accept.submit({ params: { id } })}>
          Add as a contact
        </Button>
      ) : null}
    </li>
  );
}
