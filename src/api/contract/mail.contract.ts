import * as z from 'zod/mini';
import { Id, Instant, ListMeta, PageNumber } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- schemas ---------------------------------------------------------------

/** An e-mail that the embedded adapter stored instead of sending. */
export const OutboxMail = z.object({
  id: Id,
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  /** Name of the attachment; empty: none. */
  attachment: z.string(),
  created_at: Instant,
});
export type OutboxMail = z.output<typeof OutboxMail>;

/** A text message that the embedded adapter stored instead of sending. */
export const OutboxText = z.object({ id: Id, to: z.string(), text: z.string(), created_at: Instant });
export type OutboxText = z.output<typeof OutboxText>;

// ---- endpoints -------------------------------------------------------------

/** Not among the 404 specified calls: contents of this account's embedded outbox. */
export const listOutboxMails = endpoint({
  name: 'listOutboxMails',
  method: 'GET',
  path: '/v1/mail/outbox/list',
  summary: 'E-mails kept in the outbox, newest first',
  effect: 'read',
  access: 'mail.readOutbox',
  idempotent: false,
  rate: 'read',
  audit: null,
  query: z.strictObject({ page: PageNumber }),
  reply: z.object({ data: z.array(OutboxMail), meta: ListMeta }),
});

/** Not among the 404 specified calls: the same for text messages. */
export const listOutboxTexts = endpoint({
  name: 'listOutboxTexts',
  method: 'GET',
  path: '/v1/mail/outbox/texts',
  summary: 'Text messages kept in the outbox, newest first',
  effect: 'read',
  access: 'mail.readOutbox',
  idempotent: false,
  rate: 'read',
  audit: null,
  query: z.strictObject({ page: PageNumber }),
  reply: z.object({ data: z.array(OutboxText), meta: ListMeta }),
});
