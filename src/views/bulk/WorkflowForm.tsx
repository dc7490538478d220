import { useState } from 'react';
import type { BulkChange } from '#contract/bulk.contract.ts';
import { workflowFlows } from '#contract/workflows.contract.ts';
import { useResource } from '../_base/use-resource.ts';
import { SelectField } from '../_kit/controls/SelectField.tsx';

/** Workflows offered at most. Ours: a list that a person can read. */
const LIMIT = 100;

interface WorkflowFormProps {
  onChoose: (change: BulkChange | null, names: readonly string[]) => void;
}

/** One of the workflows that are on. */
export function WorkflowForm({ onChoose }: WorkflowFormProps) {
  const flows = useResource(workflowFlows.list, { query: { status: 'on', limit: LIMIT } });
  const [value, setValue] = useState('');
  const offered = flows.data?.data ?? [];
  const take = (next: string) => {
    setValue(next);
    const found = offered.find(({ id }) => String(id) === next);
    if (found === undefined) onChoose(null, []);
    else onChoose({ action: 'workflow', workflow_id: found.id }, [found.name]);
  };
  return (
    <div className="bulk-form">
      <SelectField
        label="Workflow"
        hint={
          flows.data !== null && offered.length === 0
            ? 'No workflow is on. Turn one on under Workflows.'
            : 'Each message asks again whether it may be sent.'
        }
        value={value}
        error={flows.error?.message}
        options={[
          { value: '', label: flows.data === null && flows.pending ? 'Loading…' : 'Choose' },
          ...offered.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(event) => take(event.target.value)}
      />
    </div>
  );
}
