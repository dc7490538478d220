import type { BrandLegal } from '../brand-shape.ts';

/** Legal texts and support of TalentPath. */
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
  support: {
    company: 'TalentPath Recruiting Systems, Inc.',
    email: 'support@talentpath.example',
    phone: '+18005550174',
    hours: 'Monday to Friday, 8:00 AM to 6:00 PM Mountain',
    address: '915 Larimer Walk, Denver, CO 80202',
  },
  pageNotices: { en: [], es: [] },
  pageTopics: {
    en: ['Open positions', 'How it works', 'My application', 'Something else'],
    es: ['Puestos disponibles', 'Cómo funciona', 'Mi solicitud', 'Otro tema'],
  },
};
