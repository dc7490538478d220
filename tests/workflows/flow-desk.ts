import type { FlowDefinition, FlowStep } from '#contract/workflows/definition.contract.ts';
import { type Flow, workflowFlows } from '#contract/workflows.contract.ts';
import { EMPTY_DEFINITION } from '#rules/workflows/flow-steps.ts';
import { startDatedFlows, takeDueRuns } from '../../server/features/workflows/workflows.jobs.ts';
import { openSequenceDesk, type SequenceDesk } from '../sequences/sequence-desk.ts';

export { at, STOP, text } from './flow-steps-fixtures.ts';

interface RunOf {
  readonly id: number;
  readonly contact_id: number;
  readonly status: string;
  readonly step: string;
  readonly due_at: Date | null;
  readonly reason: string;
  readonly note: string;
  readonly revision: number;
}

export interface FlowDesk extends SequenceDesk {
  /** A shared workflow of the whole account, as a draft. */
  draft(steps: readonly FlowStep[], more?: Partial<Omit<FlowDefinition, 'steps'>>): Promise<Flow>;
  /** The same, turned on. */
  on(steps: readonly FlowStep[], more?: Partial<Omit<FlowDefinition, 'steps'>>): Promise<number>;
  begin(flowId: number, contactId: number): Promise<number>;
  /** Takes everything that is due, as often as something is. */
  steps(): Promise<void>;
  runs(): Promise<RunOf[]>;
  trail(): Promise<string[]>;
}

let named = 0;

export async function openFlowDesk(): Promise<FlowDesk> {
  const it = await openSequenceDesk();
  const draft: FlowDesk['draft'] = async (steps, more = {}) => {
    const definition = { ...EMPTY_DEFINITION, ...more, steps: [...steps] };
    const body = { name: `Workflow ${(named += 1)}`, shared: true, definition };
    const made = await it.admin.call(workflowFlows.create, { body });
    if (made.status !== 200) throw new Error(JSON.stringify(made.body));
    return made.body.data;
  };
  return {
    ...it,
    draft,
    on: async (steps, more) => {
      const { id } = await draft(steps, more);
      const { status, body } = await it.admin.call(workflowFlows.activate, { params: { id }, body: {} });
      if (status !== 200) throw new Error(JSON.stringify(body));
      return id;
    },
    begin: async (id, contactId) => {
      const { status, body } = await it.agent.call(workflowFlows.start, {
        params: { id },
        body: { contact_id: contactId },
      });
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body.data.id;
    },
    steps: async () => {
      await startDatedFlows(it.deps);
      await takeDueRuns(it.deps);
    },
    runs: () =>
      it.sql<RunOf>('select id, contact_id, status, step, due_at, reason, note, revision from wf_runs order by id'),
    trail: async () =>
      (await it.sql<{ told: string }>(`select step || ' ' || outcome as told from wf_steps order by id`)).map(
        ({ told }) => told,
      ),
    clear: async () => {
      await it.clear();
      await it.sql('delete from workflow_logs');
      await it.sql('update wf_flows set live_version_id = null');
      await it.sql('delete from wf_flows');
      await it.sql('delete from wf_templates');
      await it.sql('delete from wf_categories');
    },
  };
}
