import type { CallOutcome } from '#contract/phone/call.contract.ts';
import type { VoiceAgent } from '../adapters/voice/voice-line.ts';
import type { Route } from '../features/phone/calls/call-facts.ts';
import type { Device } from './device.ts';
import type { Side, SideOrder } from './side.ts';
import type { Teller } from './teller.ts';

type AgentsRoute = Extract<Route, { kind: 'agents' }>;

interface Numbers {
  readonly from: string;
  readonly to: string;
}

const NOBODY_THERE = 'Nobody has their phone open.';
const UNRUNG = 'The line could not ring there.';

/** A call that rings on the devices of several agents at the same time. */
interface Ring extends Numbers {
  readonly route: AgentsRoute;
  /** Users whose devices ring. */
  readonly waiting: Side;
  readonly bells: Map<Device, Side>;
  readonly rejected: Set<number>;
  readonly timer: NodeJS.Timeout;
}

type By = 'agent' | 'other' | 'line';

interface Use {
  /** Milliseconds. */
  readonly ringMs: number;
  devicesOf(userId: number): readonly Device[];
  isTalking(userId: number): boolean;
  /** @throws {NoPort} */
  openSide(order: SideOrder): Side;
  /** The first answer wins. `accepted`: its sound is being set up. */
  onAnswered(bell: Side, waiting: Side, accepted: Promise<void>): void;
  onUnanswered(waiting: Side, outcome: CallOutcome, reason: string, by: By): void;
  onTrouble(error: unknown): void;
  readonly tell: Teller['tell'];
}

/** Everything that rings. */
export class Bells {
  readonly #use: Use;
  readonly #rings = new Map<string, Ring>();

  constructor(use: Use) {
    this.#use = use;
  }

  /**
   * Rings for every free user of the route, whether it rang before or not, otherwise for users on a call without a
   * waiting call.
   */
  async ring(waiting: Side, route: AgentsRoute, numbers: Numbers): Promise<void> {
    const { ringMs, tell } = this.#use;
    const devices = this.#devicesToRing(route.userIds);
    const timer = setTimeout(() => this.#giveUp(ring, 'no_answer', 'line'), ringMs);
    const ring: Ring = { ...numbers, route, waiting, bells: new Map(), rejected: new Set(), timer };
    if (devices === 'unavailable') return this.#giveUp(ring, devices, 'line', NOBODY_THERE);
    if (devices === 'busy') return this.#giveUp(ring, devices, 'line');
    this.#rings.set(route.sid, ring);
    tell(route.callId, { kind: 'ringing' });
    if (!waiting.answered) {
      waiting.hasRung = true;
      waiting.device?.send('ringing', { callsid: waiting.sid });
      tell(waiting.callId, { kind: 'ringing' });
    }
    const hung = await Promise.all(devices.map((device) => this.#hang(ring, device)));
    if (!hung.includes(true) && this.#rings.get(route.sid) === ring) this.#giveUp(ring, 'failed', 'line', UNRUNG);
  }

  /** Reason why no one would hear it; `null`: someone would. */
  deafBecause(userIds: readonly number[]): string | null {
    const devices = this.#devicesToRing(userIds);
    if (devices === 'unavailable') return NOBODY_THERE;
    return devices === 'busy' ? 'Everybody there is on the phone.' : null;
  }

  /** A device came after it began to ring at its agent. */
  async ringLate(device: Device): Promise<void> {
    const { agent } = device;
    if (agent === null || !device.registered) return;
    for (const ring of this.#rings.values()) {
      const isMeant = ring.route.userIds.includes(agent.userId) && !ring.rejected.has(agent.userId);
      if (isMeant) await this.#hang(ring, device);
    }
  }

  answer(device: Device, sid: string, sdp: string): void {
    const ring = this.#rings.get(sid);
    const bell = ring?.bells.get(device);
    if (ring === undefined || bell === undefined) return device.send('cancel', { callsid: sid });
    this.#takeDown(ring, device);
    bell.answered = true;
    this.#use.onAnswered(bell, ring.waiting, bell.leg.accept(sdp));
  }

  /** A user declines on all of their devices. */
  reject({ userId }: VoiceAgent, sid: string): void {
    const ring = this.#rings.get(sid);
    const own = [...(ring?.bells.keys() ?? [])].filter(({ agent }) => agent?.userId === userId);
    if (ring === undefined || own.length === 0) return;
    ring.rejected.add(userId);
    this.#use.tell(ring.route.callId, { kind: 'rejectedBy', userId });
    for (const device of own) quiet(ring, device);
    if (ring.bells.size === 0) this.#giveUp(ring, 'rejected', 'agent');
  }

  /** No one should answer anymore. False: no such call rings. */
  decline(sid: string): boolean {
    const ring = this.#rings.get(sid);
    if (ring !== undefined) this.#giveUp(ring, 'rejected', 'agent');
    return ring !== undefined;
  }

  leave(device: Device): void {
    for (const ring of this.#rings.values()) quiet(ring, device);
  }

  /** The waiting party has left. */
  silence(waiting: Side, outcome: CallOutcome, reason: string): void {
    for (const ring of this.#rings.values()) {
      if (ring.waiting !== waiting) continue;
      this.#takeDown(ring, null);
      const by = outcome === 'cancelled' ? 'other' : 'line';
      this.#use.tell(ring.route.callId, { kind: 'ended', outcome, by, reason, seconds: null });
    }
  }

  #waitingAt(userId: number): number {
    const rings = [...this.#rings.values()];
    return rings.filter(({ bells }) => [...bells.keys()].some(({ agent }) => agent?.userId === userId)).length;
  }

  #devicesToRing(userIds: readonly number[]): readonly Device[] | 'busy' | 'unavailable' {
    const { devicesOf, isTalking } = this.#use;
    const there = userIds.filter((id) => devicesOf(id).length > 0);
    const free = there.filter((id) => !isTalking(id));
    const isUnrung = (id: number) => this.#waitingAt(id) === 0;
    const open = [free.filter(isUnrung), free, there.filter(isUnrung)].find(({ length }) => length > 0);
    if (open !== undefined) return open.flatMap(devicesOf);
    return there.length > 0 ? 'busy' : 'unavailable';
  }

  /** False: it could not. One device that fails leaves the others ringing. */
  async #hang(ring: Ring, device: Device): Promise<boolean> {
    const { agent } = device;
    if (agent === null || !device.registered || ring.bells.has(device)) return true;
    try {
      await this.#offer(ring, device, agent);
      return true;
    } catch (error) {
      this.#use.onTrouble(error);
      ring.bells.get(device)?.close();
      ring.bells.delete(device);
      return false;
    }
  }

  async #offer(ring: Ring, device: Device, agent: VoiceAgent): Promise<void> {
    const { from, to, route } = ring;
    const { callId, sid } = route;
    const bell = this.#use.openSide({ callId, sid, agent, direction: 'inbound', from, to, device });
    ring.bells.set(device, bell);
    const sdp = await bell.leg.offer();
    if (ring.bells.get(device) !== bell) return;
    const params = new URLSearchParams({ CallId: String(callId) }).toString();
    const parameters = { CallSid: sid, AccountSid: 'embedded', From: from, To: to, Params: params };
    device.send('invite', { callsid: sid, sdp, reconnect: bell.token, parameters });
  }

  #takeDown(ring: Ring, winner: Device | null): void {
    this.#rings.delete(ring.route.sid);
    clearTimeout(ring.timer);
    for (const device of ring.bells.keys()) if (device !== winner) quiet(ring, device);
  }

  #giveUp(ring: Ring, outcome: CallOutcome, by: By, reason = ''): void {
    this.#takeDown(ring, null);
    this.#use.tell(ring.route.callId, { kind: 'ended', outcome, by, reason, seconds: null });
    this.#use.onUnanswered(ring.waiting, outcome, reason, by === 'agent' ? 'other' : by);
  }
}

function quiet(ring: Ring, device: Device): void {
  const bell = ring.bells.get(device);
  if (bell === undefined) return;
  ring.bells.delete(device);
  bell.close();
  device.send('cancel', { callsid: ring.route.sid });
}
