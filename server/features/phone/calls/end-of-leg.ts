/** What is known of a call when a leg of its agent ends. */
export interface OfLeg {
  readonly status: string;
  readonly hung_up_at: Date | null;
  readonly away_since: Date | null;
  readonly agent_leg: string | null;
}

/**
 * What the end of an agent's leg means. A carrier reports it in the same way for a hang-up, a reload and a lost
 * connection, so a page says first that it hangs up. A rejoin may follow every other end.
 *
 *   'ends': the call, or this side of it; 'waits': the other party does; 'goesOn': it was known, or they have a newer leg
 */
export function endOfLeg(call: OfLeg, leg: string, isPassedOn: boolean): 'ends' | 'waits' | 'goesOn' {
  if (call.status !== 'active') return 'ends';
  if (call.agent_leg !== null && call.agent_leg !== leg) return 'goesOn';
  if (call.hung_up_at !== null || isPassedOn) return 'ends';
  return call.away_since === null ? 'waits' : 'goesOn';
}
