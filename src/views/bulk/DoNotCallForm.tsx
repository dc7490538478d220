import { useState } from 'react';
import { type BulkChange, OPT_OUT_CHANNELS, type OptOutChannel } from '#contract/bulk.contract.ts';
import type { ConsentEntry } from '#contract/compliance.contract.ts';
import { CONSENT_SOURCES } from '#contract/compliance/consent-kinds.contract.ts';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { TextArea } from '../_kit/controls/TextField.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { CHANNEL_WORDS, SOURCE_WORDS } from '../compliance/compliance-words.ts';
import { stopSentence } from './bulk-words.ts';

type DoNotCall = Extract<BulkChange, { action: 'do_not_call' }>;

/** Before the user has said anything. */
export const DO_NOT_CALL: DoNotCall = { action: 'do_not_call', channels: ['call'], source: 'other', evidence: '' };

interface DoNotCallFormProps {
  /** `null`: no channel. */
  onChoose: (change: DoNotCall | null) => void;
  /** Source or evidence changed, which no count depends on. */
  onAmend: (change: DoNotCall) => void;
}

/** Channels to stop, and how it is known. */
export function DoNotCallForm({ onChoose, onAmend }: DoNotCallFormProps) {
  const [draft, setDraft] = useState(DO_NOT_CALL);
  const { channels, source, evidence } = draft;
  const stopsCalls = channels.includes('call');
  const take = (channel: OptOutChannel, on: boolean) => {
    const next = {
      ...draft,
      channels: OPT_OUT_CHANNELS.filter((one) => (one === channel ? on : channels.includes(one))),
    };
    setDraft(next);
    onChoose(next.channels.length === 0 ? null : next);
  };
  const amend = (said: Partial<DoNotCall>) => {
    const next = { ...draft, ...said };
    setDraft(next);
    if (channels.length > 0) onAmend(next);
  };
  return (
    <div className="bulk-form">
      <fieldset className="bulk-tags" aria-label="Channels">
        {OPT_OUT_CHANNELS.map((channel) => (
          <Checkbox
            key={channel}
            checked={channels.includes(channel) || (channel === 'text' && stopsCalls)}
            disabled={channel === 'text' && stopsCalls}
            onCheckedChange={(on) => take(channel, on)}
          >
            {CHANNEL_WORDS[channel]}
          </Checkbox>
        ))}
      </fieldset>
      {channels.length === 0 ? null : (
        <Note tone="info" title={stopSentence(channels)}>
          Service calls and messages are still allowed.
        </Note>
      )}
      <SelectField
        label="Consent source"
        value={source}
        options={CONSENT_SOURCES.map((value) => ({ value, label: SOURCE_WORDS[value] }))}
        onChange={(event) => amend({ source: event.currentTarget.value as ConsentEntry['source'] })}
      />
      <TextArea
        label="Evidence"
        hint="The list and its date, the form, or their exact words. Recorded for each contact."
        value={evidence}
        maxLength={1000}
        onChange={(event) => amend({ evidence: event.currentTarget.value })}
      />
    </div>
  );
}
