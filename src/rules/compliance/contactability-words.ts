import type { Channel, Decision, Purpose } from '#contract/compliance.contract.ts';

const VERB: Readonly<Record<Channel, string>> = {
  call: 'be called',
  text: 'be texted',
  mail: 'be mailed',
  share: 'have their data shared',
};
const FOR: Readonly<Record<Purpose, string>> = {
  service: '',
  marketing: ' to sell something',
  automated: ' automatically',
};
const ADDRESS: Readonly<Record<Channel, string>> = {
  call: 'phone number',
  text: 'phone number',
  mail: 'e-mail address',
  share: '',
};

const verbOf = ({ channel, purpose }: Decision) => `${VERB[channel]}${channel === 'share' ? '' : FOR[purpose]}`;

/** Why a contact may or may not be reached, one sentence. Days and minutes are said beside it. */
export function decisionSentence(decision: Decision): string {
  const { channel, reason, evidence } = decision;
  switch (reason) {
    case 'nothing_forbids':
      return 'No rule forbids it.';
    case 'within_hours':
      return 'It is within calling hours where they live.';
    case 'consented':
      return 'They have agreed to it.';
    case 'no_address':
      return `There is no ${ADDRESS[channel]}.`;
    case 'address_invalid':
      return 'Mail to this address would not arrive.';
    case 'withdrawn':
      return `They asked not to ${verbOf(decision)}.`;
    case 'do_not_call':
      return 'The number is on a do-not-call list.';
    case 'expired':
      return `Their consent to ${verbOf(decision)} has run out.`;
    case 'no_consent':
      return `They have not agreed to ${verbOf(decision)}.`;
    case 'outside_hours':
      return `It is ${timesOf(evidence)} where they ${evidence.clocks.length > 1 ? 'may be' : 'live'}, outside the hours allowed.`;
  }
}

function timesOf({ clocks }: Decision['evidence']): string {
  const times = [...new Set(clocks.map(({ time }) => time))].toSorted();
  return times.length < 2 ? (times[0] ?? '') : `${times[0]} to ${times.at(-1)}`;
}
