import type { BrandLegal } from '../brand-shape.ts';

/** Legal texts of TalentPath. */
export const legal: BrandLegal = {
  kept: 'licenses, work history, application stage, notes, files, calls and messages',
  privacyExtra: [
    {
      heading: 'Applications',
      paragraphs: [
        'What a candidate sends is used to fill the position and related ones. It is erased two years after the last contact unless the candidate joins.',
      ],
    },
  ],
  termsExtra: [
    {
      heading: 'Fair recruiting',
      paragraphs: [
        'You decide on people by qualification. Do not record or filter by race, religion, sex, age, disability or any other ground that the law protects.',
      ],
    },
  ],
};
