import { writeAudit } from '../../audit.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { emitContactsChanged } from './contact-events.ts';
import { sightValues } from './contact-sight.ts';
import type { Asker } from './contacts.service.ts';
import { lockContacts, setDeleted } from './contacts.sql.ts';

/** Moves contacts to the group deleted. Answers the ids that changed. */
export const deleteContacts = (deps: Deps, asker: Asker, ids: readonly number[]) => move(deps, asker, ids, true);

/** Brings deleted contacts back. Answers the ids that changed. */
export const restoreContacts = (deps: Deps, asker: Asker, ids: readonly number[]) => move(deps, asker, ids, false);

function move(deps: Deps, { identity, requestId }: Asker, ids: readonly number[], away: boolean): Promise<number[]> {
  return withAccount(deps.pool, identity, async (tx) => {
    const locked = await lockContacts(tx, sightValues(identity), ids, !away);
    const moved = locked.map((contact) => contact.id);
    if (moved.length === 0) return moved;

    const now = deps.now();
    await setDeleted(tx, moved, away ? now : null, now);
    await writeAudit(tx, identity, requestId, {
      action: away ? 'contacts.deleted' : 'contacts.restored',
      subjectType: 'contact',
      ...(moved.length === 1 && moved[0] !== undefined ? { subjectId: moved[0] } : {}),
      detail: { ids: moved },
    });
    await emitContactsChanged(tx, identity.accountId, locked);
    return moved;
  });
}
