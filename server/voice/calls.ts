import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { CallOutcome } from '#contract/phone/call.contract.ts';
import { NoSuchCall, type VoiceAgent } from '../adapters/voice/voice-line.ts';
import type { Config } from '../config.ts';
import type { CallLedger, Route } from '../features/phone/calls/call-facts.ts';
import { voice as metrics } from '../telemetry/instruments.ts';
import { Unfit } from './calls-errors.ts';
import type { ControlCommand } from './control-client.ts';
import type { Device } from './device.ts';
import { CODES, codeOf, type FramePayload, paramsOf } from './frames.ts';
import { mediaPlace, type MediaPorts } from './media-place.ts';
import { Absences } from './absences.ts';
import { Bells } from './bells.ts';
import { Side, type SideOrder } from './side.ts';
import { SideRecording } from './side-recording.ts';
import type { Recordings, Sounds } from './sound.ts';
import type { Teller } from './teller.ts';
import { qualityOf } from './quality.ts';

/** Keys of one frame; `w` is a pause. Ours. */
const KEYS = /^[0-9*#w]{1,32}$/;

export interface CallsUse {
  /** Dependencies of the process. */
  readonly gateway: string;
  readonly ledger: Pick<CallLedger, 'take' | 'routeTransfer'>;
  readonly teller: Teller;
  readonly recordings: Pick<Recordings, 'start' | 'keep'>;
  readonly sounds: Sounds;
  readonly ports: MediaPorts;
  readonly voice: Pick<Config['voice'], 'address' | 'ringMs'>;
  /** Milliseconds that a call waits for its browser. */
  readonly awayMs: number;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
  /** Devices of a user that can be called. */
  devicesOf(userId: number): readonly Device[];
}

interface End {
  readonly outcome: CallOutcome;
  readonly by: 'agent' | 'other' | 'line';
  readonly reason?: string;
  /** Its browser knows already. */
  readonly quiet?: boolean;
}

type AgentsRoute = Extract<Route, { kind: 'agents' }>;

export const newSid = (): string => `CA${randomBytes(16).toString('hex')}`;

/** Calls of this process: waiting parties, connected parties, and endings. */
export class Calls {
  readonly #use: CallsUse;
  readonly #sides = new Map<string, Side>();
  readonly #recordings = new WeakMap<Side, SideRecording>();
  /** Calls whose way is looked up; `ownId`: as the browser calls it. */
  readonly #asking = new Set<{ readonly device: Device; readonly ownId: string; gaveUp: boolean }>();
  readonly #descriptions = new WeakMap<Side, Promise<string>>();
  /** Sides that the browser knows by its own id until they ring. */
  readonly #ownIds = new WeakMap<Side, string>();
  readonly #bells: Bells;
  readonly #absences: Absences;
  #draining = false;

  constructor(use: CallsUse) {
    this.#use = use;
    this.#bells = new Bells({
      ringMs: use.voice.ringMs,
      devicesOf: use.devicesOf,
      isTalking: (userId) => [...this.#sides.values()].some(({ agent }) => agent.userId === userId),
      openSide: (order) => this.#open(order),
      onAnswered: (bell, waiting, accepted) => {
        this.#sides.set(bell.sid, bell);
        void this.#join(waiting, bell, accepted);
      },
      onUnanswered: (waiting, outcome, reason, by) => this.#fail(waiting, outcome, reason, by),
      onTrouble: this.#complain,
      tell: use.teller.tell,
    });
    this.#absences = new Absences({
      awayMs: use.awayMs,
      sides: () => this.#sides.values(),
      devicesOf: use.devicesOf,
      placeOf: ({ reached }) => mediaPlace(use.voice, reached),
      onNamed: (side, ownId) => void this.#ownIds.set(side, ownId),
      onGivenUp: (side, by, reason) => this.#end(side, { outcome: 'completed', by, reason, quiet: true }),
      onTrouble: this.#complain,
      tell: use.teller.tell,
    });
  }

  /** Calls under way or ringing. */
  get size(): number {
    return this.#sides.size + this.#asking.size;
  }

  frame(device: Device, agent: VoiceAgent, type: string, payload: FramePayload): void {
    const { callsid = '' } = payload;
    if (type === 'invite') {
      if (payload.reconnect !== undefined) return this.#absences.rejoin(device, agent, payload);
      const takesUp = paramsOf(payload).has('Rejoin');
      const taken = takesUp ? this.#absences.takeUp(device, agent, payload) : this.#dial(device, agent, payload);
      return void taken.catch(this.#complain);
    }
    if (type === 'answer') return this.#bells.answer(device, callsid, payload.sdp ?? '');
    if (type === 'reject') return this.#bells.reject(agent, callsid);
    if (type === 'hangup') return this.#hangUp(device, agent, callsid);
    const side = this.#sides.get(callsid);
    if (side === undefined || side.agent.userId !== agent.userId) return;
    const { dtmf = '' } = payload;
    if (type === 'dtmf' && KEYS.test(dtmf)) side.press(dtmf.replaceAll('w', ''));
    if (type === 'reinvite') void this.#restart(side, payload.sdp ?? '').catch(this.#complain);
    if (type === 'message') {
      device.send('ack', { acktype: 'message', callsid, voiceeventsid: payload.voiceeventsid });
    }
  }

  /** A browser can be called now: what rings at its agent rings there as well. */
  registered(device: Device): void {
    void this.#bells.ringLate(device).catch(this.#complain);
  }

  /** Its socket dropped: an answered call waits for it, one that rings does not. */
  gone(device: Device): void {
    this.#bells.leave(device);
    for (const asked of this.#asking) if (asked.device === device) asked.gaveUp = true;
    for (const side of this.#sidesOf(device)) {
      side.device = null;
      if (side.answered) this.#absences.begin(side);
      else this.#end(side, { outcome: 'cancelled', by: 'agent', quiet: true });
    }
  }

  /** User in a call, even while their socket is away. */
  agents(): VoiceAgent[] {
    return [...this.#sides.values()].map(({ agent }) => agent);
  }

  /** Ends the calls of some. */
  endOf(isMeant: (agent: VoiceAgent) => boolean, reason: string): void {
    for (const side of this.#sides.values()) {
      const outcome = side.answered ? 'completed' : 'cancelled';
      if (isMeant(side.agent)) this.#end(side, { outcome, by: 'line', reason });
    }
  }

  /** @throws {NoSuchCall} @throws {Unfit} */
  async command(sid: string, command: ControlCommand): Promise<void> {
    if (command.do === 'hangUp' && this.#bells.decline(sid)) return;
    const side = this.#sides.get(sid);
    if (side === undefined) throw new NoSuchCall(sid);
    const recording = this.#recordingOf(side);
    switch (command.do) {
      case 'hangUp':
        return this.#end(side, { outcome: side.answered ? 'completed' : 'cancelled', by: 'agent' });
      case 'announce':
        return void recording.announce(command.language).catch(this.#complain);
      case 'record':
        return recording[command.action]();
      case 'hold':
        return this.#hold(side, command.held);
      case 'transfer':
        return this.#transfer(side, command.to);
    }
  }

  /** Refuses all new calls from now on. */
  refuseNew(): void {
    this.#draining = true;
  }

  /** Ends what is under way. */
  endAll(reason: string): void {
    for (const side of this.#sides.values()) this.#end(side, { outcome: 'failed', by: 'line', reason });
  }

  async #dial(device: Device, agent: VoiceAgent, payload: FramePayload): Promise<void> {
    const { callsid: ownId = '', sdp = '' } = payload;
    const callId = Number(paramsOf(payload).get('CallId'));
    if (!Number.isSafeInteger(callId) || callId <= 0 || sdp === '') {
      return device.hangUp(ownId, CODES.badRequest, 'This is no call that was asked for.');
    }
    const sid = newSid();
    const asked = { device, ownId, gaveUp: false };
    this.#asking.add(asked);
    try {
      const { from, to, route } = await this.#use.ledger.take(agent, { callId, sid, gateway: this.#use.gateway });
      if (asked.gaveUp) return this.#dropRoute(callId, route);
      const side = this.#open({ callId, sid, agent, direction: 'outbound', from, to, device });
      this.#ownIds.set(side, ownId);
      this.#sides.set(sid, side);
      // Made while it rings, so that the answer need not wait for it.
      const description = side.leg.answer(sdp);
      description.catch(() => undefined);
      this.#descriptions.set(side, description);
      if (this.#draining) {
        if (route.kind === 'agents') this.#cancelRoute(route);
        return this.#fail(side, 'unavailable', 'The voice service is being restarted: try again in a moment.');
      }
      await this.#connect(side, route, { from, to });
    } catch (error) {
      this.#complain(error);
      const side = this.#sides.get(sid);
      if (side === undefined) device.hangUp(ownId, codeOf.failed, 'The line could not take the call.');
      else this.#fail(side, 'failed', 'The line could not take the call.');
    } finally {
      this.#asking.delete(asked);
      this.#measure();
    }
  }

  async #connect(waiting: Side, route: Route, numbers: { from: string; to: string }): Promise<void> {
    if (route.kind === 'refused') return this.#fail(waiting, route.outcome, route.reason);
    if (route.kind === 'outside') return this.#fail(waiting, 'unavailable', 'No carrier is connected.');
    if (route.kind === 'echo') return this.#join(waiting, 'echo');
    await this.#bells.ring(waiting, route, numbers);
  }

  /** Connects the waiting party with `other`. */
  async #join(waiting: Side, other: Side | 'echo', accepted = Promise.resolve()): Promise<void> {
    const { passedBy } = waiting;
    // The next party on the line has heard no disclaimer.
    if (waiting.answered) void this.#recordingOf(waiting).forgetDisclaimer().catch(this.#complain);
    // From here on the end of one is the end of the other.
    waiting.peer = other;
    if (other !== 'echo') other.peer = waiting;
    waiting.refreshHolds();
    try {
      await accepted;
      if (waiting.ended) return;
      if (other !== 'echo') this.#use.teller.tell(other.callId, { kind: 'answered', agent: other.agent });
      waiting.passedBy = null;
      if (passedBy !== null) this.#end(passedBy, { outcome: 'completed', by: 'agent' });
      if (waiting.answered) this.#use.teller.tell(waiting.callId, { kind: 'answered', agent: null });
      else await this.#answer(waiting);
      this.#use.log.info({ sid: waiting.sid, with: other === 'echo' ? 'echo' : other.sid }, 'a call is answered');
    } catch (error) {
      this.#complain(error);
      const broken = { outcome: 'failed', by: 'line', reason: 'The line broke.' } as const;
      if (passedBy !== null && other !== 'echo') {
        // Only the one who answered is lost: the caller returns to the agent who transferred them.
        [waiting.peer, other.peer] = [null, null];
        this.#end(other, broken);
        return this.#fail(waiting, broken.outcome, broken.reason);
      }
      this.#end(waiting, broken);
    }
    this.#measure();
  }

  async #answer(side: Side): Promise<void> {
    const sdp = await this.#descriptions.get(side);
    if (side.ended) return;
    side.answered = true;
    side.device?.send('answer', { callsid: side.sid, sdp, reconnect: side.token });
    this.#use.teller.tell(side.callId, { kind: 'answered', agent: null });
  }

  async #restart(side: Side, sdp: string): Promise<void> {
    const answered = await side.leg.restart(sdp);
    side.device?.send('answer', { callsid: side.sid, sdp: answered });
  }

  #hangUp(device: Device, agent: VoiceAgent, callsid: string): void {
    for (const asked of this.#asking) if (asked.device === device && asked.ownId === callsid) asked.gaveUp = true;
    const side =
      this.#sides.get(callsid) ?? this.#sidesOf(device).find((one) => this.#ownIds.get(one) === callsid) ?? null;
    if (side === null) return this.#bells.reject(agent, callsid);
    if (side.agent.userId !== agent.userId) return;
    this.#end(side, { outcome: side.answered ? 'completed' : 'cancelled', by: 'agent', quiet: true });
  }

  #hold(side: Side, held: boolean): void {
    if (side.peer === null) throw new Unfit('Nobody is on the line.');
    if (side.held === held) return;
    side.hold(held);
    this.#use.teller.tell(side.callId, { kind: held ? 'held' : 'resumed' });
  }

  async #transfer(side: Side, to: string): Promise<void> {
    const other = side.peer;
    if (!(other instanceof Side)) throw new Unfit('Nobody is on the line who could be passed on.');
    const { ledger, gateway, teller, sounds } = this.#use;
    const route = without(other.agent, await ledger.routeTransfer(side.callId, to, gateway));
    if (route.kind === 'refused') throw new Unfit(route.reason);
    if (side.ended || side.peer !== other) {
      if (route.kind === 'agents') this.#cancelRoute(route);
      throw new NoSuchCall(side.sid);
    }
    const deaf = route.kind === 'agents' ? this.#bells.deafBecause(route.userIds) : null;
    if (route.kind === 'agents' && deaf !== null) {
      this.#cancelRoute(route);
      throw new Unfit(deaf);
    }
    teller.tell(side.callId, { kind: 'transferred', to });
    other.passedBy = side;
    for (const one of [side, other]) {
      one.peer = null;
      // An announcement that is playing would reach only one of them.
      if (one.announcedAt === null) void this.#recordingOf(one).forgetDisclaimer().catch(this.#complain);
      one.speaker.repeat(sounds.ringback);
    }
    const from = other.direction === 'outbound' ? other.from : other.to;
    await this.#connect(other, route, { from, to });
  }

  /** No one talks to the waiting party: they are back with the agent who transferred them, or are told why. */
  #fail(waiting: Side, outcome: CallOutcome, reason: string, by: End['by'] = 'line'): void {
    const { passedBy } = waiting;
    if (passedBy !== null && !passedBy.ended) {
      [waiting.passedBy, waiting.peer, passedBy.peer] = [null, passedBy, waiting];
      waiting.refreshHolds();
      return this.#use.teller.tell(passedBy.callId, { kind: 'returned', outcome });
    }
    this.#end(waiting, waiting.answered ? { outcome: 'completed', by: 'line', reason } : { outcome, by, reason });
  }

  #end(side: Side, { outcome, by, reason = '', quiet = false }: End): void {
    if (side.ended || this.#sides.get(side.sid) !== side) return;
    const { peer } = side;
    const { teller } = this.#use;
    this.#sides.delete(side.sid);
    this.#bells.silence(side, by === 'agent' ? 'cancelled' : outcome, reason);
    void this.#recordingOf(side).stop().catch(this.#complain);
    const quality = side.answered ? qualityOf(side.leg.count()) : null;
    if (quality !== null) teller.tell(side.callId, { kind: 'quality', ...quality });
    if (!quiet) this.#tellEnd(side, outcome, reason);
    side.close();
    teller.tell(side.callId, { kind: 'ended', outcome, by, reason, seconds: null });
    metrics.ended.inc({ outcome });
    this.#use.log.info({ sid: side.sid, outcome, by }, 'a call ended');
    for (const other of [peer, side.passedBy]) {
      if (other instanceof Side) this.#end(other, { outcome, by: by === 'agent' ? 'other' : by, reason });
    }
    this.#measure();
  }

  #tellEnd(side: Side, outcome: CallOutcome, reason: string): void {
    const rang = side.answered || side.direction === 'inbound';
    // A call that does not ring yet is known to its browser by its own id alone.
    const callsid = rang || side.hasRung ? side.sid : (this.#ownIds.get(side) ?? side.sid);
    side.device?.hangUp(callsid, codeOf[outcome], reason);
  }

  /** The caller hung up during the route lookup. */
  #dropRoute(callId: number, route: Route): void {
    this.#use.teller.tell(callId, { kind: 'ended', outcome: 'cancelled', by: 'agent', reason: '', seconds: null });
    if (route.kind === 'agents') this.#cancelRoute(route);
  }

  #cancelRoute({ callId }: AgentsRoute): void {
    this.#use.teller.tell(callId, { kind: 'ended', outcome: 'cancelled', by: 'other', reason: '', seconds: null });
  }

  #open(order: SideOrder): Side {
    const { voice, ports, sounds, teller } = this.#use;
    return new Side(order, {
      place: mediaPlace(voice, order.device.reached),
      ports,
      sounds,
      onDigits: ({ callId }, digits) => teller.tell(callId, { kind: 'digits', digits }),
      onSilent: (side) => this.#end(side, { outcome: 'failed', by: 'line', reason: 'No sound came from the browser.' }),
    });
  }

  #recordingOf(side: Side): SideRecording {
    const { recordings, sounds, teller, now } = this.#use;
    const found = this.#recordings.get(side) ?? new SideRecording(side, { recordings, sounds, tell: teller.tell, now });
    this.#recordings.set(side, found);
    return found;
  }

  #sidesOf(device: Device): Side[] {
    return [...this.#sides.values()].filter((side) => side.device === device);
  }

  #measure(): void {
    metrics.calls.set([...this.#sides.values()].filter(({ answered }) => answered).length);
  }

  readonly #complain = (error: unknown): void => {
    this.#use.log.warn({ err: error }, 'voice');
  };
}

/** The transferred party is not rung themselves. */
const without = ({ userId }: VoiceAgent, route: Route): Route =>
  route.kind === 'agents' ? { ...route, userIds: route.userIds.filter((id) => id !== userId) } : route;
