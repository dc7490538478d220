import { useState } from 'react';
import type { BulkChange } from '#contract/bulk.contract.ts';
import { campaignTriggers } from '#contract/campaign-triggers.contract.ts';
import { useResource } from '../_base/use-resource.ts';
import { SelectField } from '../_kit/controls/SelectField.tsx';

const BULK = { query: { show_on: 'bulk' } } as const;

interface CampaignFormProps {
  onChoose: (change: BulkChange | null, names: readonly string[]) => void;
}

/** One of the campaigns that the current user may start for many. */
export function CampaignForm({ onChoose }: CampaignFormProps) {
  const texts = useResource(campaignTriggers.smsChoices, BULK);
  const emails = useResource(campaignTriggers.emailChoices, BULK);
  const [value, setValue] = useState('');
  const offered = [...(texts.data?.data ?? []), ...(emails.data?.data ?? [])];
  const isEmpty = texts.data !== null && emails.data !== null && offered.length === 0;
  const take = (next: string) => {
    setValue(next);
    const found = offered.find(({ id }) => String(id) === next);
    if (found === undefined) onChoose(null, []);
    else onChoose({ action: 'campaign', campaign_trigger_id: found.id }, [found.name]);
  };
  return (
    <div className="bulk-form">
      <SelectField
        label="Campaign"
        hint={
          isEmpty
            ? 'No campaigns yet. An administrator enables them, with “Show in bulk messages”.'
            : 'Each message asks again whether it may be sent.'
        }
        value={value}
        error={texts.error?.message ?? emails.error?.message}
        options={[
          { value: '', label: 'Choose' },
          ...offered.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(event) => take(event.target.value)}
      />
    </div>
  );
}
