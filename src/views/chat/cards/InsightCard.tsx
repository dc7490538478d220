import {
  CalendarClock,
  Cake,
  CircleDashed,
  FilePenLine,
  type LucideIcon,
  MessageSquareText,
  Phone,
  ShieldCheck,
  UsersRound,
} from 'lucide-react';
import { Fragment } from 'react';
import type { KeyPoint, PointKind, ReplyMetadata } from '#contract/chat/reply.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../../_base/use-app.ts';
import { useNow } from '../../_base/use-now.ts';
import { Icon } from '../../_kit/display/Icon.tsx';
import { AppLink } from './AppLink.tsx';
import { whenOf } from '../chat-words.ts';
import type { MessageProps } from '../shown-chat.ts';

const KINDS: Readonly<Record<PointKind, readonly [icon: LucideIcon, word: string]>> = {
  changed: [FilePenLine, 'Changed'],
  due: [CalendarClock, 'Due'],
  eligibility: [Cake, 'Eligibility'],
  gap: [CircleDashed, 'Missing'],
  household: [UsersRound, 'Household'],
  coverage: [ShieldCheck, 'Coverage'],
  reach: [Phone, 'Contact permissions'],
  talk: [MessageSquareText, 'Talking points'],
};

interface InsightCardProps extends MessageProps {
  insight: NonNullable<ReplyMetadata['insight_data']>;
}

/** Key points about one person, each with the records it is based on. */
export function InsightCard({ insight, message, send }: InsightCardProps) {
  const { user } = useApp();
  const now = useNow();
  const { last_updated: at } = message.metadata;
  const updated = at === undefined ? '' : whenOf(at, IANA_ZONES[user.timezone], now);
  return (
    <section className="card-box insight" aria-label={insight.title}>
      <h3>{insight.title}</h3>
      <ul>
        {insight.key_points.map((point) => (
          <Point key={point.text} point={point} send={send} />
        ))}
      </ul>
      <p className="meta quiet">
        {insight.read}
        {updated === '' ? null : ` Updated ${updated}`}
      </p>
    </section>
  );
}

function Point({ point: { kind, text, sources }, send }: { point: KeyPoint } & Pick<MessageProps, 'send'>) {
  const [icon, word] = KINDS[kind];
  return (
    <li>
      <Icon of={icon} />
      <span>
        <span className="sr">{word}: </span>
        {text}{' '}
        <span className="meta point-sources">
          {sources.map(({ label, href }, at) => (
            <Fragment key={`${label} ${href}`}>
              {at === 0 ? null : ', '}
              <AppLink href={href} send={send}>
                {label}
              </AppLink>
            </Fragment>
          ))}
        </span>
      </span>
    </li>
  );
}
