import { SESSION_IDLE_MIN } from '#contract/session.contract.ts';
import type { OwnSession } from '#contract/session/own-sessions.contract.ts';
import { writeAudit } from '../../audit.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { endStacks, findOwnSessions } from './own-sessions.sql.ts';

type Use = Pick<Deps, 'pool' | 'now'>;

export const listOwnSessions = (deps: Use, identity: Identity): Promise<OwnSession[]> =>
  withAccount(deps.pool, identity, async (tx) => {
    const rows = await findOwnSessions(tx, identity.userId, deps.now(), SESSION_IDLE_MIN);
    return rows.map((row) => ({
      ...row,
      current: row.id === identity.sessionId,
      created_at: row.created_at.toISOString(),
      last_seen_at: row.last_seen_at.toISOString(),
    }));
  });

/** @throws {Refusal} `conflict` for the caller's session, `not_found` for any other that isn't theirs and live. */
export async function endOwnSession(deps: Use, identity: Identity, id: number, requestId: string): Promise<void> {
  if (id === identity.sessionId) throw new Refusal('conflict', 'This is your current session. Sign out instead.');
  await withAccount(deps.pool, identity, async (tx) => {
    const at = deps.now();
    const found = await findOwnSessions(tx, identity.userId, at, SESSION_IDLE_MIN);
    if (!found.some((session) => session.id === id)) throw new Refusal('not_found', 'Session not found.');
    await endStacks(tx, [id], at);
    await writeAudit(tx, identity, requestId, { action: 'session.ended', subjectType: 'session', subjectId: id });
  });
}

/** Answers how many there were. */
export const endOtherSessions = (deps: Use, identity: Identity, requestId: string): Promise<number> =>
  withAccount(deps.pool, identity, async (tx) => {
    const at = deps.now();
    const found = await findOwnSessions(tx, identity.userId, at, SESSION_IDLE_MIN);
    const others = found.map(({ id }) => id).filter((id) => id !== identity.sessionId);
    await endStacks(tx, others, at);
    await writeAudit(tx, identity, requestId, { action: 'session.othersEnded', detail: { ended: others.length } });
    return others.length;
  });
