import { CHANNELS, PURPOSES, RULE_TOPICS, type RuleTopic } from '#contract/compliance.contract.ts';
import { STATE_CODES } from '#rules/places/us-places.ts';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { CHANNEL_WORDS, PURPOSE_WORDS, TOPIC_WORDS } from './compliance-words.ts';
import { hasReach, hasWay, ofTopic, type RuleDraft } from './rule-draft.ts';

export interface RuleFieldsProps {
  draft: RuleDraft;
  change: (next: Partial<RuleDraft>) => void;
  errorOf: (field: string) => string | undefined;
}

const WHERE = [
  { value: 'US', label: 'All of the US' },
  ...STATE_CODES.map((code) => ({ value: `US-${code}`, label: code })),
];
const WAYS = [
  { value: '', label: 'All channels' },
  ...CHANNELS.filter((channel) => channel !== 'share').map((value) => ({ value, label: CHANNEL_WORDS[value] })),
];
const PURPOSE_HINTS = {
  service: PURPOSE_WORDS.service,
  marketing: 'All marketing',
  automated: PURPOSE_WORDS.automated,
} as const;
const WHAT_FOR = [
  { value: '', label: PURPOSE_WORDS.any },
  ...PURPOSES.filter((purpose) => purpose !== 'service').map((value) => ({ value, label: PURPOSE_HINTS[value] })),
];

/** Topic, jurisdiction and purpose of a rule. */
export function RuleReachFields({ draft, change, errorOf }: RuleFieldsProps) {
  return (
    <>
      <SelectField
        label="Topic"
        value={draft.rule}
        options={RULE_TOPICS.map((value) => ({ value, label: TOPIC_WORDS[value] }))}
        onChange={(event) => change(ofTopic(event.currentTarget.value as RuleTopic))}
      />
      <SelectField
        label="Location"
        value={draft.jurisdiction}
        options={WHERE}
        error={errorOf('jurisdiction')}
        onChange={(event) => change({ jurisdiction: event.currentTarget.value })}
      />
      {hasWay(draft) ? (
        <SelectField
          label="Channel"
          value={draft.channel}
          options={WAYS}
          onChange={(event) => change({ channel: event.currentTarget.value })}
        />
      ) : null}
      {hasReach(draft) ? (
        <SelectField
          label="Purpose"
          value={draft.purpose}
          options={WHAT_FOR}
          onChange={(event) => change({ purpose: event.currentTarget.value })}
        />
      ) : null}
    </>
  );
}
