import type { JobChange } from '#contract/bulk.contract.ts';
import type { FlowDefinition } from '#contract/workflows/definition.contract.ts';
import { placeWords } from '#rules/workflows/flow-words.ts';
import type { Tx } from '../../db/tx.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { findVersionNumbered, moveBack, moveRuns, type NumberedVersion, type Target } from './moves.sql.ts';
import { findFlow, type LiveFlow, nameOf } from './runs.sql.ts';
import { tellFlow } from './visibility.ts';

export { hasLeft, idsIn, staysIn } from './moves.sql.ts';

export type MoveChange = Extract<JobChange, { action: 'workflow_move' }>;

/** A move with the versions that it names. */
export interface Move {
  readonly flow: LiveFlow;
  readonly from: NumberedVersion;
  readonly to: NumberedVersion;
  readonly targets: readonly Omit<Target, 'message'>[];
}

/** @throws {Refusal} `not_found` */
export async function requireVersion(tx: Tx, flowId: number, number: number): Promise<NumberedVersion> {
  const found = await findVersionNumbered(tx, flowId, number);
  if (found === null) throw new Refusal('not_found', 'This version was not found.');
  return found;
}

/** The step of another version that is the same: by its id, and of the same kind. `null`: there is none. */
export function sameStep(before: FlowDefinition, after: FlowDefinition, id: string): string | null {
  if (id === '') return '';
  const [was, is] = [before, after].map(({ steps }) => steps.find((step) => step.id === id));
  return is !== undefined && is.kind === was?.kind ? id : null;
}

/** "Step 3, Send text"; a contact that hasn't begun is at no step. */
export const placeIn = (definition: FlowDefinition, step: string): string =>
  step === '' ? 'Not begun' : placeWords(definition, step);

/** @throws {Refusal} `not_found` for a version, `refused` for a step that isn't in the new one. */
export async function findMove(tx: Tx, change: MoveChange): Promise<Move> {
  const flow = await findFlow(tx, change.workflow_id);
  if (flow === null) throw new Refusal('not_found', 'This workflow was not found.');
  const [from, to] = [
    await requireVersion(tx, change.workflow_id, change.from),
    await requireVersion(tx, change.workflow_id, change.to),
  ];
  const known = new Set(to.definition.steps.map(({ id }) => id));
  if (change.steps.some((one) => !known.has(one.to_step))) throw refuseField('steps', 'This version has no such step.');
  const chosen = new Map(change.steps.map((one) => [one.step, one.to_step]));
  const targets = ['', ...from.definition.steps.map(({ id }) => id)].flatMap((step) => {
    const same = sameStep(from.definition, to.definition, step);
    const target = same ?? chosen.get(step) ?? null;
    if (target === null) return [];
    const place = `${placeIn(to.definition, target)}, version ${to.number}`;
    return [{ step, to: target, begins: same === null, place }];
  });
  return { flow, from, to, targets };
}

interface By {
  readonly jobId: number;
  readonly accountId: number;
  readonly userId: number;
  readonly at: Date;
}

/** Moves contacts, which are locked. Those whose step is gone stay, unless another was chosen for them. */
export async function moveMany(
  tx: Tx,
  { flow, from, to, targets }: Move,
  ids: readonly number[],
  { jobId, accountId, userId, at }: By,
) {
  const by = await nameOf(tx, userId);
  const told = targets.map((one): Target => {
    const place = one.begins ? `, ${placeIn(to.definition, one.to)},` : '';
    return { ...one, message: `Moved from version ${from.number} to ${to.number}${place} by ${by}.` };
  });
  await moveRuns(tx, ids, { jobId, from: from.id, to: to.id, targets: told, at });
  await tellFlow(tx, accountId, flow);
}

/** Undoes a move for contacts, which are locked, as far as they took no step since. Returns those whom it moved back. */
export async function moveManyBack(
  tx: Tx,
  { flow, from, to }: Move,
  ids: readonly number[],
  { jobId, accountId, userId, at }: By,
): Promise<ReadonlySet<number>> {
  const message = `Moved back from version ${to.number} to ${from.number} by ${await nameOf(tx, userId)}.`;
  const moved = await moveBack(tx, ids, { jobId, from, message, at });
  await tellFlow(tx, accountId, flow);
  return new Set(moved.map(({ contact_id: id }) => id));
}
