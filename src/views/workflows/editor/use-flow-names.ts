import type { Actor } from 'xstate';
import { mailerKits } from '#contract/mailer-kits.contract.ts';
import { workflowFlows } from '#contract/workflows.contract.ts';
import type { FlowNames } from '#rules/workflows/flow-words.ts';
import type { editorMachine } from '../../../machines/workflows/editor.machine.ts';
import { useGate } from '../../_base/use-gate.ts';
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
  /** Empty without the feature for mailer kits. */
  readonly kit: readonly Choice[];
  readonly nameOf: FlowNames;
}

const FLOWS = 200;

/** What steps can name, with the names. */
export function useFlowChoices(): FlowChoices {
  const { tag = [], status = [], owner = [] } = useScopeChoices(['tag', 'status', 'owner']);
  const flows = useResource(workflowFlows.list, { query: { limit: FLOWS } }).data?.data ?? [];
  const hasKits = useGate('mailer-assignment').allowed;
  const kits = useResource(mailerKits.choices, hasKits ? {} : null).data?.data ?? [];
  const choose = ({ id, name }: { readonly id: number; readonly name: string }) => ({ value: String(id), label: name });
  const all = { tag, status, owner, flow: flows.map(choose), kit: kits.map(choose) };
  return { ...all, nameOf: (kind, id) => all[kind].find(({ value }) => value === String(id))?.label ?? null };
}
