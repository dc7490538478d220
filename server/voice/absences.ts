import type { VoiceAgent } from '../adapters/voice/voice-line.ts';
import type { Device } from './device.ts';
import { CODES, codeOf, type FramePayload, paramsOf } from './frames.ts';
import type { MediaPlace } from './media-place.ts';
import type { Side } from './side.ts';
import type { Teller } from './teller.ts';

const LOOK_MS = 500;
/** Milliseconds without sound after which a page counts as closed. Ours: a live one sends 50 packets a second. */
const CLOSED_MS = 1_000;

interface Use {
  /** Milliseconds. */
  readonly awayMs: number;
  /** Calls of this process. */
  sides(): Iterable<Side>;
  devicesOf(userId: number): readonly Device[];
  placeOf(device: Device): MediaPlace;
  /** The browser knows a side by its own id until it is answered. */
  onNamed(side: Side, ownId: string): void;
  onGivenUp(side: Side, by: 'agent' | 'line', reason: string): void;
  onTrouble(error: unknown): void;
  readonly tell: Teller['tell'];
}

interface Wait {
  /** On the steady clock of the process. */
  readonly since: number;
  /** Devices that were offered the call. */
  readonly told: Set<Device>;
  timer: NodeJS.Timeout | undefined;
}

/** Answered calls whose browser is away: its socket dropped, or its page was closed or reloaded. */
export class Absences {
  readonly #use: Use;
  readonly #waits = new WeakMap<Side, Wait>();

  constructor(use: Use) {
    this.#use = use;
  }

  /** The call waits. Of a closed page the other party hears the hold tone, and a page that opens is told of the call. */
  begin(side: Side): void {
    this.#use.tell(side.callId, { kind: 'reconnecting' });
    clearInterval(this.#waits.get(side)?.timer);
    const wait: Wait = { since: performance.now(), told: new Set(), timer: undefined };
    this.#waits.set(side, wait);
    this.#watch(side, wait);
  }

  #watch(side: Side, wait: Wait): void {
    const { awayMs, onGivenUp } = this.#use;
    clearInterval(wait.timer);
    wait.timer = setInterval(() => {
      if (side.ended || side.device !== null) return clearInterval(wait.timer);
      const leftMs = awayMs - (performance.now() - wait.since);
      const isClosed = !side.leg.isHeard(CLOSED_MS);
      if (leftMs <= 0) {
        clearInterval(wait.timer);
        return isClosed
          ? onGivenUp(side, 'agent', 'The page was closed.')
          : onGivenUp(side, 'line', 'The connection was lost.');
      }
      if (isClosed) this.#offer(side, wait, { leftMs, awayMs: awayMs - leftMs });
    }, LOOK_MS);
  }

  /** Its own page has a new socket; the sound never stopped. */
  rejoin(device: Device, agent: VoiceAgent, { callsid = '', reconnect = '' }: FramePayload): void {
    const side = [...this.#use.sides()].find(({ sid }) => sid === callsid);
    if (side === undefined || side.token !== reconnect || side.agent.userId !== agent.userId) {
      return device.hangUp(callsid, CODES.reconnectUnknown, OVER);
    }
    const wasAway = side.device === null;
    side.device = device;
    side.setAway(false);
    device.send('answer', { callsid, reconnect });
    if (wasAway) this.#use.tell(side.callId, { kind: 'reconnected' });
  }

  /** Another page of the agent takes the call up, with sound of its own. */
  async takeUp(device: Device, agent: VoiceAgent, payload: FramePayload): Promise<void> {
    const { callsid: ownId = '', sdp = '' } = payload;
    const callId = Number(paramsOf(payload).get('Rejoin'));
    const side = [...this.#use.sides()].find((one) => one.callId === callId && one.agent.userId === agent.userId);
    if (side === undefined || !side.answered || side.device !== null || sdp === '') {
      return device.hangUp(ownId, CODES.reconnectUnknown, OVER);
    }
    side.device = device;
    this.#use.onNamed(side, ownId);
    try {
      const description = await side.renewLeg(this.#use.placeOf(device), sdp);
      if (side.ended) return device.hangUp(ownId, CODES.reconnectUnknown, OVER);
      side.setAway(false);
      device.send('answer', { callsid: side.sid, sdp: description, reconnect: side.token });
      this.#use.tell(side.callId, { kind: 'reconnected' });
    } catch (error) {
      this.#use.onTrouble(error);
      device.hangUp(ownId, codeOf.failed, 'The line could not take the call.');
      side.device = null;
      const wait = this.#waits.get(side);
      // It has waited since its page was closed: a failed try gives it no more time.
      if (!side.ended && wait !== undefined) this.#watch(side, wait);
    }
  }

  #offer(side: Side, { since, told }: Wait, times: { readonly leftMs: number; readonly awayMs: number }): void {
    side.setAway(true);
    const { sid, callId, direction, from, to, talkedMs } = side;
    const number = direction === 'inbound' ? from : to;
    const payload = { callsid: sid, callId, direction, number, talkedMs, ...times };
    for (const device of this.#use.devicesOf(side.agent.userId)) {
      // A browser that was there before has nothing to do with it.
      if (device.cameAt < since || told.has(device)) continue;
      told.add(device);
      device.send('waiting', payload);
    }
  }
}

const OVER = 'This call is over.';
