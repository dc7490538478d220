import { randomUUID } from 'node:crypto';
import type { TwilioConfig, TwilioVoiceConfig } from '../../config/services.ts';
import type { Seal } from '../../seal.ts';
import { sealVoiceToken } from './embedded-token.ts';
import { CLIENT, twilioAddress, type TwilioStep } from '../twilio-address.ts';
import { signVoiceToken } from './twilio-token.ts';
import { askTwilio, TwilioRefusal } from '../twilio-rest.ts';
import {
  type CarrierLine,
  identityOf,
  LineAway,
  LineRefusal,
  NoSuchCall,
  type Rejoined,
  type VoiceAgent,
} from './voice-line.ts';

interface Use {
  readonly twilio: TwilioConfig & { readonly voice: TwilioVoiceConfig };
  readonly seal: Seal;
  readonly now: () => Date;
}

/** Milliseconds for the carrier to react while a user waits for a button. Our choice. */
const CONTROL_MS = 5_000;

/** The leg is not under way (any more), or nothing is recorded there. Source: Twilio's list of errors. */
const NOT_UNDER_WAY = new Set([20404, 21220]);

const LIVING = new Set(['queued', 'ringing', 'in-progress']);

const RECORDING = { RecordingChannels: 'dual', RecordingStatusCallbackEvent: 'in-progress completed absent' };
const RECORDING_STATUS = { pause: 'paused', resume: 'in-progress', stop: 'stopped' } as const;

/** One leg, as Twilio's Calls resource has it. */
interface Leg {
  readonly sid: string;
  readonly parent_call_sid: string | null;
  readonly status: string;
  readonly from: string;
  readonly to: string;
}

/** Both legs of a call; `parent` is the first one, the other is `null` until answered. */
interface Legs {
  readonly isLiving: boolean;
  readonly agent: string | null;
  readonly other: string | null;
  readonly parent: string;
}

/** Step to which a leg moves, and what its address says. */
type Way = readonly [step: TwilioStep, said: Readonly<Record<string, string>>];

interface Joined extends Legs {
  readonly agent: string;
  readonly other: string;
}

const FIRST_LEGS: Rejoined = { agent: null, other: null };

/**
 * Calls by Twilio. Two legs are joined by <Dial>; the answer of an outbound call, or else the first announcement, hold or
 * transfer, moves both into a conference room of the call. What happens there is told by Twilio's webhooks
 * (`server/features/phone/twilio/twilio.routes.ts`).
 */
export function twilioVoiceLine(use: Use, rejoined: Rejoined = FIRST_LEGS): CarrierLine {
  const { twilio, seal, now } = use;
  const ask = async (path: string, form?: Readonly<Record<string, string>>, absent = noLeg): Promise<unknown> => {
    try {
      const asked = { what: 'to control a call', path, withinMs: CONTROL_MS, ...(form && { form }) };
      return await (await askTwilio(twilio, asked)).json();
    } catch (error) {
      throw lineFault(error, absent);
    }
  };
  const change = (leg: string, form: Readonly<Record<string, string>>) => ask(`Calls/${leg}.json`, form);
  /** Answers whether it was under way. */
  const end = (leg: string) => change(leg, { Status: 'completed' }).then(() => true, unlessOver);
  /** The leg exists; it has no recording. */
  const changeRecording = (path: string, form: Readonly<Record<string, string>>, why: string) =>
    ask(path, form, () => new LineRefusal(why));
  const { voice } = twilio;
  const move = (leg: string, step: TwilioStep, said: Readonly<Record<string, string>>) =>
    change(leg, { Url: twilioAddress(voice.publicUrl, step, said), Method: 'POST' });

  const legsNow = async (sid: string): Promise<Legs> => withRejoined(await legsOf(ask, sid), rejoined);

  /** Drops the dialed leg first: it would be dropped when the other one leaves the dial. */
  const moveBoth = async (legs: Joined, agentTo: Way, otherTo: Way) => {
    const ways = [() => move(legs.agent, ...agentTo), () => move(legs.other, ...otherTo)];
    if (legs.other !== legs.parent) ways.reverse();
    for (const go of ways) await go();
  };

  return {
    name: 'twilio',
    path: null,
    mintToken: (who, ttlSeconds) => mintToken(twilio, sealedAgent(who, ttlSeconds), who, ttlSeconds),
    announce: async (sid, language) => {
      const legs = answered(await legsNow(sid));
      const said = { of: sid, room: legs.parent, language, once: randomUUID() };
      await moveBoth(legs, ['announce', { ...said, leg: 'agent' }], ['announce', { ...said, leg: 'other' }]);
    },
    record: async (sid, action) => {
      const { agent } = answered(await legsNow(sid));
      const path = `Calls/${agent}/Recordings`;
      if (action === 'start') {
        const told = twilioAddress(voice.publicUrl, 'recording', { of: sid });
        const form = { ...RECORDING, RecordingStatusCallback: told };
        await changeRecording(`${path}.json`, form, "This call can't be recorded right now.");
        return;
      }
      const form = { Status: RECORDING_STATUS[action], ...(action === 'pause' && { PauseBehavior: 'skip' }) };
      await changeRecording(`${path}/Twilio.CURRENT.json`, form, "This call isn't recorded.");
    },
    hold: async (sid, held) => {
      const legs = answered(await legsNow(sid));
      const said = { of: sid, room: legs.parent, once: randomUUID() };
      if (!held) return void (await move(legs.other, 'room', { ...said, resumed: '1' }));
      await moveBoth(legs, ['room', said], ['hold', said]);
    },
    transfer: async (sid, to, extension) => {
      const legs = answered(await legsNow(sid));
      const said = { of: sid, room: legs.parent, agent: legs.agent, once: randomUUID() };
      await moveBoth(legs, ['wait', said], ['transfer', { ...said, to, ...(extension !== null && { extension }) }]);
    },
    hangUp: async (sid) => endLegs(end, await legsNow(sid), ['agent', 'other']),
    leave: async (sid) => endLegs(end, await legsNow(sid), ['agent']),
    rejoined: (legs) => twilioVoiceLine(use, legs),
    meet: async (sid) => {
      const legs = answered(await legsNow(sid));
      const said = { of: sid, room: legs.parent };
      await moveBoth(legs, ['room', said], ['room', said]);
    },
    park: async (sid, held, joined) => {
      const { other, parent } = await legsNow(sid);
      if (other === null) throw new NoSuchCall();
      await move(other, 'wait', { room: parent, joined, ...(held && { held: '1' }) });
    },
    roomOf: async (sid) => (await legsNow(sid)).parent,
  };

  /** Twilio hands it back when the device dials. */
  function sealedAgent(who: VoiceAgent, ttlSeconds: number): string {
    return sealVoiceToken(seal, who, new Date(now().getTime() + ttlSeconds * 1_000));
  }
}

/** @throws {NoSuchCall} when all of them were over: the word of it was lost. */
async function endLegs(end: (leg: string) => Promise<boolean>, legs: Legs, sides: readonly ('agent' | 'other')[]) {
  const sids = sides.map((side) => legs[side]).filter((sid) => sid !== null);
  if (!(await Promise.all(sids.map(end))).includes(true)) throw new NoSuchCall();
}

/** The legs by which someone has rejoined take the place of those that have ended. */
const withRejoined = (legs: Legs, { agent, other }: Rejoined): Legs => ({
  ...legs,
  isLiving: legs.isLiving || agent !== null,
  agent: agent ?? legs.agent,
  other: other ?? legs.other,
});

/** A device registers and dials through our app; the page can't change the user of a device. */
const mintToken = ({ accountSid, voice }: Use['twilio'], agent: string, who: VoiceAgent, ttlSeconds: number) =>
  signVoiceToken(
    { accountSid, ...voice },
    { identity: identityOf(who), ttlSeconds, outgoing: { sid: voice.appSid, params: { Agent: agent } } },
  );

/** @throws {NoSuchCall} when there never was one. */
async function legsOf(ask: (path: string) => Promise<unknown>, sid: string): Promise<Legs> {
  const leg = (await ask(`Calls/${sid}.json`)) as Leg;
  const isLiving = LIVING.has(leg.status);
  if (leg.parent_call_sid) {
    const parent = leg.parent_call_sid;
    return leg.to.startsWith(CLIENT)
      ? { isLiving, agent: sid, other: parent, parent }
      : { isLiving, agent: parent, other: sid, parent };
  }
  const { calls } = (await ask(`Calls.json?ParentCallSid=${sid}&Status=in-progress`)) as { calls: readonly Leg[] };
  const child = calls[0]?.sid ?? null;
  return leg.from.startsWith(CLIENT)
    ? { isLiving, agent: sid, other: child, parent: sid }
    : { isLiving, agent: child, other: sid, parent: sid };
}

/** @throws {NoSuchCall} before anyone answers, and after the end. */
function answered({ isLiving, agent, other, parent }: Legs): Joined {
  if (!isLiving || agent === null || other === null) throw new NoSuchCall();
  return { isLiving, agent, other, parent };
}

const noLeg = (): Error => new NoSuchCall();

function lineFault(error: unknown, absent: () => Error): Error {
  if (!(error instanceof TwilioRefusal)) return new LineAway("Twilio isn't responding.", { cause: error });
  return error.status === 404 || NOT_UNDER_WAY.has(error.code ?? 0)
    ? absent()
    : new LineAway(error.message, { cause: error });
}

function unlessOver(error: unknown): false {
  if (error instanceof NoSuchCall) return false;
  throw error;
}
