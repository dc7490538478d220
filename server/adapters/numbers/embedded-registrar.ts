import { createHash } from 'node:crypto';
import type { Campaign } from '#contract/registration.contract.ts';
import { saysHowToStop } from '#rules/messages/lint-template.ts';
import type { CampaignState, Registrar } from './registrar.ts';

/** Milliseconds that a simulated review takes, on the app's clock. Ours: long enough to be seen. */
export const REVIEW_MS = 60_000;

const sidOf = (prefix: string, of: string): string =>
  prefix + createHash('sha256').update(of).digest('hex').slice(0, 32);

const NO_OPT_OUT = 'A sample text has no opt-out wording, such as “Reply STOP to opt out.”';

/**
 * Reviews without a network, as Twilio's mock brands: a brand is approved after a minute, and a campaign verified after
 * another one if each sample says how to opt out. It keeps nothing: the same profile always gets the same brand.
 */
export const embeddedRegistrar = ({ now }: { readonly now: () => Date }): Registrar => {
  const isReviewed = (at: Date): boolean => now().getTime() - at.getTime() >= REVIEW_MS;
  return {
    name: 'embedded',
    registerBrand: ({ a2pProfileSid }) =>
      Promise.resolve({ sid: sidOf('BN', a2pProfileSid), status: 'PENDING', failure: '' }),
    readBrand: ({ sid, at }) =>
      Promise.resolve({ sid, status: isReviewed(at) ? 'APPROVED' : 'IN_REVIEW', failure: '' }),
    registerCampaign: ({ serviceSid }) =>
      Promise.resolve({ sid: sidOf('QE', serviceSid), status: 'IN_PROGRESS', errors: [] }),
    readCampaign: ({ sid, at, said }) =>
      Promise.resolve(isReviewed(at) ? verdictOn(sid, said) : { sid, status: 'IN_PROGRESS', errors: [] }),
    listNumbers: () => Promise.resolve([]),
    registerNumber: () => Promise.resolve(),
  };
};

const verdictOn = (sid: string, { samples }: Campaign): CampaignState =>
  samples.every(saysHowToStop)
    ? { sid, status: 'VERIFIED', errors: [] }
    : { sid, status: 'FAILED', errors: [NO_OPT_OUT] };
