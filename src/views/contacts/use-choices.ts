import type { AgentflowStatus } from '#contract/reference.contract.ts';
import {
  listAgentflowStatuses,
  listCategories,
  listGroups,
  listSources,
  listStatuses,
} from '#contract/reference.contract.ts';
import { useResource } from '../_base/use-resource.ts';
import { offered } from '../_resource/offered.ts';
import type { SelectOption } from '../_kit/controls/SelectField.tsx';

const NONE: SelectOption = { value: '', label: 'None' };

const optionOf = ({ id, name }: { id: number; name: string }): SelectOption => ({ value: String(id), label: name });

/** The account's options for contact fields, without those that are off; empty until loaded. */
export function useChoices() {
  const statuses = useResource(listStatuses, {});
  const flow = useResource(listAgentflowStatuses, {});
  const groups = useResource(listGroups, {});
  const sources = useResource(listSources, {});
  const categories = useResource(listCategories, {});
  return {
    status_id: [NONE, ...offered(statuses.data?.data ?? []).map(optionOf)],
    agentflow_status_id: [NONE, ...offered(flow.data?.data ?? []).map(flowOption)],
    group_id: [NONE, ...offered(groups.data?.data ?? []).map(optionOf)],
    source: offered(sources.data?.data ?? []).map(({ name }) => name),
    category: offered(categories.data?.data ?? []).map(({ title }) => title),
  };
}

/** The list comes by group: each says to which one it belongs. */
const flowOption = ({ id, name, agentflow_status_group: group }: AgentflowStatus): SelectOption =>
  group === null ? optionOf({ id, name }) : { ...optionOf({ id, name }), group: group.name };
