import type { Capability } from '#contract/numbers.contract.ts';

/** What a number can do, in words. */
export const CAPABILITY_WORDS: Readonly<Record<Capability, string>> = {
  voice: 'Calls',
  sms: 'Texts',
  mms: 'Pictures',
};

/** `Calls, texts, pictures` */
export const capabilityWords = (capabilities: readonly Capability[]): string =>
  capabilities
    .map((one, index) => (index === 0 ? CAPABILITY_WORDS[one] : CAPABILITY_WORDS[one].toLowerCase()))
    .join(', ');
