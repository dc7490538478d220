import type { TextRegistration, USE_CASES } from '#contract/registration.contract.ts';
import type { RegistrationStep } from '#rules/messages/registration.ts';
import type { Tone } from '../_kit/display/Icon.tsx';

interface StepWords {
  readonly tone: 'info' | 'good' | 'warn' | 'bad';
  readonly title: string;
  readonly text: string;
}

/** Where the registration stands and what is next. */
export const STEP_WORDS: Readonly<Record<RegistrationStep, StepWords>> = {
  brand: {
    tone: 'info',
    title: 'Register the brand first',
    text: 'The brand is your agency as a business. Create its profiles and a messaging service in Twilio’s console, then enter their IDs.',
  },
  brand_review: {
    tone: 'info',
    title: 'Carriers are reviewing the brand',
    text: 'This takes minutes, sometimes days. The page updates by itself.',
  },
  brand_failed: {
    tone: 'bad',
    title: 'Carriers rejected the brand',
    text: 'Correct the profile in Twilio’s console, then submit the brand again.',
  },
  brand_suspended: {
    tone: 'bad',
    title: 'The brand is suspended',
    text: 'Contact Twilio. When the cause is removed, press Check now, or submit another brand.',
  },
  campaign: {
    tone: 'info',
    title: 'The brand is approved. Register the campaign next',
    text: 'The campaign says what your agency texts and how people agree to it.',
  },
  campaign_review: {
    tone: 'info',
    title: 'Carriers are reviewing the campaign',
    text: 'This takes days, sometimes weeks. The page updates by itself.',
  },
  campaign_failed: {
    tone: 'bad',
    title: 'Carriers rejected the campaign',
    text: 'Correct what they name, then submit the campaign again.',
  },
  verified: {
    tone: 'good',
    title: 'The campaign is verified',
    text: 'Registered numbers can send texts.',
  },
};

type NumberState = TextRegistration['numbers'][number]['state'];

export const NUMBER_WORDS: Readonly<Record<NumberState, { readonly text: string; readonly tone?: Tone }>> = {
  waiting: { text: 'Not registered yet', tone: 'warn' },
  registered: { text: 'Registered', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
  exempt: { text: 'Toll-free: no registration needed' },
};

export const USE_CASE_WORDS: Readonly<Record<(typeof USE_CASES)[number], string>> = {
  MIXED: 'Mixed',
  LOW_VOLUME: 'Mixed, low volume',
  MARKETING: 'Marketing',
  CUSTOMER_CARE: 'Customer care',
  ACCOUNT_NOTIFICATION: 'Account notifications',
};
