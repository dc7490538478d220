import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  readonly form: Record<string, string>;
}

/** A leg as Twilio's Calls resource has it. */
export interface StandInLeg {
  readonly sid: string;
  readonly parent_call_sid: string | null;
  readonly from: string;
  readonly to: string;
  status: string;
  end_time?: string;
}

/** A number for sale, as Twilio's AvailablePhoneNumbers has it. */
export interface StandInOffer {
  readonly phone_number: string;
  readonly locality: string | null;
  readonly region: string | null;
  readonly capabilities: { readonly voice: boolean; readonly SMS: boolean; readonly MMS: boolean };
}

/** A number of the account, as Twilio's IncomingPhoneNumbers has it. */
export interface StandInNumber {
  readonly sid: string;
  readonly phone_number: string;
  readonly friendly_name: string;
}

/** A text as Twilio's Messages resource has it. */
export interface StandInText {
  readonly sid: string;
  readonly to: string;
  readonly from: string;
  readonly body: string;
  readonly status: string;
  readonly date_created: string;
}

export interface StandInRefusal {
  readonly status: number;
  readonly code: number;
}

export interface TwilioStandIn {
  readonly baseUrl: string;
  readonly received: Received[];
  /** Living and past, by their sid. */
  readonly legs: Map<string, StandInLeg>;
  /** Recordings by their sid, as WAV. */
  readonly recordings: Map<string, Buffer>;
  /** Legs at which nothing is recorded, so that no recording can be changed. */
  readonly unrecorded: Set<string>;
  /** Texts that it has taken, oldest first. */
  readonly messages: StandInText[];
  /** What it answers to the next texts; `lost`: it takes the text, and its answer does not come. */
  readonly refusals: (StandInRefusal | 'lost')[];
  /** Numbers for sale, and those of the account by their sid. */
  readonly offers: StandInOffer[];
  readonly numbers: Map<string, StandInNumber>;
  /** What it answers to the next purchases of numbers; `lost`: it sells the number, and its answer does not come. */
  readonly sales: (StandInRefusal | 'lost')[];
  /** Pictures of texts by their path below the account. */
  readonly media: Map<string, { readonly body: Buffer; readonly mime: string; readonly status?: number }>;
  /** Since the last look, without what was only read. */
  posted(): readonly { readonly path: string; readonly form: Record<string, string> }[];
  close(): void;
}

export const STAND_IN_SID = 'AC1';
export const STAND_IN_TOKEN = 'token';
/** URL that its TwiML app `AP1` calls. */
export const TWIML_APP_URL = 'https://crm.example.com/_twilio/dial';

interface Answer {
  readonly status: number;
  readonly mime?: string;
  readonly body: object | Buffer;
}

const refusal = (status: number, code: number): Answer => ({ status, body: { code, message: 'Refused.' } });

/** Twilio's numbers: for sale, bought and released. */
function standInNumbers() {
  const offers: StandInOffer[] = [];
  const numbers = new Map<string, StandInNumber>();
  const sales: TwilioStandIn['sales'] = [];
  const sell = ({ PhoneNumber: number = '', FriendlyName: name = '' }: Record<string, string>): Answer => {
    const [next] = sales.splice(0, 1);
    if (next !== undefined && next !== 'lost') return refusal(next.status, next.code);
    if (!offers.some((one) => one.phone_number === number)) return refusal(400, 21_422);
    const made = { sid: `PN${String(numbers.size + 1).padStart(32, '0')}`, phone_number: number, friendly_name: name };
    numbers.set(made.sid, made);
    return next === 'lost' ? { status: 502, body: {} } : { status: 201, body: made };
  };
  const answerNumbers = (method: string, path: string, query: URLSearchParams, form: Record<string, string>) => {
    if (path === 'AvailablePhoneNumbers/US/Local.json') {
      const wanted = (['Voice', 'Sms', 'Mms'] as const).filter((one) => query.get(`${one}Enabled`) === 'true');
      const found = offers.filter(
        ({ phone_number: number, capabilities: { voice, SMS, MMS } }) =>
          number.startsWith(`+1${query.get('AreaCode') ?? ''}`) &&
          number.includes(query.get('Contains') ?? '') &&
          wanted.every((one) => ({ Voice: voice, Sms: SMS, Mms: MMS })[one]),
      );
      return { status: 200, body: { available_phone_numbers: found } };
    }
    if (path === 'IncomingPhoneNumbers.json' && method === 'POST') return sell(form);
    if (path === 'IncomingPhoneNumbers.json') {
      const own = [...numbers.values()].filter((one) => one.phone_number === query.get('PhoneNumber'));
      return { status: 200, body: { incoming_phone_numbers: own } };
    }
    const [, sid = ''] = /^IncomingPhoneNumbers\/(\w+)\.json$/.exec(path) ?? [];
    if (sid === '' || method !== 'DELETE') return null;
    return numbers.delete(sid) ? { status: 204, body: Buffer.alloc(0) } : refusal(404, 20_404);
  };
  return { offers, numbers, sales, answerNumbers };
}

/** Speaks Twilio's REST for Messages, Calls, Recordings and numbers, with its numbered errors. */
export async function openTwilioStandIn(now: () => Date = () => new Date()): Promise<TwilioStandIn> {
  const received: Received[] = [];
  const legs = new Map<string, StandInLeg>();
  const recordings = new Map<string, Buffer>();
  const unrecorded = new Set<string>();
  const messages: StandInText[] = [];
  const refusals: TwilioStandIn['refusals'] = [];
  const media: TwilioStandIn['media'] = new Map();
  const { offers, numbers, sales, answerNumbers } = standInNumbers();
  const server = createServer((request, response) => {
    void answer(request).then(({ status, body, mime = 'audio/x-wav' }) => {
      const isSound = Buffer.isBuffer(body);
      response.writeHead(status, { 'content-type': isSound ? mime : 'application/json' });
      response.end(isSound ? body : JSON.stringify(body));
    });
  });

  function takeMessage(form: Record<string, string>): Answer {
    const [next] = refusals.splice(0, 1);
    if (next !== undefined && next !== 'lost') return refusal(next.status, next.code);
    const sid = `SM${String(messages.length + 1).padStart(32, '0')}`;
    const { To: to = '', From: from = '', Body: body = '' } = form;
    const made = { sid, to, from, body, status: 'queued', date_created: now().toUTCString() };
    messages.push(made);
    // It has been taken, and a gateway in between breaks.
    return next === 'lost' ? { status: 502, body: {} } : { status: 201, body: made };
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { method, url = '', headers } = request;
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    received.push({ method, url, authorization: headers.authorization, form });
    const expected = `Basic ${Buffer.from(`${STAND_IN_SID}:${STAND_IN_TOKEN}`).toString('base64')}`;
    if (headers.authorization !== expected) return refusal(401, 20_003);
    const { pathname, searchParams } = new URL(url, 'http://twilio');
    const path = pathname.replace(`/2010-04-01/Accounts/${STAND_IN_SID}/`, '');
    const ofNumbers = answerNumbers(method ?? '', path, searchParams, form);
    if (ofNumbers !== null) return ofNumbers;
    if (path === 'Messages.json' && method === 'GET') {
      const [to, from] = [searchParams.get('To'), searchParams.get('From')];
      return { status: 200, body: { messages: messages.filter((one) => one.to === to && one.from === from) } };
    }
    const picture = media.get(path.replace(/\.json$/, ''));
    if (picture !== undefined && method === 'DELETE') {
      media.delete(path.replace(/\.json$/, ''));
      return { status: 204, body: Buffer.alloc(0) };
    }
    if (picture !== undefined) return { status: 200, ...picture };
    if (path === 'Messages.json') {
      if (!/^\+\d{8,15}$/.test(form['To'] ?? '')) return refusal(400, 21_211);
      return takeMessage(form);
    }
    if (path === 'Calls.json') {
      const calls = [...legs.values()].filter(
        ({ parent_call_sid, status }) =>
          parent_call_sid === searchParams.get('ParentCallSid') && status === searchParams.get('Status'),
      );
      return { status: 200, body: { calls } };
    }
    if (path === 'Applications/AP1.json') return { status: 200, body: { sid: 'AP1', voice_url: TWIML_APP_URL } };
    const [, recordingSid = '', as] = /^Recordings\/(\w+)\.(wav|json)$/.exec(path) ?? [];
    if (as === 'json' && method === 'DELETE') {
      return recordings.delete(recordingSid) ? { status: 204, body: Buffer.alloc(0) } : refusal(404, 20_404);
    }
    if (as === 'wav') {
      const sound = recordings.get(recordingSid);
      return sound === undefined ? refusal(404, 20_404) : { status: 200, body: sound };
    }
    return ofCall(path, method === 'POST', form);
  }

  function ofCall(path: string, isChange: boolean, form: Record<string, string>): Answer {
    const [, sid = '', below] = /^Calls\/(\w+)(\.json|\/Recordings.*)$/.exec(path) ?? [];
    const leg = legs.get(sid);
    if (leg === undefined) return refusal(404, 20_404);
    if (!isChange) return { status: 200, body: leg };
    if (leg.status !== 'in-progress' && leg.status !== 'ringing') return refusal(400, 21_220);
    if (below !== '.json' && unrecorded.has(sid)) {
      return below === '/Recordings.json' ? refusal(400, 21_220) : refusal(404, 20_404);
    }
    if (form['Status'] === 'completed') leg.status = 'completed';
    return { status: below === '.json' ? 200 : 201, body: leg };
  }

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    legs,
    recordings,
    unrecorded,
    messages,
    refusals,
    offers,
    numbers,
    sales,
    media,
    posted: () =>
      received
        .splice(0)
        .filter(({ method }) => method === 'POST')
        .map(({ url = '', form }) => ({ path: url.replace(`/2010-04-01/Accounts/${STAND_IN_SID}/`, ''), form })),
    close: () => void server.close(),
  };
}
