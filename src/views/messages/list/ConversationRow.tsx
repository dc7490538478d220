import {
  Ban,
  CircleAlert,
  Clock,
  Image,
  type LucideIcon,
  Mail,
  MessageSquare,
  Pencil,
  Phone,
  PhoneMissed,
  TriangleAlert,
} from 'lucide-react';
import type { Conversation } from '#contract/messages/text.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../../_base/use-app.ts';
import { useNow } from '../../_base/use-now.ts';
import { Dot } from '../../_kit/display/Dot.tsx';
import { Icon, type Tone } from '../../_kit/display/Icon.tsx';
import { Anchor } from '../../_kit/display/Link.tsx';
import { formatDate, formatShortWhen } from '../../_kit/format/format-when.ts';
import { attachmentsText, lineText, momentText, nameOf } from '../message-words.ts';
import { messagesHref, withoutThread } from '../messages-href.ts';
import type { MessagesSearch } from '../messages-search.ts';

interface ConversationRowProps {
  conversation: Conversation;
  search: MessagesSearch;
  /** Names who answers it. */
  withUser: boolean;
}

/** One conversation: who, when, the last text, call or e-mail, and what is special about it. */
export function ConversationRow({ conversation, search, withUser }: ConversationRowProps) {
  const { user } = useApp();
  const zone = IANA_ZONES[user.timezone];
  const now = useNow();
  const { id, contact, unread } = conversation;
  const lastAt = (conversation.line ?? conversation.last)?.at;
  const isCurrent = search.conversation === id || (contact !== null && search.contact === contact.id);
  const status = statusOf(conversation, zone, now);
  return (
    <li>
      <Anchor
        className="conversation"
        href={messagesHref({ ...withoutThread(search), conversation: id })}
        data-conversation={id}
        aria-current={isCurrent ? 'true' : undefined}
      >
        {unread > 0 ? <Dot tone="info" /> : <span />}
        <span className="med cut">
          {nameOf(conversation)}
          {unread > 0 ? <span className="sr">, unread</span> : null}
        </span>
        <span className="meta quiet num">{lastAt === undefined ? '' : formatShortWhen(lastAt, zone, now)}</span>
        <span className="conversation-line soft">
          <Icon of={lastIcon(conversation)} />
          <span className="cut">{lastText(conversation, user.id)}</span>
        </span>
        {status === null ? null : (
          <span className="conversation-line meta soft">
            <Icon of={status.icon} tone={status.tone} />
            <span className="cut">{status.text}</span>
          </span>
        )}
        {withUser ? <span className="conversation-line meta quiet cut">{conversation.user.name}</span> : null}
      </Anchor>
    </li>
  );
}

function lastIcon({ line, last }: Conversation): LucideIcon {
  if (line === null) return last !== null && last.attachments > 0 ? Image : MessageSquare;
  if (line.of === 'mail' || (line.of === 'activity' && line.type === 'mail')) return Mail;
  return lineText(line) === 'Missed call' ? PhoneMissed : Phone;
}

function lastText({ line, last }: Conversation, userId: number): string {
  if (line !== null) return lineText(line);
  if (last === null) return 'No messages yet';
  const text = last.body || attachmentsText(last.attachments);
  if (last.direction === 'in' || last.user === null) return text;
  return `${last.user.id === userId ? 'You' : last.user.name}: ${text}`;
}

interface RowStatus {
  readonly icon: LucideIcon;
  readonly tone?: Tone;
  readonly text: string;
}

/** The one thing to know: what needs a person first. */
function statusOf(
  { review, opted_out_at, line, last, held, draft }: Conversation,
  zone: string,
  now: Date,
): RowStatus | null {
  if (review !== null) return { icon: TriangleAlert, tone: 'warn', text: 'May be an opt-out: review' };
  if (opted_out_at !== null) {
    return { icon: Ban, tone: 'bad', text: `Opted out of texts ${formatDate(opted_out_at, zone)}` };
  }
  if (line?.of === 'mail' && line.failed)
    return { icon: CircleAlert, tone: 'bad', text: `Not delivered: ${line.reason}` };
  if (last?.status === 'failed') return { icon: CircleAlert, tone: 'bad', text: `Failed: ${last.reason}` };
  if (draft !== '') return { icon: Pencil, text: 'Draft' };
  if (last?.held_until) {
    return { icon: Clock, tone: 'warn', text: `Scheduled for ${momentText(last.held_until, zone, now)}` };
  }
  return held > 0 ? { icon: Clock, tone: 'warn', text: 'Text scheduled' } : null;
}
