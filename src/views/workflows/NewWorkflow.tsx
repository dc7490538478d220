import { useNavigate } from '@tanstack/react-router';
import type { Body, Reply } from '#contract/endpoint.ts';
import {
  listManageableUnits,
  type WorkflowCategory,
  workflowFlows,
  workflowTemplates,
} from '#contract/workflows.contract.ts';
import { reachOf } from '#rules/access/permissions.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { formWrite } from '../_resource/form-write.ts';
import { RecordDialog } from '../_resource/RecordDialog.tsx';

interface NewWorkflowProps {
  categories: readonly WorkflowCategory[];
  onClose: () => void;
}

const TEMPLATES = 200;

/** Names a new workflow and says whose it is; its steps follow in the editor. */
export function NewWorkflow({ categories, onClose }: NewWorkflowProps) {
  const { user } = useApp();
  const navigate = useNavigate();
  const asked = { query: { active: 'true', limit: TEMPLATES } } as const;
  const templates = useResource(workflowTemplates.list, asked).data?.data ?? [];
  const units = useResource(listManageableUnits, {}).data?.data ?? [];
  const isForAll = reachOf(user.roles) === 'account';
  return (
    <RecordDialog
      title="New workflow"
      schema={workflowFlows.create.body}
      values={{ shared: units.length > 0 }}
      write={formWrite(workflowFlows.create, [workflowFlows.list], (body: Body<typeof workflowFlows.create>) => ({
        body,
      }))}
      saveLabel="Create workflow"
      onDone={(reply) => {
        const { data } = reply as Reply<typeof workflowFlows.create>;
        void navigate({ to: '/workflows/$id', params: { id: String(data.id) } });
      }}
      onClose={onClose}
      fields={({ text, pick, check, live }) => (
        <>
          {text('name', 'Name', { maxLength: 120 })}
          {templates.length === 0 ? null : pick('template_id', 'Begin with', templates, 'No steps')}
          {categories.length === 0 ? null : pick('category_id', 'Category', categories, 'None')}
          {text('description', 'Description', { maxLength: 500 })}
          {units.length === 0 ? null : (
            <div className="whole">{check('shared', 'Shared: for the contacts of all agents, not only mine')}</div>
          )}
          {live(({ shared }) =>
            shared === true && units.length > 1
              ? pick('business_unit_id', 'For', units, isForAll ? 'Entire account' : 'My business unit')
              : null,
          )}
        </>
      )}
    />
  );
}
