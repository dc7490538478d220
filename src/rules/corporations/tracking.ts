/** Providers whose ids a tracking code may be, with an example. */
const PROVIDERS = [
  { name: 'Google Analytics', pattern: /^G-[A-Z0-9]{6,12}$/, example: 'G-ABC1234567' },
  { name: 'Google Tag Manager', pattern: /^GTM-[A-Z0-9]{4,10}$/, example: 'GTM-ABC1234' },
  { name: 'Google Ads', pattern: /^AW-\d{6,12}$/, example: 'AW-123456789' },
  { name: 'Meta Pixel', pattern: /^\d{14,17}$/, example: '123456789012345' },
] as const;

/** Name of the provider whose id this is. `null`: none that is known, so it's never put on a page. */
export const trackingProvider = (code: string): string | null =>
  PROVIDERS.find(({ pattern }) => pattern.test(code))?.name ?? null;

export const TRACKING_REMEDY = `Enter the id of ${PROVIDERS.map(({ name, example }) => `${name} (${example})`).join(', ')}. Scripts aren't accepted.`;
