import type { Body, Query, Reply } from '#contract/endpoint.ts';
import type * as contract from '#contract/workflows/versions.contract.ts';
import type { FlowDefinition } from '#contract/workflows/definition.contract.ts';
import { placeWords } from '#rules/workflows/flow-words.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import type { Caller } from '../../resource/table.ts';
import { findCountsOf, findVersionNumbered, moveRuns, type NumberedVersion } from './moves.sql.ts';
import { nameOf, requireFlow, requireSeen, tellFlow } from './workflows.service.ts';

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

async function requireVersion(tx: Tx, flowId: number, number: number): Promise<NumberedVersion> {
  const found = await findVersionNumbered(tx, flowId, number);
  if (found === null) throw new Refusal('not_found', 'This version was not found.');
  return found;
}

/** The step of another version that is the same: by its id, and of the same kind. `null`: there is none. */
function sameStep(before: FlowDefinition, after: FlowDefinition, id: string): string | null {
  if (id === '') return '';
  const [was, is] = [before, after].map(({ steps }) => steps.find((step) => step.id === id));
  return is !== undefined && is.kind === was?.kind ? id : null;
}

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
        const words = (of: FlowDefinition, at: string) => (at === '' ? 'Not begun' : placeWords(of, at));
        return {
          step,
          place: words(old.definition, step),
          contacts,
          to_step: same,
          to_place: same === null ? '' : words(young.definition, same),
        };
      }),
    };
  });

/**
 * Moves contacts under way in one version to another. Those whose step is gone stay unless a step is chosen for them,
 * which they begin. A repeated call moves no one.
 * @throws {Refusal} `not_found`, `access_denied`, `refused` for a step that isn't in the version, `conflict` for the same version.
 */
export const moveContacts = (
  deps: Deps,
  caller: Caller,
  id: number,
  { from, to, steps }: Body<typeof contract.moveContacts>,
): Promise<Reply<typeof contract.moveContacts>> =>
  withAccount(deps.pool, caller.identity, async (tx) => {
    const { identity, requestId } = caller;
    const flow = await requireFlow(tx, identity, id, true);
    if (from === to) throw new Refusal('conflict', 'Choose another version.');
    const [old, young] = [await requireVersion(tx, id, from), await requireVersion(tx, id, to)];
    const known = new Set(young.definition.steps.map((step) => step.id));
    if (steps.some((one) => !known.has(one.to_step))) throw refuseField('steps', 'This version has no such step.');
    const chosen = new Map(steps.map((one) => [one.step, one.to_step]));
    const targets = ['', ...old.definition.steps.map((step) => step.id)].flatMap((step) => {
      const same = sameStep(old.definition, young.definition, step);
      const target = same ?? chosen.get(step) ?? null;
      return target === null ? [] : [{ step, to: target, begins: same === null }];
    });
    const by = await nameOf(tx, identity.userId);
    const moved = await moveRuns(tx, {
      from: old.id,
      to: young.id,
      targets: targets.map((one) => ({
        ...one,
        message: `Moved from version ${from} to ${to}${one.begins ? `, ${placeWords(young.definition, one.to)},` : ''} by ${by}.`,
      })),
      at: deps.now(),
    });
    const stayed = (await findCountsOf(tx, old.id)).reduce((sum, { contacts }) => sum + contacts, 0);
    await writeAudit(tx, identity, requestId, {
      action: 'workflow.contacts_moved',
      subjectType: 'workflow',
      subjectId: id,
      detail: { from, to, contacts: moved },
    });
    await tellFlow(deps, tx, caller, flow);
    return { data: { moved, stayed } };
  });
