import * as z from 'zod/mini';

// ---- schemas ---------------------------------------------------------------

/** Position of a message. Offsets within one stream and epoch have no gaps. */
export const Position = z.object({
  stream: z.string(),
  /** Changes when the server can no longer continue the old numbering. */
  epoch: z.string(),
  offset: z.int(),
});
export type Position = z.output<typeof Position>;

/** Asked by `message` with `{action: 'catch_up'}` when a subscription knows of an older position. */
export const CatchUp = z.object({
  action: z.literal('catch_up'),
  since: z.array(Position),
});
export type CatchUp = z.output<typeof CatchUp>;

/** Sent by `message` with `{action: 'in_use'}` while the user looks at the page; extends the session's idle timeout. */
export const InUse = z.object({ action: z.literal('in_use') });
export type InUse = z.output<typeof InUse>;

// ---- broadcasts (every channel) ----------------------------------------------

/** Facts about a stream, sent on every channel in addition to the channel's own. */
export const StreamBroadcast = z.discriminatedUnion('type', [
  /** After confirm_subscription and after a catch-up: the head of the stream now. */
  z.extend(Position, { type: z.literal('stream.positioned') }),
  /** The missed messages are no longer stored: reload, then continue from this position. */
  z.extend(Position, { type: z.literal('stream.lost') }),
]);
export type StreamBroadcast = z.output<typeof StreamBroadcast>;

// ---- constants -------------------------------------------------------------

export const CABLE_PATH = '/cable';
export const CABLE_PROTOCOL = 'actioncable-v1-json';

/** Milliseconds between pings. Source: Action Cable's BEAT_INTERVAL of 3 s. */
export const CABLE_PING_MS = 3_000;
/** Milliseconds without any frame after which the line counts as dead: two missed pings. */
export const CABLE_STALE_MS = 2 * CABLE_PING_MS;
/** Milliseconds before the first reconnect. Source: core §4. */
export const CABLE_RECONNECT_MS = 1_000;
/** Milliseconds at most between later reconnects. Source: decisions, "Realtime". */
export const CABLE_RECONNECT_MAX_MS = 30_000;

/** Milliseconds between two activity reports of a page. Our choice: a twelfth of the idle timeout. */
export const CABLE_IN_USE_MS = 5 * 60_000;

export const CHANNELS = [
  'ConvergeOneChannel',
  'ChatChannel',
  'SmsChannel',
  'ContactsImportChannel',
  'ContactsTransferChannel',
  'JobsChannel',
  'NotificationsChannel',
] as const;
export type ChannelName = (typeof CHANNELS)[number];
