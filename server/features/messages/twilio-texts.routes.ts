import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { textReasonOf, textStatusOf } from '../../adapters/texts/twilio-text-facts.ts';
import { TWILIO_TEXTS_PATH } from '../../adapters/texts/twilio-text-line.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { findCampaignFile } from '../campaign-triggers/campaign-files.ts';
import { TYPES } from '../files/file-types.ts';
import { findFile } from '../files/received-files.ts';
import { formOf, isSigned } from '../phone/twilio/twilio-signature.ts';
import { noteTold } from './sending/carry-text.ts';
import { readMedia, TEXT_MEDIA_PATH } from './sending/media-links.ts';
import { receiveText } from './incoming/receive-text.ts';
import { findAccountOf } from './texts.sql.ts';

/** Bytes of a form of Twilio at most. Ours: a long text and ten addresses are a few thousand. */
const FORM_BYTES = 65_536;
const FORM = 'application/x-www-form-urlencoded';

/** Pictures of a text at most. Source: Twilio's limit. */
const MOST_MEDIA = 10;

type Form = Readonly<Record<string, string>>;

/** Names of a picture of a text, below the account: an address in a form is never followed. */
const MEDIA = /\/Messages\/(?:SM|MM)[0-9a-f]{32}\/Media\/ME[0-9a-f]{32}$/;

/**
 * What Twilio tells of texts. No session, no cookie: only its own signature over the public address and the form counts.
 * Repeated, late and out of order it changes nothing that stands already.
 */
export function twilioTextsRoutes(app: FastifyInstance, deps: Deps): void {
  void app.register((scope, _, done) => {
    scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, parsed) => parsed(null, body));
    const options = { bodyLimit: FORM_BYTES };

    scope.post<{ Querystring: Form }>(`${TWILIO_TEXTS_PATH}/status`, options, async (request, reply) => {
      const form = signedForm(deps, request, reply);
      return form === null ? reply : tellStatus(deps, Number(request.query['text']), form, reply);
    });

    scope.post(`${TWILIO_TEXTS_PATH}/incoming`, options, async (request, reply) => {
      const form = signedForm(deps, request, reply);
      if (form === null) return reply;
      await receiveText(deps, {
        sid: form['MessageSid'] ?? '',
        from: form['From'] ?? '',
        to: form['To'] ?? '',
        body: form['Body'] ?? '',
        media: mediaIn(form),
        isAnswered: (form['OptOutType'] ?? '') !== '',
      });
      return reply.code(204).send();
    });

    // Twilio fetches what an MMS carries; the signed address alone counts.
    scope.get<{ Params: { token: string } }>(`${TEXT_MEDIA_PATH}/:token`, async (request, reply) => {
      const linked = readMedia(deps.config, request.params.token, deps.now());
      if (linked === null) return reply.callNotFound();
      const file = await withAccount(deps.pool, linked, async (tx) => {
        const [row] = await tx.raw<{ file_id: number | null; campaign_file_id: number | null }>(
          'select file_id, campaign_file_id from text_attachments where id = $1',
          [linked.attachmentId],
        );
        if (row?.campaign_file_id) return findCampaignFile(tx, row.campaign_file_id);
        const found = row?.file_id ? await findFile(tx, row.file_id) : null;
        return found === null || found.state !== 'ready' || found.deleted_at !== null ? null : found;
      });
      if (file === null) return reply.callNotFound();
      return reply
        .type(TYPES[file.type].mime)
        .header('content-length', file.bytes)
        .send(await deps.storage.open(file.file_key));
    });
    done();
  });
}

/** The form of Twilio; `null`: it is not theirs, and the reply says so. */
function signedForm(deps: Deps, request: FastifyRequest, reply: FastifyReply): Form | null {
  const { twilio, appUrl } = deps.config;
  const form = typeof request.body === 'string' ? formOf(request.body) : null;
  const signature = request.headers['x-twilio-signature'];
  if (twilio === null || appUrl === null) {
    reply.callNotFound();
    return null;
  }
  const isTheirs = typeof signature === 'string' && form !== null;
  if (!isTheirs || !isSigned(twilio.authToken, `${appUrl}${request.url}`, form, signature)) {
    request.log.warn('a text of Twilio had no right signature');
    void reply.code(403).send();
    return null;
  }
  return form;
}

async function tellStatus(deps: Deps, textId: number, form: Form, reply: FastifyReply) {
  const status = textStatusOf(form['MessageStatus'] ?? '');
  const sid = form['MessageSid'] ?? '';
  const accountId = Number.isSafeInteger(textId) ? await findAccountOf(deps.pool, textId) : null;
  if (status !== null && accountId !== null && sid !== '') {
    const code = Number(form['ErrorCode'] ?? '') || null;
    const reason = status === 'failed' ? textReasonOf(code) : '';
    await noteTold(deps, { accountId, textId }, { sid, status, code, reason });
  }
  return reply.code(204).send();
}

const mediaIn = (form: Form): string[] =>
  Array.from({ length: Math.min(Number(form['NumMedia'] ?? 0) || 0, MOST_MEDIA) }, (_, place) => {
    const [path = ''] = MEDIA.exec(form[`MediaUrl${place}`] ?? '') ?? [];
    return path.slice(1);
  }).filter(Boolean);
