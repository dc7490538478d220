import type { BrandLegal } from '../brand-shape.ts';

/** Legal texts and support of Stillwater. */
export const legal: BrandLegal = {
  kept: 'birth date, next of kin, wishes, funeral plans and their payments, notes, files, calls and messages',
  privacyExtra: [
    {
      heading: 'Wishes and next of kin',
      paragraphs: [
        'Wishes for a funeral and the names of relatives are kept for as long as the plan lasts. After a death they are shown only to the funeral home that carries the plan out.',
      ],
    },
  ],
  termsExtra: [
    {
      heading: 'Pre-need sales',
      paragraphs: [
        'You follow the pre-need law of your state and the Funeral Rule of the Federal Trade Commission: itemized prices before an agreement, and trust or insurance funding as your state asks.',
        'No calls or visits to a household within 30 days after a death in it, unless the family asks.',
      ],
    },
  ],
  support: {
    company: 'Stillwater Preneed Systems, Inc.',
    email: 'care@stillwater.example',
    phone: '+18005550152',
    hours: 'every day, 8:00 AM to 9:00 PM Eastern',
    address: '77 Chapel Lane, Louisville, KY 40202',
  },
  pageNotices: {
    en: ['Prices and terms are those of the contract that you sign.'],
    es: ['Los precios y las condiciones son los del contrato que usted firma.'],
  },
  pageTopics: {
    en: ['Plan ahead for myself', 'Plan ahead for a family member', 'A plan I have', 'Something else'],
    es: ['Planificar para mí', 'Planificar para un familiar', 'Un plan que ya tengo', 'Otro tema'],
  },
};
