import { useState } from 'react';
import type { BulkAction, BulkChange } from '#contract/bulk.contract.ts';
import { listPools } from '#contract/pools.contract.ts';
import { listAgentflowStatuses, listGroups, listStatuses } from '#contract/reference.contract.ts';
import { useResource } from '../_base/use-resource.ts';
import { SelectField } from '../_kit/controls/SelectField.tsx';

type Choosing = Exclude<BulkAction, 'tags' | 'do_not_call' | 'campaign' | 'workflow' | 'delete' | 'restore'>;

const LISTS = { group: listGroups, status: listStatuses, agentflow_status: listAgentflowStatuses, pool: listPools };

const LABELS: Readonly<Record<Choosing, { readonly label: string; readonly none: string }>> = {
  group: { label: 'Group', none: 'In no group' },
  status: { label: 'Status', none: 'Without a status' },
  agentflow_status: { label: 'Agentflow status', none: 'Without an agentflow status' },
  pool: { label: 'Pool', none: 'In no pool' },
};

function changeTo(action: Choosing, id: number | null): BulkChange {
  switch (action) {
    case 'group':
      return { action, group_id: id };
    case 'status':
      return { action, status_id: id };
    case 'agentflow_status':
      return { action, agentflow_status_id: id };
    case 'pool':
      return { action, pool_id: id };
  }
}

const UNDECIDED = '';
const NONE = 'none';

interface ChoiceFormProps {
  action: Choosing;
  onChoose: (change: BulkChange | null, names: readonly string[]) => void;
}

/** One choice of a list, or none. */
export function ChoiceForm({ action, onChoose }: ChoiceFormProps) {
  const list = useResource(LISTS[action], {});
  const rows: readonly { id: number; name: string; active?: boolean }[] = list.data?.data ?? [];
  const known = rows.filter(({ active }) => active !== false);
  const [value, setValue] = useState(UNDECIDED);
  const { label, none } = LABELS[action];
  const take = (next: string) => {
    setValue(next);
    const found = known.find(({ id }) => String(id) === next);
    if (next === UNDECIDED) onChoose(null, []);
    else onChoose(changeTo(action, found?.id ?? null), found ? [found.name] : []);
  };
  return (
    <div className="bulk-form">
      <SelectField
        label={label}
        value={value}
        error={list.error?.message}
        options={[
          { value: UNDECIDED, label: 'Choose' },
          ...known.map(({ id, name }) => ({ value: String(id), label: name })),
          { value: NONE, label: none },
        ]}
        onChange={(event) => take(event.target.value)}
      />
    </div>
  );
}
