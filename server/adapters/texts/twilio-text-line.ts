import type { TwilioConfig } from '../../config/services.ts';
import type { Tx } from '../../db/tx.ts';
import { type TakenText, TextPostponed, TextRefused, type TextLine, type TextToSend } from './text-line.ts';
import { textReasonOf, textStatusOf } from './twilio-text-facts.ts';
import { askTwilio, TwilioRefusal } from '../twilio-rest.ts';

/** Where Twilio reports about texts, and brings those of people. */
export const TWILIO_TEXTS_PATH = '/_texts/twilio';

/** Milliseconds until a silent Twilio counts as away: the contact stays locked for as long. Our choice. */
const WITHIN_MS = 8_000;
/** Milliseconds after which Twilio lists every text that it has taken. Ours: it lists them in seconds. */
const SETTLES_MS = 10 * 60_000;

/** Keywords that Twilio answers on its own. Source: its "Support for opt-out keywords". */
const ANSWERED = /^(stop|stopall|unsubscribe|cancel|end|quit|revoke|optout|start|yes|unstop|help|info)$/i;

/** Twilio's codes with which it has taken nothing and may do so later: too many requests, or a fault of its account. */
const LATER: readonly number[] = [20_003, 20_404, 20_429, 14_107, 21_611];

interface Message {
  readonly sid: string;
  readonly status: string;
  readonly body?: string;
  readonly error_code?: number | null;
  /** As in "Thu, 24 Aug 2023 05:01:45 +0000". */
  readonly date_created?: string;
}

export interface TwilioTextLineUse {
  readonly twilio: TwilioConfig;
  /** `null`: Twilio can't reach us, so texts stay `sent`. */
  readonly appUrl: string | null;
}

/** Twilio's Messages. It knows no idempotency key: a text whose answer was lost is looked up by its words. */
export const twilioTextLine = ({ twilio, appUrl }: TwilioTextLineUse): TextLine => ({
  name: 'twilio',
  settlesMs: SETTLES_MS,
  answers: (body) => ANSWERED.test(body.trim()),
  send: async (_tx, text) => {
    const form = new URLSearchParams({
      To: text.to,
      From: text.from,
      ...(text.body !== '' && { Body: text.body }),
      ...(text.validForS !== null && { ValidityPeriod: String(text.validForS) }),
      ...(appUrl !== null && { StatusCallback: statusAddress(appUrl, text.id) }),
    });
    for (const url of text.media) form.append('MediaUrl', url);
    try {
      const asked = { what: 'a text', path: 'Messages.json', form, withinMs: WITHIN_MS } as const;
      const response = await askTwilio(twilio, asked);
      return takenOf((await response.json()) as Message);
    } catch (error) {
      throw error instanceof TwilioRefusal ? refusalOf(error) : error;
    }
  },
  find: async (tx, text, claimedAt) => {
    const day = new Date(claimedAt.getTime() - 60_000).toISOString();
    const query = new URLSearchParams({ To: text.to, From: text.from, 'DateSent>': day, PageSize: '100' });
    const path = `Messages.json?${query.toString()}`;
    const response = await askTwilio(twilio, { what: 'the list of texts', path, withinMs: WITHIN_MS });
    const { messages } = (await response.json()) as { messages: readonly Message[] };
    const known = await knownOf(tx, messages);
    const [found] = messages
      .filter(({ sid, body = '' }) => isSame(body, text) && !known.has(sid))
      .map((message) => ({ message, awayMs: awayMsOf(message, claimedAt) }))
      .filter(({ awayMs }) => awayMs >= -SKEW_MS && awayMs <= SETTLES_MS)
      .toSorted((a, b) => Math.abs(a.awayMs) - Math.abs(b.awayMs));
    return found === undefined ? null : takenOf(found.message);
  },
});

/** Milliseconds by which Twilio's clock may be behind ours, and its seconds are whole. Ours. */
const SKEW_MS = 60_000;

/** Milliseconds between our try and the text at Twilio. */
const awayMsOf = ({ date_created: created = '' }: Message, claimedAt: Date): number =>
  Date.parse(created) - claimedAt.getTime();

/** Those of texts whose answer came: the same words to the same number may be another text. */
async function knownOf(tx: Tx, messages: readonly Message[]): Promise<ReadonlySet<string>> {
  const sids = messages.map(({ sid }) => sid);
  const rows = await tx.raw<{ sid: string }>('select sid from text_messages where sid = any($1::text[])', [sids]);
  return new Set(rows.map(({ sid }) => sid));
}

/** Twilio trims what it sends. */
const isSame = (body: string, { body: wanted }: TextToSend): boolean => body.trim() === wanted.trim();

/** Names our text, so that the first report is enough to know which one it is. */
export const statusAddress = (appUrl: string, textId: number): string =>
  `${appUrl}${TWILIO_TEXTS_PATH}/status?text=${textId}`;

function takenOf({ sid, status, error_code: code = null }: Message): TakenText {
  const told = textStatusOf(status) ?? 'sent';
  return { sid, status: told, code, reason: told === 'failed' ? textReasonOf(code) : '' };
}

function refusalOf(error: TwilioRefusal): Error {
  const { status, code } = error;
  if (status === 429 || status === 401 || status === 403 || (code !== null && LATER.includes(code))) {
    return new TextPostponed('Twilio takes no texts at the moment.', { cause: error });
  }
  // A gateway in between may have passed it on.
  if (status >= 500 || code === null) return error;
  return new TextRefused(code, textReasonOf(code), code === 21_610);
}
