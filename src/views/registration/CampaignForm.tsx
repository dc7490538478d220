import { useState } from 'react';
import { Campaign, USE_CASES } from '#contract/registration.contract.ts';
import type { RegistrationAsk } from '../../machines/registration/registration.machine.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { TextArea } from '../_kit/controls/TextField.tsx';
import { faultsOf } from './faults-of.ts';
import { USE_CASE_WORDS } from './registration-words.ts';

interface CampaignFormProps {
  /** What was said before. */
  said: Campaign | null;
  busy: boolean;
  onSubmit: (ask: RegistrationAsk) => void;
}

const NEW: Campaign = {
  use_case: 'LOW_VOLUME',
  description: '',
  message_flow: '',
  samples: ['', ''],
  has_links: false,
  has_phones: false,
};
const CASES = USE_CASES.map((value) => ({ value, label: USE_CASE_WORDS[value] }));

/** What the agency texts, and how people agree to it. */
export function CampaignForm({ said: before, busy, onSubmit }: CampaignFormProps) {
  const [said, setSaid] = useState<Campaign>(before ?? NEW);
  const [isTried, setTried] = useState(false);
  const faults = faultsOf(Campaign, said);
  const faultOf = (field: string) => (isTried ? faults[field] : undefined);
  const put = (next: Partial<Campaign>) => setSaid((now) => ({ ...now, ...next }));
  return (
    <form
      className="form-grid"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (Object.keys(faults).length === 0) onSubmit({ what: 'campaign', said });
      }}
    >
      <SelectField
        label="Use case"
        value={said.use_case}
        options={CASES}
        onChange={({ currentTarget: { value } }) =>
          put({ use_case: USE_CASES.find((known) => known === value) ?? said.use_case })
        }
      />
      <div className="whole">
        <TextArea
          label="What you text"
          hint="Who you text and about what. At least 40 characters."
          name="description"
          rows={3}
          value={said.description}
          error={faultOf('description')}
          onChange={({ currentTarget: { value } }) => put({ description: value })}
        />
      </div>
      <div className="whole">
        <TextArea
          label="How people agree to it"
          hint="Where and how they say yes before the first text. At least 40 characters."
          name="message_flow"
          rows={3}
          value={said.message_flow}
          error={faultOf('message_flow')}
          onChange={({ currentTarget: { value } }) => put({ message_flow: value })}
        />
      </div>
      {said.samples.map((sample, place) => (
        // Samples are told apart by their place alone.
        // oxlint-disable-next-line react/no-array-index-key
        <div className="whole" key={place}>
          <TextArea
            label={`Sample text ${place + 1}`}
            hint={place === 0 ? 'With opt-out wording, such as “Reply STOP to opt out.”' : undefined}
            name={`sample-${place}`}
            rows={2}
            value={sample}
            error={faultOf(`samples.${place}`)}
            onChange={({ currentTarget: { value } }) =>
              put({ samples: said.samples.map((one, at) => (at === place ? value : one)) })
            }
          />
        </div>
      ))}
      <div className="whole">
        <Checkbox checked={said.has_links} onCheckedChange={(checked) => put({ has_links: checked })}>
          Texts have links
        </Checkbox>
        <Checkbox checked={said.has_phones} onCheckedChange={(checked) => put({ has_phones: checked })}>
          Texts have phone numbers
        </Checkbox>
      </div>
      <div className="whole">
        <Button look="primary" type="submit" busy={busy}>
          Submit campaign
        </Button>
      </div>
    </form>
  );
}
