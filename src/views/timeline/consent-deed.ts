import type { TimelineConsent } from '#contract/timeline.contract.ts';

const WAYS: Readonly<Record<TimelineConsent['channel'], string>> = {
  call: 'calls',
  text: 'text messages',
  mail: 'e-mail',
  share: 'data sharing',
  any: 'calls, text messages and e-mail',
};

const PURPOSES: Readonly<Record<TimelineConsent['purpose'], string>> = {
  service: 'service ',
  marketing: 'marketing ',
  automated: 'automated ',
  any: '',
};

/** "an opt-out of calls (Do Not Call)", "consent to marketing e-mail" */
export function consentDeed({ kind, channel, purpose }: TimelineConsent): string {
  if (kind === 'do_not_call') {
    // Such a list is about marketing.
    const about = purpose === 'any' ? 'all ' : purpose === 'marketing' ? '' : PURPOSES[purpose];
    return `an opt-out of ${about}${WAYS[channel]} (Do Not Call)`;
  }
  const ways = channel === 'any' && kind === 'withdrawn' ? 'contact on all channels' : WAYS[channel];
  return `${kind === 'given' ? 'consent to' : 'an opt-out of'} ${PURPOSES[purpose]}${ways}`;
}

/** "an opt-out of calls (Do Not Call) and an opt-out of marketing e-mail" */
export const consentDeeds = (entries: readonly TimelineConsent[]): string => entries.map(consentDeed).join(' and ');
