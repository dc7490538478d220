import type { Channel, Decision, Purpose } from '#contract/compliance.contract.ts';

const VERB: Readonly<Record<Channel, string>> = {
  call: 'be called',
  text: 'be texted',
  mail: 'be e-mailed',
  share: 'have their data shared',
};
const FOR: Readonly<Record<Purpose, string>> = {
  service: '',
  marketing: ' for marketing',
  automated: ' by automated systems',
};
const ADDRESS: Readonly<Record<Channel, string>> = {
  call: 'phone number',
  text: 'phone number',
  mail: 'e-mail address',
  share: '',
};

const verbOf = ({ channel, purpose }: Decision) => `${VERB[channel]}${channel === 'share' ? '' : FOR[purpose]}`;

/** Reason why a contact may or may not be contacted, one sentence. Days and times are displayed separately. */
export function decisionSentence(decision: Decision): string {
  const { channel, reason, evidence } = decision;
  switch (reason) {
    case 'nothing_forbids':
      return 'No rule restricts this.';
    case 'within_hours':
      return 'Within calling hours at their location.';
    case 'consented':
      return 'Consent on file.';
    case 'no_address':
      return `No ${ADDRESS[channel]} on file.`;
    case 'address_invalid':
      return 'E-mail to this address would bounce.';
    case 'withdrawn':
      return `They asked not to ${verbOf(decision)}.`;
    case 'do_not_call':
      return 'The number is on a Do Not Call list.';
    case 'expired':
      return `Their consent to ${verbOf(decision)} has expired.`;
    case 'no_consent':
      return `No consent on file to ${verbOf(decision)}.`;
    case 'outside_hours':
      return `It's ${timesOf(evidence)} where they ${evidence.clocks.length > 1 ? 'may be' : 'live'}, outside calling hours.`;
  }
}

function timesOf({ clocks }: Decision['evidence']): string {
  const times = [...new Set(clocks.map(({ time }) => time))].toSorted();
  return times.length < 2 ? (times[0] ?? '') : `${times[0]} to ${times.at(-1)}`;
}
