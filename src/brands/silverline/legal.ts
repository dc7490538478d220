import type { BrandLegal } from '../brand-shape.ts';

/** Legal texts and support of Silverline. */
export const legal: BrandLegal = {
  kept: 'birth date, Medicare number, drugs, doctors, plans, scopes of appointment, notes, files, calls and messages',
  privacyExtra: [
    {
      heading: 'Medicare data',
      paragraphs: [
        'Medicare numbers, drug lists and doctors are health data. They are used for comparing and enrolling in plans, and are kept for the ten years that the Medicare rules ask for.',
      ],
    },
  ],
  termsExtra: [
    {
      heading: 'Medicare rules',
      paragraphs: [
        'You follow the marketing rules of the Centers for Medicare & Medicaid Services: a scope of appointment before plans are discussed, recorded sales calls, and no unsolicited contact.',
        'We do not offer every plan available in an area. A quote shown here is an estimate until the carrier confirms it.',
      ],
    },
  ],
  support: {
    company: 'Silverline Senior Benefits Technology, LLC',
    email: 'help@silverline.example',
    phone: '+18005550139',
    hours: 'Monday to Friday, 8:00 AM to 8:00 PM Central, and on Saturdays from October to December',
    address: '1200 Commerce Row, Suite 310, Dallas, TX 75202',
  },
  // Source: 42 CFR 422.2267(e)(41), and Chapter 3 of the Medicare marketing guidelines.
  pageNotices: {
    en: [
      'We do not offer every plan available in your area. Currently we represent {organizations} organizations which offer {plans} products in your area. Please contact Medicare.gov, 1-800-MEDICARE, or your local State Health Insurance Program (SHIP) to get information on all of your options.',
      'Not connected with or endorsed by the United States government or the federal Medicare program. This is a solicitation of insurance: an agent may contact you.',
    ],
    es: [
      'No ofrecemos todos los planes disponibles en su área. Actualmente representamos a {organizations} organizaciones que ofrecen {plans} productos en su área. Comuníquese con Medicare.gov, 1-800-MEDICARE o el Programa Estatal de Asistencia sobre Seguros de Salud (SHIP) de su localidad para obtener información sobre todas sus opciones.',
      'No tiene relación con el gobierno de los Estados Unidos ni con el programa federal de Medicare, ni cuenta con su respaldo. Esta es una oferta de seguros: un agente puede comunicarse con usted.',
    ],
  },
  pageTopics: {
    en: [
      "I'm turning 65",
      'Compare Medicare plans',
      'Medicare Supplement',
      'Dental and vision',
      'Life insurance',
      'Something else',
    ],
    es: [
      'Voy a cumplir 65 años',
      'Comparar planes de Medicare',
      'Suplemento de Medicare',
      'Dental y visión',
      'Seguro de vida',
      'Otro tema',
    ],
  },
};
