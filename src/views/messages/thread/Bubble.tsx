import { Paperclip } from 'lucide-react';
import { cancelMessage, sendMessageAgain } from '#contract/messages.contract.ts';
import type { Text, TextAttachment } from '#contract/messages/text.contract.ts';
import { useApp } from '../../_base/use-app.ts';
import { useSubmit } from '../../_base/use-submit.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { Icon } from '../../_kit/display/Icon.tsx';
import { Link } from '../../_kit/display/Link.tsx';
import { classes } from '../../_kit/format/class-names.ts';
import { drawingOf } from '../../files/file-words.ts';
import { ASKS_WORDS, AUTOMATIC_WORDS, deliveryText, segmentsText } from '../message-words.ts';

interface BubbleProps {
  text: Text;
  zone: string;
  now: Date;
  contactNumber: number | null;
}

const CANCELABLE: readonly Text['status'][] = ['held', 'queued'];
const IN_TROUBLE: readonly Text['status'][] = ['failed', 'unconfirmed'];
/** The reason is the last word about these. */
const WITH_REASON: readonly Text['status'][] = [...IN_TROUBLE, 'held', 'canceled'];

/** One text with how it was delivered. */
export function Bubble({ text, zone, now, contactNumber }: BubbleProps) {
  const { user, toasts } = useApp();
  const isOut = text.direction === 'out';
  const onFailed = ({ message }: { message: string }) => toasts.show({ tone: 'bad', text: message });
  const cancel = useSubmit(cancelMessage, { onFailed });
  const again = useSubmit(sendMessageAgain, { onFailed });
  const mayWrite = user.permissions.includes('contacts.write');
  return (
    <li className={classes('text', isOut && 'is-out', text.status === 'held' && 'is-held')}>
      <div className={classes(isOut ? 'say-out' : 'say-in', text.attachments.length > 0 && 'has-files')}>
        <span className="sr">{authorOf(text, user.id)}: </span>
        {text.attachments.map((attachment) => (
          <Attachment key={attachment.id} attachment={attachment} contactNumber={contactNumber} />
        ))}
        {text.body === '' ? null : <p>{text.body}</p>}
      </div>
      <p className={classes('meta quiet text-meta', IN_TROUBLE.includes(text.status) && 'bad-t')}>
        {metaOf(text, user.id, zone, now)}
        {mayWrite && CANCELABLE.includes(text.status) && text.automatic === null ? (
          <Button
            look="plain"
            size="small"
            busy={cancel.state === 'submitting'}
            onClick={() => cancel.submit({ body: { message_id: text.id } })}
          >
            Cancel text
          </Button>
        ) : null}
        {mayWrite && text.status === 'failed' && text.automatic === null ? (
          <Button
            look="plain"
            size="small"
            busy={again.state === 'submitting'}
            onClick={() => again.submit({ body: { message_id: text.id } })}
          >
            Send again
          </Button>
        ) : null}
      </p>
    </li>
  );
}

function authorOf({ direction, user, automatic }: Text, userId: number): string {
  if (direction === 'in') return 'They wrote';
  if (automatic !== null) return AUTOMATIC_WORDS[automatic];
  return user === null || user.id === userId ? 'You wrote' : `${user.name} wrote`;
}

function metaOf(text: Text, userId: number, zone: string, now: Date): string {
  const { direction, user, actor, automatic, asks, segments } = text;
  const by = automatic !== null ? AUTOMATIC_WORDS[automatic] : user !== null && user.id !== userId ? user.name : '';
  return [
    by,
    actor === null ? '' : `by ${actor.name}`,
    asks === null ? '' : ASKS_WORDS[asks],
    deliveryText(text, zone, now),
    direction === 'out' && segments > 0 && !WITH_REASON.includes(text.status) ? segmentsText(segments) : '',
  ]
    .filter(Boolean)
    .join(', ');
}

const STATE_WORDS: Readonly<Partial<Record<TextAttachment['state'], string>>> = {
  loading: 'Loading…',
  waiting: 'Loads once you choose the contact',
};

function Attachment({ attachment, contactNumber }: { attachment: TextAttachment; contactNumber: number | null }) {
  const { name, type, state, failure, thumb_url: thumb, file_id: file } = attachment;
  const href = file === null || contactNumber === null ? null : `/contacts/${contactNumber}?tab=files`;
  const label = name || 'Attachment';
  const about = failure || STATE_WORDS[state];
  return (
    <div className="text-file">
      {thumb === null ? null : <img src={thumb} alt={label} loading="lazy" />}
      <span className="row">
        <Icon of={type === null ? Paperclip : drawingOf(type)} />
        {href === null ? <span className="cut">{label}</span> : <Link href={href}>{label}</Link>}
      </span>
      {about === undefined ? null : <span className="meta quiet">{about}</span>}
    </div>
  );
}
