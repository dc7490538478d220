import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { addressOf, networkOf } from '../../../http/client-address.ts';
import { type Kept, keepMail } from './keep-mail.ts';

export const RECEIVE_MAIL_PATH = '/v1/mail/inbound/receive_mail';

/** Bytes of a mail at most. Ours: what large providers take, with its attachments in base64. */
const MAIL_BYTES = 25 * 2 ** 20;
/** Milliseconds by which a clock may differ. Ours: a stolen request is useless afterwards. */
const SKEW_MS = 5 * 60_000;

/** Of mail that is not taken, and never will be: 200 for all else. */
const STATUSES: Readonly<Partial<Record<Kept, number>>> = { unknown: 404, unreadable: 422 };

const SIGNATURE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

/** What signs a request: the time, the recipient and the mail. */
export const signMail = (secret: string, seconds: number, recipient: string, raw: Buffer): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${recipient}.`).update(raw).digest('hex')}`;

function isSigned(secret: string, signature: string, recipient: string, raw: Buffer, now: Date): boolean {
  const [, seconds = '', given = ''] = SIGNATURE.exec(signature) ?? [];
  if (given === '' || Math.abs(Number(seconds) * 1_000 - now.getTime()) > SKEW_MS) return false;
  const [, , wanted = ''] = SIGNATURE.exec(signMail(secret, Number(seconds), recipient, raw)) ?? [];
  return timingSafeEqual(Buffer.from(given), Buffer.from(wanted));
}

const textOf = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');

/**
 * Mail from outside, as a mail server or a provider hands it over: the raw mail as the body. No session, no cookie: only
 * the signature counts. It is kept, and a job reads it. Taken again, a mail changes nothing, so that a lost answer may be
 * repeated.
 */
export function inboundRoutes(app: FastifyInstance, deps: Deps): void {
  void app.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    scope.post(RECEIVE_MAIL_PATH, { bodyLimit: MAIL_BYTES }, async (request, reply) => {
      const secret = deps.config.inboundMail?.secret ?? null;
      if (secret === null) return reply.callNotFound();
      app.limiter.count('write', networkOf(addressOf(request)));
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const recipient = textOf(request.headers['x-mail-recipient']);
      const signature = textOf(request.headers['x-mail-signature']);
      if (raw.length === 0 || !isSigned(secret, signature, recipient, raw, deps.now())) {
        request.log.warn('a mail had no right signature');
        return reply.code(403).send();
      }
      const result = await keepMail(deps, { raw, recipient });
      return reply.code(STATUSES[result] ?? 200).send({ data: { result } });
    });
    done();
  });
}
