import type { FastifyInstance } from 'fastify';
import { TWILIO_PATH, type TwilioStep } from '../../../adapters/twilio-address.ts';
import { twilioVoiceLine } from '../../../adapters/voice/twilio-voice-line.ts';
import type { Deps } from '../../../deps.ts';
import { loadPrompts } from '../../../voice/recording/prompts.ts';
import { wavHeader } from '../../../voice/recording/wav.ts';
import { createCallLedger } from '../calls/call-ledger.ts';
import { followRecording } from '../recordings/follow-recording.service.ts';
import { noteFact } from '../calls/note-fact.service.ts';
import { formOf, isSigned } from './twilio-signature.ts';
import type { Use } from './twilio-step.ts';
import { languageOf, STEPS } from './twilio-steps.ts';

/** Bytes of a form of Twilio at most. Ours: they have a few dozen short fields. */
const FORM_BYTES = 65_536;

const FORM = 'application/x-www-form-urlencoded';

const isStep = (name: string): name is TwilioStep => Object.hasOwn(STEPS, name);

/**
 * Twilio's questions and reports about calls (promise P21). No session, no cookie: only its own signature over the
 * public address and the form counts. Each fact has a key that is unique in its call, so that a repetition changes
 * nothing.
 */
export function twilioRoutes(app: FastifyInstance, deps: Deps): void {
  const { twilio } = deps.config;
  const voice = twilio?.voice ?? null;
  const line = twilio !== null && voice !== null ? twilioVoiceLine({ ...deps, twilio: { ...twilio, voice } }) : null;
  const ledger = createCallLedger(deps);
  const note: Use['note'] = async (callId, fact) => {
    const noted = await noteFact(deps, callId, fact);
    // Queries the carrier, which waits for this response.
    if (noted?.isNew === true) {
      followRecording(deps, noted.call, fact).catch((error: unknown) =>
        deps.log.error({ err: error }, 'what follows from a call failed'),
      );
    }
    return noted;
  };
  void app.register((scope, _, done) => {
    if (voice !== null) {
      const prompts = loadPrompts(deps.config.voice.prompts);
      // Public: the called party hears it.
      scope.get<{ Params: { language: string } }>(`${TWILIO_PATH}/disclaimer/:language`, (request, reply) => {
        const sound = prompts[languageOf(request.params.language)];
        return reply.type('audio/wav').send(Buffer.concat([wavHeader(1, sound.length), sound]));
      });
    }
    scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, parsed) => parsed(null, body));
    scope.post<{ Params: { step: string }; Querystring: Record<string, string>; Body: unknown }>(
      `${TWILIO_PATH}/:step`,
      { bodyLimit: FORM_BYTES },
      async (request, reply) => {
        const { step } = request.params;
        if (twilio === null || voice === null || line === null || !isStep(step)) return reply.callNotFound();
        const form = typeof request.body === 'string' ? formOf(request.body) : null;
        const signature = request.headers['x-twilio-signature'];
        const url = `${voice.publicUrl}${request.url}`;
        const isTheirs = typeof signature === 'string' && form !== null;
        if (!isTheirs || !isSigned(twilio.authToken, url, form, signature)) {
          request.log.warn('a call of Twilio had no right signature');
          return reply.code(403).send();
        }
        const said = Object.fromEntries(new URL(url).searchParams);
        const told = { said, form, now: deps.now() };
        const answer = await STEPS[step]({ deps, line, ledger, note, publicUrl: voice.publicUrl }, told);
        return answer === null ? reply.code(204).send() : reply.type('text/xml').send(answer);
      },
    );
    done();
  });
}
