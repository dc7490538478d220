import type { Body, Query, Reply } from '#contract/endpoint.ts';
import type * as contract from '#contract/workflows/versions.contract.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import type { Caller } from '../../resource/table.ts';
import { changeThese } from '../bulk/bulk.service.ts';
import { findMove, idsIn, placeIn, requireVersion, sameStep } from './move-many.ts';
import { findCountsOf } from './moves.sql.ts';
import { requireFlow, requireSeen } from './workflows.service.ts';

/** A version as it was turned on. @throws {Refusal} `not_found` */
export const readVersion = (
  { pool }: Deps,
  identity: Identity,
  id: number,
  number: number,
): Promise<Reply<typeof contract.readVersion>> =>
  withAccount(pool, identity, async (tx) => {
    await requireSeen(tx, identity, id);
    const { definition } = await requireVersion(tx, id, number);
    return { data: { number, definition } };
  });

/** Where contacts under way in a version are, and where they would go. @throws {Refusal} `not_found` */
export const previewMove = (
  { pool }: Deps,
  identity: Identity,
  id: number,
  { from, to }: Query<typeof contract.previewMove>,
): Promise<Reply<typeof contract.previewMove>> =>
  withAccount(pool, identity, async (tx) => {
    await requireFlow(tx, identity, id, false);
    const [old, young] = [await requireVersion(tx, id, from), await requireVersion(tx, id, to)];
    const counts = await findCountsOf(tx, old.id);
    return {
      data: counts.map(({ step, contacts }) => {
        const same = sameStep(old.definition, young.definition, step);
        return {
          step,
          place: placeIn(old.definition, step),
          contacts,
          to_step: same,
          to_place: same === null ? '' : placeIn(young.definition, same),
        };
      }),
    };
  });

/**
 * Moves contacts under way in one version to another, as a bulk change. Those whose step is gone stay unless a step is
 * chosen for them, which they begin. A repeated call moves no one.
 * @throws {Refusal} `not_found`, `access_denied`, `refused` for a step that isn't in the version, `conflict` for the same version.
 */
export const moveContacts = (
  deps: Deps,
  caller: Caller,
  id: number,
  { from, to, steps }: Body<typeof contract.moveContacts>,
): Promise<Reply<typeof contract.moveContacts>> =>
  withAccount(deps.pool, caller.identity, async (tx) => {
    const flow = await requireFlow(tx, caller.identity, id, true);
    if (from === to) throw new Refusal('conflict', 'Choose another version.');
    const change = { action: 'workflow_move', workflow_id: id, from, to, steps } as const;
    const move = await findMove(tx, change);
    const counts = await findCountsOf(tx, move.from.id);
    const data = await changeThese(deps, tx, caller, {
      change,
      names: [String(flow['name'])],
      selection: { ids: [] },
      sentence: `Contacts in version ${from}`,
      ids: idsIn(move.from.id),
      counted: counts.reduce((sum, { contacts }) => sum + contacts, 0),
      audit: 'workflow.contacts_moved',
    });
    return { data };
  });
