import type { Actor } from 'xstate';
import { workflowFlows } from '#contract/workflows.contract.ts';
import type { FlowNames } from '#rules/workflows/flow-words.ts';
import type { editorMachine } from '../../../machines/workflows/editor.machine.ts';
import { useResource } from '../../_base/use-resource.ts';
import { useScopeChoices } from '../../contacts/list/use-scope-choices.ts';

export type FlowEditing = Actor<typeof editorMachine>;

interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface FlowChoices {
  readonly tag: readonly Choice[];
  readonly status: readonly Choice[];
  readonly owner: readonly Choice[];
  readonly flow: readonly Choice[];
  readonly nameOf: FlowNames;
}

const FLOWS = 200;

/** What steps can name, with the names. */
export function useFlowChoices(): FlowChoices {
  const { tag = [], status = [], owner = [] } = useScopeChoices(['tag', 'status', 'owner']);
  const flows = useResource(workflowFlows.list, { query: { limit: FLOWS } }).data?.data ?? [];
  const flow = flows.map(({ id, name }) => ({ value: String(id), label: name }));
  const all = { tag, status, owner, flow };
  return { ...all, nameOf: (kind, id) => all[kind].find(({ value }) => value === String(id))?.label ?? null };
}
