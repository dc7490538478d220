import type { Tx } from '../../db/tx.ts';

/** For a merge or an undo: what it gives a contact begins no campaign. `enroll_changed_contact` reads it. */
export const startNothing = (tx: Tx) => tx.raw(`select set_config('app.starts_campaigns', 'off', true)`);
