import { ListTree } from 'lucide-react';
import {
  agentflowStatuses,
  agentflowStatusGroups,
  listAgentflowStatuses,
  listStatuses,
  statuses,
} from '#contract/reference.contract.ts';
import { useResource } from '../_base/use-resource.ts';
import { ResourceList } from '../_resource/ResourceList.tsx';
import { COLOR, COLORS, NAME, nameOf, NEW_COLOR } from './list-columns.tsx';
import { MoveButtons, useMove } from './MoveButtons.tsx';
import { placeAfter } from './positions.ts';
import { NEW, OfferedField, usageColumns } from '../_resource/retirable.tsx';
import { offered } from '../_resource/offered.ts';
import { useUnits } from '../_base/use-units.ts';

const SHOWN = {
  statuses: [listStatuses],
  agentflow: [listAgentflowStatuses],
  agentflowGroups: [agentflowStatuses.list, listAgentflowStatuses],
};

/** Stages of a contact, in the agency's own terms. */
export function StatusesList() {
  const { units, forUnit } = useUnits();
  const move = useMove(statuses, SHOWN.statuses);
  return (
    <ResourceList
      of={statuses}
      icon={ListTree}
      about="Where a contact is in your sales process: new, contacted, quoted, client."
      searched="Name"
      nameOf={nameOf}
      columns={[NAME, COLOR, { ...forUnit, narrow: 'none' }, ...usageColumns()]}
      values={(status, rows) => status ?? { ...NEW, color: NEW_COLOR, position: placeAfter(rows) }}
      fields={({ text, choice, pick, check }, status) => (
        <>
          {text('name', 'Name', { maxLength: 60 })}
          {choice('color', 'Color', COLORS)}
          {status === null && units.length > 1 ? pick('business_unit_id', 'For', units, 'Entire account') : null}
          <OfferedField check={check} row={status} />
        </>
      )}
      actions={(row, rows) => <MoveButtons row={row} rows={rows} onMove={move} />}
      alsoShown={SHOWN.statuses}
    />
  );
}

/** Steps an agent takes with a contact, in their groups. */
export function AgentflowList() {
  const { units, forUnit } = useUnits();
  const groups = useResource(agentflowStatusGroups.list, {});
  const move = useMove(agentflowStatuses, SHOWN.agentflow);
  return (
    <ResourceList
      of={agentflowStatuses}
      icon={ListTree}
      about="Steps an agent takes with a contact, by group: first call, visit, annual review."
      searched="Name"
      nameOf={nameOf}
      columns={[
        NAME,
        COLOR,
        { head: 'Group', cell: ({ agentflow_status_group: group }) => group?.name ?? 'None', narrow: 'none' },
        { ...forUnit, narrow: 'none' },
        ...usageColumns(),
      ]}
      values={(status, rows) =>
        status === null
          ? { ...NEW, color: NEW_COLOR, position: placeAfter(rows) }
          : { ...status, agentflow_status_group_id: status.agentflow_status_group?.id ?? null }
      }
      fields={({ text, choice, pick, check }, status) => (
        <>
          {text('name', 'Name', { maxLength: 60 })}
          {choice('color', 'Color', COLORS)}
          {pick(
            'agentflow_status_group_id',
            'Group',
            offered(groups.data?.data ?? [], status?.agentflow_status_group?.id),
            'None',
          )}
          {status === null && units.length > 1 ? pick('business_unit_id', 'For', units, 'Entire account') : null}
          <OfferedField check={check} row={status} />
        </>
      )}
      actions={(row, rows) => (
        <MoveButtons
          row={row}
          rows={rows.filter(({ agentflow_status_group: group }) => group?.id === row.agentflow_status_group?.id)}
          onMove={move}
        />
      )}
      alsoShown={SHOWN.agentflow}
    />
  );
}

/** Headings of the agentflow statuses. */
export function AgentflowGroupsList() {
  const { units, forUnit } = useUnits();
  const move = useMove(agentflowStatusGroups, SHOWN.agentflowGroups);
  return (
    <ResourceList
      of={agentflowStatusGroups}
      icon={ListTree}
      about="Headings that group agentflow statuses."
      searched="Name"
      nameOf={nameOf}
      columns={[NAME, { ...forUnit, narrow: 'sub' }, ...usageColumns('Statuses')]}
      values={(group, rows) => group ?? { ...NEW, position: placeAfter(rows) }}
      fields={({ text, pick, check }, group) => (
        <>
          {text('name', 'Name', { maxLength: 60 })}
          {group === null && units.length > 1 ? pick('business_unit_id', 'For', units, 'Entire account') : null}
          <OfferedField check={check} row={group} head="Statuses" />
        </>
      )}
      actions={(row, rows) => <MoveButtons row={row} rows={rows} onMove={move} />}
      alsoShown={SHOWN.agentflowGroups}
    />
  );
}
