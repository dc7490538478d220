import type { TextRegistration } from '#contract/registration.contract.ts';

/** Where a registration stands, and who is next. */
export type RegistrationStep =
  | 'brand'
  | 'brand_review'
  | 'brand_failed'
  | 'brand_suspended'
  | 'campaign'
  | 'campaign_review'
  | 'campaign_failed'
  | 'verified';

type Stated = {
  readonly brand: Pick<NonNullable<TextRegistration['brand']>, 'status'> | null;
  readonly campaign: Pick<NonNullable<TextRegistration['campaign']>, 'status'> | null;
};

export function stepOf({ brand, campaign }: Stated): RegistrationStep {
  if (brand === null) return 'brand';
  if (brand.status === 'FAILED') return 'brand_failed';
  if (brand.status === 'PENDING' || brand.status === 'IN_REVIEW') return 'brand_review';
  if (brand.status !== 'APPROVED') return 'brand_suspended';
  if (campaign === null) return 'campaign';
  if (campaign.status === 'FAILED') return 'campaign_failed';
  return campaign.status === 'VERIFIED' ? 'verified' : 'campaign_review';
}

/** What is missing, in one sentence. */
export const MISSING: Readonly<Record<RegistrationStep, string>> = {
  brand: 'An administrator has to register the brand first.',
  brand_review: 'Carriers are reviewing the brand.',
  brand_failed: 'Carriers rejected the brand. An administrator has to correct it.',
  brand_suspended: 'The brand is suspended. An administrator has to contact Twilio.',
  campaign: 'An administrator has to register the campaign next.',
  campaign_review: 'Carriers are reviewing the campaign.',
  campaign_failed: 'Carriers rejected the campaign. An administrator has to correct it.',
  verified: 'The number is being registered. Try again in a few minutes.',
};

/** Toll-free numbers are verified on their own, outside of A2P 10DLC. */
export const isTollFree = (number: string): boolean => /^\+18(00|33|44|55|66|77|88)/.test(number);
