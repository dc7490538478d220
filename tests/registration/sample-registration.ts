import type { TextRegistration } from '#contract/registration.contract.ts';

let versions = 0;

/** A registration, newer than those before. */
export const registration = (fields: Partial<TextRegistration> = {}): TextRegistration => ({
  provider: 'twilio',
  enforced: true,
  brand: null,
  campaign: null,
  numbers: [],
  checked_at: null,
  version: (versions += 1),
  ...fields,
});

type Brand = NonNullable<TextRegistration['brand']>;
type Campaign = NonNullable<TextRegistration['campaign']>;

export const brand = (status: Brand['status'], failure = ''): Brand => ({
  sid: `BN${'0'.repeat(32)}`,
  customer_profile_sid: `BU${'1'.repeat(32)}`,
  a2p_profile_sid: `BU${'2'.repeat(32)}`,
  messaging_service_sid: `MG${'3'.repeat(32)}`,
  status,
  failure,
});

export const campaign = (status: Campaign['status'], errors: string[] = []): Campaign => ({
  sid: `QE${'0'.repeat(32)}`,
  status,
  errors,
  said: {
    use_case: 'LOW_VOLUME',
    description: 'Reminders of appointments and answers to questions of clients.',
    message_flow: 'Clients agree in writing on the form that they sign in our office.',
    samples: ['See you on Monday at 9. Reply STOP to opt out.', 'Your policy is ready. Reply STOP to opt out.'],
    has_links: false,
    has_phones: false,
  },
});

export const waiting: TextRegistration['numbers'][number] = {
  number: '+18135550107',
  user: { id: 1, name: 'Amy Agent' },
  state: 'waiting',
  reason: '',
};
