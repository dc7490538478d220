import type { Role } from '#contract/access.contract.ts';
import { SESSION_IDLE_MIN } from '#contract/session.contract.ts';
import { permissionsOf } from '#rules/access/permissions.ts';
import { openVoiceToken } from '../../adapters/voice/embedded-token.ts';
import type { VoiceAgent } from '../../adapters/voice/voice-line.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { debtsOfRow } from '../../identity.ts';
import type { CallLedger } from './calls/call-facts.ts';
import { findLiveSessions, noteTalkingSessions } from './phone-people.sql.ts';

type Use = Pick<Deps, 'pool' | 'now' | 'seal'>;

/** User whose device a token admits to the embedded line, unless they owe something: terms, payment or the like. */
export async function admitDevice(deps: Use, token: string): ReturnType<CallLedger['admit']> {
  const opened = openVoiceToken(deps.seal, token);
  if (opened === null) return { refused: 'invalid' };
  const ttlSeconds = Math.floor((opened.expiresAt.getTime() - deps.now().getTime()) / 1_000);
  if (ttlSeconds <= 0) return { refused: 'expired' };
  const { agent } = opened;
  const [session] = await liveOf(deps, agent.accountId, [agent]);
  const isAdmitted = session !== undefined && debtsOfRow(session.debts, session.roles.length - 1).length === 0;
  return isAdmitted ? { agent, ttlSeconds } : { refused: 'invalid' };
}

/**
 * Returns those of these sessions that are live and may still call. A call in progress keeps a session active, and
 * doesn't end because its user owes something now.
 */
export async function stillIn(deps: Use, agents: readonly VoiceAgent[]): Promise<ReadonlySet<number>> {
  const byAccount = Map.groupBy(agents, ({ accountId }) => accountId);
  const found = await Promise.all([...byAccount].map(([accountId, own]) => liveOf(deps, accountId, own)));
  return new Set(found.flat().map(({ session_id: id }) => id));
}

function liveOf(deps: Use, accountId: number, agents: readonly VoiceAgent[]) {
  const at = deps.now();
  const ids = agents.map(({ sessionId }) => sessionId);
  return withAccount(deps.pool, { accountId }, async (tx) => {
    await noteTalkingSessions(tx, ids, at);
    const live = await findLiveSessions(tx, agents, at, SESSION_IDLE_MIN);
    return live.filter(({ roles }) => mayCall(roles));
  });
}

const mayCall = (stack: readonly (readonly Role[])[]): boolean => permissionsOf(stack).includes('phone.call');
