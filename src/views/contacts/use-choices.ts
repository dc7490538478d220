import type { AgentflowStatus } from '#contract/reference.contract.ts';
import {
  categories as categoryCalls,
  listAgentflowStatuses,
  listGroups,
  listSources,
  listStatuses,
} from '#contract/reference.contract.ts';
import { useResource } from '../_base/use-resource.ts';
import type { SelectOption } from '../_kit/controls/SelectField.tsx';

const NONE: SelectOption = { value: '', label: 'None' };

const optionOf = ({ id, name }: { id: number; name: string }): SelectOption => ({ value: String(id), label: name });

/** The account's options for contact fields; empty until loaded. */
export function useChoices() {
  const statuses = useResource(listStatuses, {});
  const flow = useResource(listAgentflowStatuses, {});
  const groups = useResource(listGroups, {});
  const sources = useResource(listSources, {});
  const categories = useResource(categoryCalls.list, { query: {} });
  return {
    status_id: [NONE, ...(statuses.data?.data ?? []).map(optionOf)],
    agentflow_status_id: [NONE, ...(flow.data?.data ?? []).map(flowOption)],
    group_id: [NONE, ...(groups.data?.data ?? []).map(optionOf)],
    source: (sources.data?.data ?? []).map(({ name }) => name),
    category: (categories.data?.data ?? []).map(({ title }) => title),
  };
}

/** The list comes by group: each says to which one it belongs. */
const flowOption = ({ id, name, agentflow_status_group: group }: AgentflowStatus): SelectOption =>
  group === null ? optionOf({ id, name }) : { ...optionOf({ id, name }), group: group.name };
