import { createHash } from 'node:crypto';
import PostalMime, { type Attachment } from 'postal-mime';
import { type Delivery, readDeliveryStatus, readFeedback } from './delivery-status.ts';

export interface MailedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** An e-mail that came in, as far as the product reads it. */
export interface IncomingMail {
  /** Its own, else one made of its bytes: a repetition has the same. */
  readonly id: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly subject: string;
  /** `null`: it doesn't say, or not in a way to be read. */
  readonly date: Date | null;
  readonly text: string;
  /** As sent: never shown without a sanitizer. `null`: the text is all there is. */
  readonly html: string | null;
  readonly files: readonly MailedFile[];
  /** Written by a machine, such as an out-of-office note (RFC 3834). */
  readonly isAutomatic: boolean;
  /** Whom it is addressed to, then what it answers. */
  readonly addressed: string;
  readonly answers: string;
  /** Outcomes that it reports; empty: it is no report. */
  readonly deliveries: readonly Delivery[];
  /** The topmost header with the results of the receiving server; absent: there is none. */
  readonly authentication: string | undefined;
  /** The headers of the mail that a report is about. */
  readonly about: string;
}

/** Levels of parts within parts, and bytes of headers at most. Ours: mail of people stays far below. */
const MOST_LEVELS = 20;
const MOST_HEADER_BYTES = 200_000;

/** It can't be read as a mail (RFC 5322), and never will be. */
export class UnreadableMail extends Error {
  override readonly name = 'UnreadableMail';
}

function parse(raw: Buffer) {
  const limits = { maxNestingDepth: MOST_LEVELS, maxHeadersSize: MOST_HEADER_BYTES };
  return PostalMime.parse(raw, {
    forceRfc822Attachments: true,
    attachmentEncoding: 'arraybuffer',
    ...limits,
  }).catch((error: unknown) => {
    throw new UnreadableMail("A mail couldn't be read.", { cause: error });
  });
}

/** @throws {UnreadableMail} */
export async function readMail(raw: Buffer): Promise<IncomingMail> {
  const mail = await parse(raw);
  const header = (name: string) => mail.headers.filter(({ key }) => key === name).map(({ value }) => value);
  const reports = mail.attachments.filter(({ mimeType }) => REPORTS.includes(mimeType));
  const deliveries = reports.flatMap(readReport);
  const originals = mail.attachments.filter(({ mimeType }) => ORIGINALS.includes(mimeType));
  const date = new Date(mail.date ?? '');
  return {
    id: mail.messageId ?? `sha256:${createHash('sha256').update(raw).digest('hex')}`,
    from: { name: mail.from?.name ?? '', address: (mail.from?.address ?? '').toLowerCase() },
    subject: mail.subject ?? '',
    date: Number.isNaN(date.getTime()) ? null : date,
    text: mail.text ?? '',
    html: mail.html ?? null,
    files: mail.attachments.filter((file) => isFile(file)).map(toFile),
    isAutomatic: isAutomatic(header),
    addressed: ['to', 'cc', 'delivered-to', 'x-original-to'].flatMap(header).join(' '),
    answers: [mail.inReplyTo ?? '', mail.references ?? ''].join(' '),
    deliveries,
    authentication: header('authentication-results')[0],
    about: originals.map((part) => textOf(part).slice(0, MOST_HEADER_BYTES)).join('\n'),
  };
}

const REPORTS: readonly string[] = [
  'message/delivery-status',
  'message/global-delivery-status',
  'message/feedback-report',
];
const ORIGINALS: readonly string[] = [
  'message/rfc822',
  'text/rfc822-headers',
  'message/rfc822-headers',
  'message/global',
];

function readReport(part: Attachment): Delivery[] {
  const text = textOf(part);
  if (part.mimeType !== 'message/feedback-report') return readDeliveryStatus(text);
  const complaint = readFeedback(text);
  return complaint === null ? [] : [complaint];
}

const bytesOf = ({ content }: Attachment): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);

const textOf = (part: Attachment): string => bytesOf(part).toString('utf8');

/** Pictures within the text are part of it and no files. */
const isFile = (part: Attachment): boolean =>
  ![...REPORTS, ...ORIGINALS].includes(part.mimeType) && part.related !== true && (part.filename ?? '') !== '';

const toFile = (part: Attachment): MailedFile => ({ name: part.filename ?? '', bytes: bytesOf(part) });

const isAutomatic = (header: (name: string) => string[]): boolean =>
  header('auto-submitted').some((value) => value.trim().toLowerCase() !== 'no') ||
  header('precedence').some((value) => /^(bulk|junk|list|auto_reply)$/i.test(value.trim())) ||
  header('x-autoreply').length > 0;
