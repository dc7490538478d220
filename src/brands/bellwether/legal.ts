import type { BrandLegal } from '../brand-shape.ts';

/** Legal texts and support of Bellwether. */
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
  support: {
    company: 'Bellwether Software, Inc.',
    email: 'support@bellwether.example',
    phone: '+18005550117',
    hours: 'Monday to Friday, 8:00 AM to 8:00 PM Eastern',
    address: '400 Meridian Street, Tampa, FL 33602',
  },
  pageNotices: {
    en: ['This is a solicitation of insurance: an agent may contact you.'],
    es: ['Esta es una oferta de seguros: un agente puede comunicarse con usted.'],
  },
  pageTopics: {
    en: ['Health insurance', 'Medicare', 'Life insurance', 'Dental and vision', 'A policy I have', 'Something else'],
    es: ['Seguro de salud', 'Medicare', 'Seguro de vida', 'Dental y visión', 'Una póliza que tengo', 'Otro tema'],
  },
};
