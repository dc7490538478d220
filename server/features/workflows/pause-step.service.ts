import { sql } from 'kysely';
import type { Body } from '#contract/endpoint.ts';
import type { Flow, workflowFlows } from '#contract/workflows.contract.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { refuseField } from '../../errors.ts';
import type { Caller } from '../../resource/table.ts';
import { resumeStep } from './runs.sql.ts';
import { tellFlow } from './visibility.ts';
import { readFlow, requireFlow } from './workflows.service.ts';

/** True when the draft or a version has the step. */
async function hasStep(tx: Tx, id: number, step: string): Promise<boolean> {
  const found = await tx.one(
    sql`select from (select definition from wf_flows where id = ${id} union all
          select definition from wf_versions where flow_id = ${id}) of_flow
        where definition -> 'steps' @> jsonb_build_array(jsonb_build_object('id', ${step}::text)) limit 1`,
  );
  return found !== null;
}

/**
 * Pauses a step of a workflow in all its versions, or resumes it with all who wait there. Repeated calls have one effect.
 * @throws {Refusal} `not_found`, `access_denied`, `refused` for a step that no version has.
 */
export async function pauseStep(
  deps: Deps,
  caller: Caller,
  id: number,
  { step_id: step, paused }: Body<typeof workflowFlows.pauseStep>,
): Promise<Flow> {
  const { identity, requestId } = caller;
  await withAccount(deps.pool, identity, async (tx) => {
    const flow = await requireFlow(tx, identity, id, true);
    const others = (flow['paused_steps'] as readonly string[]).filter((one) => one !== step);
    if (paused && !(await hasStep(tx, id, step))) throw refuseField('step_id', 'Step not found.');
    await tx.raw('update wf_flows set paused_steps = $2 where id = $1', [id, paused ? [...others, step] : others]);
    if (!paused) await resumeStep(tx, id, step, deps.now());
    await writeAudit(tx, identity, requestId, {
      action: paused ? 'workflow.step_paused' : 'workflow.step_resumed',
      subjectType: 'workflow',
      subjectId: id,
      detail: { name: flow['name'], step },
    });
    await tellFlow(tx, identity.accountId, flow);
  });
  return readFlow(deps, caller.identity, id);
}
