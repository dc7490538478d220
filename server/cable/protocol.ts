import type { Position } from '#contract/_cable.contract.ts';
import type { PublishedEvent } from '../adapters/pub-sub/pub-sub.ts';

/**
 * Protocol offered to clients without `actioncable-v1-json`, so that the handshake succeeds and they get a reason.
 * Source: Rails.
 */
export const UNSUPPORTED_PROTOCOL = 'actioncable-unsupported';

/** Reasons for which the server ends a connection. Source: Rails' `disconnect_reasons`; the last three are ours. */
export type DisconnectReason =
  | 'unauthorized'
  | 'invalid_request'
  | 'server_restart'
  | 'remote'
  | 'too_many_connections'
  | 'too_many_messages'
  | 'too_slow';

/** Bytes of a message from a client. Ours. */
export const MAX_INBOUND_BYTES = 64 * 1024;
/** Messages of one client in a second. Ours. */
export const MAX_INBOUND_PER_SECOND = 50;
/** Bytes that wait for one slow reader. Source: promise P25. */
export const MAX_OUTBOUND_BYTES = 2 ** 20;
/** Source: promise P25. */
export const MAX_SOCKETS_PER_USER = 10;
/** Maximum subscriptions of one socket. Our choice: three times what all pages together use. */
export const MAX_SUBSCRIPTIONS = 50;
/** Letters of an identifier. Ours. */
export const MAX_IDENTIFIER = 1_000;
/** Maximum events of one catch-up; beyond that, reloading is cheaper. Our choice. */
export const MAX_CATCH_UP = 1_000;

/** Close codes of RFC 6455 and its registry. */
export const CLOSE = { normal: 1000, restart: 1012, tryAgain: 1013, policy: 1008 } as const;

const TEXT = 0x81;
const MEDIUM = 126;
const LONG = 127;

/** A whole WebSocket text frame, unmasked as servers send it: built once, written to any number of sockets. */
export function textFrame(text: string): Buffer {
  const bytes = Buffer.byteLength(text);
  const head = bytes < MEDIUM ? 2 : bytes < 2 ** 16 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + bytes);
  frame[0] = TEXT;
  frame[1] = head === 2 ? bytes : head === 4 ? MEDIUM : LONG;
  if (head === 4) frame.writeUInt16BE(bytes, 2);
  if (head === 10) frame.writeBigUInt64BE(BigInt(bytes), 2);
  frame.write(text, head);
  return frame;
}

export const WELCOME = textFrame('{"type":"welcome"}');

/** A WebSocket ping without content: every client answers it by itself, which Action Cable's own ping does not ask for. */
const LINE_PING = Buffer.from([0x89, 0]);

export const pingFrame = (epochSeconds: number): Buffer =>
  Buffer.concat([textFrame(`{"type":"ping","message":${epochSeconds}}`), LINE_PING]);

export const confirmFrame = (identifier: string): Buffer =>
  textFrame(`{"identifier":${JSON.stringify(identifier)},"type":"confirm_subscription"}`);

export const rejectFrame = (identifier: string): Buffer =>
  textFrame(`{"identifier":${JSON.stringify(identifier)},"type":"reject_subscription"}`);

export const disconnectFrame = (reason: DisconnectReason, reconnect: boolean): Buffer =>
  textFrame(JSON.stringify({ type: 'disconnect', reason, reconnect }));

/** `messageJson` is JSON already, so that one event is serialised once for all identifiers. */
export const messageFrame = (identifier: string, messageJson: string): Buffer =>
  textFrame(`{"identifier":${JSON.stringify(identifier)},"message":${messageJson}}`);

export const eventJson = ({ body, stream, epoch, offset }: Omit<PublishedEvent, 'sequence'>): string =>
  JSON.stringify({ ...body, stream, epoch, offset });

export const positionFrame = (identifier: string, type: 'stream.positioned' | 'stream.lost', at: Position): Buffer =>
  messageFrame(identifier, JSON.stringify({ type, stream: at.stream, epoch: at.epoch, offset: at.offset }));
