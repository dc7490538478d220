import type { Text, TextAttachment } from '#contract/messages/text.contract.ts';
import type { Deps } from '../../deps.ts';
import type { Identity } from '../../identity.ts';
import { holderOf, linksOf } from '../files/file-links.ts';
import type { AttachmentRow, TextRow } from './texts.sql.ts';

/** Address of a thumbnail, for who asks. */
type ThumbOf = (row: AttachmentRow) => string | null;

export const thumbsFor =
  ({ config, now }: Pick<Deps, 'config' | 'now'>, identity: Identity): ThumbOf =>
  ({ file_id: fileId, has_thumb: hasThumb, name }) => {
    if (fileId === null || !hasThumb) return null;
    const linked = { accountId: identity.accountId, fileId, variant: 'thumb', holder: holderOf(identity) } as const;
    return linksOf(config).linkTo(linked, name ?? '', now()).url;
  };

const noThumb: ThumbOf = () => null;

/** A text as sent over the wire; an event for many has no thumbnails. */
export const toText = (row: TextRow, thumbOf: ThumbOf = noThumb): Text => ({
  id: row.id,
  conversation_id: row.conversation_id,
  direction: row.direction,
  // Refused ones are never read here.
  status: row.status === 'refused' ? 'canceled' : row.status,
  reason: row.reason,
  held_until: row.status === 'held' ? (row.held_until?.toISOString() ?? null) : null,
  body: row.body,
  from: row.from_number,
  to: row.to_number,
  segments: row.segments,
  purpose: row.purpose,
  user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
  actor:
    row.actor_id === null || row.actor_id === row.user_id ? null : { id: row.actor_id, name: row.actor_name ?? '' },
  automatic: row.automatic,
  asks: row.asks,
  attachments: row.attachments.map((attachment) => toAttachment(attachment, thumbOf)),
  decision: row.decision,
  created_at: row.created_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
  delivered_at: row.delivered_at?.toISOString() ?? null,
  version: row.version,
});

function toAttachment(row: AttachmentRow, thumbOf: ThumbOf): TextAttachment {
  const isKept = row.state === 'kept' && row.file_state !== null;
  const state = row.state === 'kept' ? (row.file_state ?? 'failed') : row.state;
  return {
    id: row.id,
    name: row.name ?? '',
    type: row.type,
    bytes: row.bytes ?? 0,
    state: row.is_deleted ? 'failed' : state,
    failure: row.is_deleted ? 'This file was deleted.' : isKept ? (row.file_failure ?? '') : row.failure,
    file_id: row.is_deleted ? null : row.file_id,
    thumb_url: row.is_deleted ? null : thumbOf(row),
  };
}
