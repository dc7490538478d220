import type { VoiceAgent } from '../adapters/voice/voice-line.ts';
import type { CallLedger } from '../features/phone/calls/call-facts.ts';

/** Milliseconds between two looks. Source: promise P1, a session that ended is over everywhere within 5 s. */
const EVERY_MS = 4_000;

interface Use {
  readonly ledger: Pick<CallLedger, 'stillIn'>;
  /** Milliseconds between two looks; absent: ours. */
  readonly everyMs?: number | undefined;
  /** All users on the line, some of them more than once. */
  agents(): readonly VoiceAgent[];
  /** Hears whose sessions are over, or may not call any more. */
  onOver(sessionIds: ReadonlySet<number>): void;
  onTrouble(error: unknown): void;
}

/** Looks again and again whose sessions still are, with one question for all. Answers what ends it. */
export function watchSessions({ ledger, everyMs = EVERY_MS, agents, onOver, onTrouble }: Use): () => void {
  let isLooking = false;
  const look = async () => {
    const asked = new Map(agents().map((agent) => [agent.sessionId, agent]));
    if (asked.size === 0) return;
    const live = await ledger.stillIn([...asked.values()]);
    const over = new Set([...asked.keys()].filter((id) => !live.has(id)));
    if (over.size > 0) onOver(over);
  };
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    look()
      .catch(onTrouble)
      .finally(() => (isLooking = false));
  }, everyMs);
  return () => clearInterval(timer);
}
