import type { BrandLegal } from '../brand-shape.ts';

/** Legal texts of Bellwether. */
export const legal: BrandLegal = {
  kept: 'birth date, policies, quotes, notes, files, calls and messages',
  privacyExtra: [
    {
      heading: 'Health and identity data',
      paragraphs: [
        'Medicare numbers, drug lists and social security numbers are stored only where a quote, an application or a policy needs them.',
      ],
    },
  ],
  termsExtra: [
    {
      heading: 'Licenses and quotes',
      paragraphs: [
        'You hold the licenses and appointments your work requires. A quote shown here is an estimate until the carrier confirms it.',
      ],
    },
  ],
};
