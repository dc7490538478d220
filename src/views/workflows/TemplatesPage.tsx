import { LayoutTemplate } from 'lucide-react';
import { type WorkflowTemplate, workflowCategories, workflowTemplates } from '#contract/workflows.contract.ts';
import { TRIGGER_LABELS } from '#rules/workflows/flow-words.ts';
import { formatCounted } from '#rules/words/format-count.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { TabLinks } from '../_kit/display/Tabs.tsx';
import { ResourceList } from '../_resource/ResourceList.tsx';
import { WORKFLOW_TABS } from './WorkflowsPage.tsx';

/** Templates that workflows begin with. */
export function TemplatesPage() {
  const { toasts } = useApp();
  const categories = useResource(workflowCategories.list, {}).data?.data ?? [];
  const activate = useSubmit(workflowTemplates.activate, {
    invalidates: [workflowTemplates.list],
    onFailed: ({ message }) => toasts.show({ tone: 'bad', text: message }),
  });
  const toggle = ({ id, name, active, editable }: WorkflowTemplate) =>
    editable ? (
      <Button
        size="small"
        busy={activate.state === 'submitting'}
        aria-label={`${active ? 'Stop offering' : 'Offer'} ${name}`}
        onClick={() => activate.submit({ params: { id }, body: { active: !active } })}
      >
        {active ? 'Stop offering' : 'Offer'}
      </Button>
    ) : null;
  return (
    <>
      <PageBar title="Workflow templates" crumbs={[{ label: 'Workflows', href: '/workflows' }]} />
      <TabLinks label="Workflows" items={WORKFLOW_TABS} current="templates" className="views" />
      <ResourceList
        of={workflowTemplates}
        icon={LayoutTemplate}
        about="A template holds steps that new workflows begin with. Save one from the editor of a workflow."
        searched="Name, description"
        nameOf={({ name }) => name}
        columns={[
          { head: 'Name', cell: ({ name }) => name, sortBy: 'name', narrow: 'title' },
          { head: 'Starts', cell: ({ definition }) => TRIGGER_LABELS[definition.trigger.kind], narrow: 'sub' },
          {
            head: 'Steps',
            cell: ({ definition }) => formatCounted(definition.steps.length, 'step', 'steps'),
            narrow: 'sub-aside',
            width: '7em',
          },
          {
            head: 'Offered',
            cell: ({ active }) => (active ? 'Yes' : 'No'),
            sortBy: 'active',
            narrow: 'aside',
            width: '6em',
          },
        ]}
        values={(row) => row ?? {}}
        actions={toggle}
        fields={({ text, area, pick }) => (
          <>
            {text('name', 'Name', { maxLength: 120 })}
            {area('description', 'Description', { maxLength: 500, rows: 2 })}
            {pick('category_id', 'Category', categories, 'None')}
          </>
        )}
      />
    </>
  );
}
