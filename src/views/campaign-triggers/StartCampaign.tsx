import { useState } from 'react';
import { campaignTriggers } from '#contract/campaign-triggers.contract.ts';
import type { Contact } from '#contract/contacts.contract.ts';
import { startSequence } from '#contract/sequences.contract.ts';
import { listWorkflowLogs, readTimeline } from '#contract/timeline.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';

/** Starts one of the campaigns that the current user may use, for a contact. Nothing to choose: nothing is shown. */
export function StartCampaign({ contact }: { contact: Contact }) {
  const { toasts } = useApp();
  const [chosen, setChosen] = useState('');
  const texts = useResource(campaignTriggers.smsChoices, {}).data?.data ?? [];
  const emails = useResource(campaignTriggers.emailChoices, {}).data?.data ?? [];
  const start = useSubmit(startSequence, {
    invalidates: [listWorkflowLogs, readTimeline],
    onDone: () => {
      setChosen('');
      toasts.show({ tone: 'good', text: 'Campaign started. Consent is checked before each message.' });
    },
    onFailed: ({ message }) => toasts.show({ tone: 'bad', text: message }),
  });
  const offered = [...texts, ...emails];
  if (offered.length === 0) return null;
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault();
        start.submit({ params: { id: contact.id }, body: { campaign_trigger_id: Number(chosen) } });
      }}
    >
      <SelectField
        label="Campaign"
        labelHidden
        value={chosen}
        options={[
          { value: '', label: 'Choose a campaign' },
          ...offered.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
      />
      <Button type="submit" busy={start.state === 'submitting'} disabled={chosen === ''}>
        Start campaign
      </Button>
    </form>
  );
}
