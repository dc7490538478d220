import { useState } from 'react';
import type { Contact } from '#contract/contacts.contract.ts';
import { listWorkflowLogs, readTimeline } from '#contract/timeline.contract.ts';
import { workflowFlows } from '#contract/workflows.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';

/** Workflows offered at most. Ours: a list that a person can read. */
const LIMIT = 100;

/** Starts one of the workflows that are on and for this contact. Nothing to choose: nothing is shown. */
export function StartWorkflow({ contact }: { readonly contact: Contact }) {
  const { toasts } = useApp();
  const [chosen, setChosen] = useState('');
  const query = { status: 'on', contact_id: contact.id, limit: LIMIT } as const;
  const offered = useResource(workflowFlows.list, { query }).data?.data ?? [];
  const start = useSubmit(workflowFlows.start, {
    invalidates: [listWorkflowLogs, readTimeline, workflowFlows.runs, workflowFlows.read, workflowFlows.list],
    onDone: () => {
      setChosen('');
      toasts.show({ tone: 'good', text: 'Workflow started. Consent is checked before each message.' });
    },
    onFailed: ({ message }) => toasts.show({ tone: 'bad', text: message }),
  });
  if (offered.length === 0) return null;
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault();
        start.submit({ params: { id: Number(chosen) }, body: { contact_id: contact.id } });
      }}
    >
      <SelectField
        label="Workflow"
        labelHidden
        value={chosen}
        options={[
          { value: '', label: 'Choose a workflow' },
          ...offered.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
      />
      <Button type="submit" busy={start.state === 'submitting'} disabled={chosen === ''}>
        Start workflow
      </Button>
    </form>
  );
}
