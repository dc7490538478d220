import { listRecipients } from '#contract/broadcasts.contract.ts';
import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../../_base/use-app.ts';
import { useNow } from '../../_base/use-now.ts';
import { useResource } from '../../_base/use-resource.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { Card } from '../../_kit/display/Card.tsx';
import { Anchor } from '../../_kit/display/Link.tsx';
import { formatCount } from '../../_kit/format/format-count.ts';
import { formatShortWhen } from '../../_kit/format/format-when.ts';
import { peopleVersion } from '../broadcast-words.ts';

/** Replies listed here; all of them are in the table. Ours. */
const SHOWN = 5;

/** The latest replies. */
export function RepliesCard({ broadcast, onAll }: { broadcast: Broadcast; onAll: () => void }) {
  const { id, progress } = broadcast;
  const zone = IANA_ZONES[useApp().user.timezone];
  const now = useNow();
  const list = useResource(
    listRecipients,
    { params: { id }, query: { page: 1, limit: SHOWN, order: 'recent', answered: 'replied' } },
    { version: peopleVersion(broadcast) },
  );
  const rows = (list.data?.data ?? []).flatMap(({ position, contact, reply }) =>
    contact === null || reply === null ? [] : [{ position, contact, reply }],
  );
  return (
    <Card
      title="Replies"
      count={formatCount(progress.replied)}
      aside={
        <Button look="plain" size="small" onClick={onAll}>
          All
        </Button>
      }
    >
      <ul className="list replies">
        {rows.map(({ position, contact, reply }) => (
          <li key={position}>
            <p className="row">
              <Anchor className="med cut" href={`/contacts/${contact.number}`}>
                {contact.name || `Contact ${contact.number}`}
              </Anchor>
              <time className="meta quiet num end" dateTime={reply.at}>
                {formatShortWhen(reply.at, zone, now)}
              </time>
            </p>
            <p className="soft cut">{reply.body}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
