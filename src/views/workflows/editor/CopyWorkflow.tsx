import { useNavigate } from '@tanstack/react-router';
import type { Body, Reply } from '#contract/endpoint.ts';
import { type Flow, type listManageableUnits, workflowFlows } from '#contract/workflows.contract.ts';
import { reachOf } from '#rules/access/permissions.ts';
import { useApp } from '../../_base/use-app.ts';
import { formWrite } from '../../_resource/form-write.ts';
import { RecordDialog } from '../../_resource/RecordDialog.tsx';

interface CopyWorkflowProps {
  flow: Flow;
  units: Reply<typeof listManageableUnits>['data'];
  onClose: () => void;
}

/** Copies the stored draft to a business unit that the user manages; the copy opens as a draft, with what it lacks there. */
export function CopyWorkflow({ flow, units, onClose }: CopyWorkflowProps) {
  const { user } = useApp();
  const navigate = useNavigate();
  const { id, name, description, category_id: category } = flow;
  const isForAll = reachOf(user.roles) === 'account';
  return (
    <RecordDialog
      title={`Copy ${name}`}
      schema={workflowFlows.create.body}
      values={{ name, description, category_id: category, shared: true, from_id: id }}
      write={formWrite(workflowFlows.create, [workflowFlows.list], (body: Body<typeof workflowFlows.create>) => ({
        body,
      }))}
      saveLabel="Copy workflow"
      onDone={(reply) => {
        const { data } = reply as Reply<typeof workflowFlows.create>;
        onClose();
        void navigate({ to: '/workflows/$id', params: { id: String(data.id) } });
      }}
      onClose={onClose}
      fields={({ text, pick }) => (
        <>
          {pick('business_unit_id', 'To', units, isForAll ? 'Entire account' : 'My business unit')}
          {text('name', 'Name', { maxLength: 120 })}
        </>
      )}
    />
  );
}
