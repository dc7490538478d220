import { Mail, MessageSquare } from 'lucide-react';
import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';
import { doneOf, toGoOf } from '#rules/broadcasts/audience.ts';
import { isUnderWay } from '../../machines/broadcasts/broadcast-work.ts';
import { useNow } from '../_base/use-now.ts';
import { Icon } from '../_kit/display/Icon.tsx';
import { Anchor } from '../_kit/display/Link.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { Cell, HeadCell, Table, TableScroll } from '../_kit/display/Table.tsx';
import { formatCount } from '../_kit/format/format-count.ts';
import { formatShortWhen } from '../_kit/format/format-when.ts';
import { Progress } from '../_kit/states/Progress.tsx';
import { barState, CHANNEL_WORDS, doneWords, paceWords, sentenceOf, STATUS_WORDS } from './broadcast-words.ts';

interface BroadcastTableProps {
  broadcasts: readonly Broadcast[];
  /** Shows the owner, where there are broadcasts of others. */
  showsUser: boolean;
  zone: string;
}

export function BroadcastTable({ broadcasts, showsUser, zone }: BroadcastTableProps) {
  return (
    <TableScroll label="Broadcasts">
      <Table full stacks className="broadcasts">
        <thead>
          <tr>
            <HeadCell>Name</HeadCell>
            <HeadCell className="c-channel" leaves={2}>
              Channel
            </HeadCell>
            <HeadCell className="c-contacts" leaves={3}>
              Contacts
            </HeadCell>
            {showsUser ? (
              <HeadCell className="c-who" leaves={1}>
                By
              </HeadCell>
            ) : null}
            <HeadCell className="c-state">State</HeadCell>
            <HeadCell numeric className="c-num">
              Done
            </HeadCell>
            <HeadCell numeric className="c-num" leaves={1}>
              To go
            </HeadCell>
            <HeadCell numeric className="c-when">
              When
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {broadcasts.map((broadcast) => (
            <BroadcastLine key={broadcast.id} broadcast={broadcast} showsUser={showsUser} zone={zone} />
          ))}
        </tbody>
      </Table>
    </TableScroll>
  );
}

function BroadcastLine({
  broadcast,
  showsUser,
  zone,
}: Omit<BroadcastTableProps, 'broadcasts'> & { broadcast: Broadcast }) {
  const { id, name, channel, status, user, progress, starts_at, finished_at, updated_at } = broadcast;
  const now = useNow();
  const isDraft = status === 'draft';
  return (
    <tr>
      <Cell className="name" narrow="title" title={name}>
        <Anchor href={isDraft ? `/broadcasts/${id}/audience` : `/broadcasts/${id}`}>{name}</Anchor>
      </Cell>
      <Cell leaves={2} narrow="none">
        <span className="word">
          <Icon of={channel === 'text' ? MessageSquare : Mail} />
          {CHANNEL_WORDS[channel]}
        </span>
      </Cell>
      <Cell leaves={3} narrow="none" title={sentenceOf(broadcast)}>
        {sentenceOf(broadcast)}
      </Cell>
      {showsUser ? (
        <Cell leaves={1} narrow="none">
          {user.name}
        </Cell>
      ) : null}
      <Cell narrow="sub">
        <State broadcast={broadcast} />
      </Cell>
      <Cell numeric narrow="aside">
        <Count count={isDraft ? null : doneOf(progress)} />
      </Cell>
      <Cell numeric leaves={1} narrow="none">
        <Count count={isDraft ? null : toGoOf(progress)} />
      </Cell>
      <Cell numeric narrow="sub-aside">
        {formatShortWhen(finished_at ?? starts_at ?? updated_at, zone, now)}
      </Cell>
    </tr>
  );
}

const Count = ({ count }: { count: number | null }) =>
  count === null ? null : count === 0 ? <span className="quiet">0</span> : formatCount(count);

function State({ broadcast }: { broadcast: Broadcast }) {
  const { text, tone } = STATUS_WORDS[broadcast.status];
  if (!isUnderWay(broadcast)) return <StatusWord {...(tone && { tone })}>{text}</StatusWord>;
  return (
    <span className="state-line">
      <span className="meta num cut">{paceWords(broadcast)}</span>
      <Progress
        thin
        label={broadcast.name}
        done={doneOf(broadcast.progress)}
        total={broadcast.audience?.recipients ?? null}
        state={barState(broadcast)}
        text={doneWords(broadcast)}
      />
    </span>
  );
}
