import type { Brand } from '../brand-shape.ts';
import { features, roleLabels } from '../trade-defaults.ts';
import { tokens } from './tokens.ts';

const name = 'Silverline';

const words: Brand['words'] = {
  seller: 'agent',
  sellers: 'agents',
  client: 'client',
  clients: 'clients',
  book: 'your book of business',
};

const support: Brand['support'] = {
  company: 'Silverline Senior Benefits Technology, LLC',
  email: 'help@silverline.example',
  phone: '+18005550139',
  hours: 'Monday to Friday, 8:00 AM to 8:00 PM Central, and on Saturdays from October to December',
  address: '1200 Commerce Row, Suite 310, Dallas, TX 75202',
};

/** Medicare and insurance agents. */
export const silverline: Brand = {
  key: 'silverline',
  name,
  version: '0.2.39',
  tagline: 'Every client, every plan, every call in season.',
  trade: 'insurance',
  words,
  roleLabels,
  hiddenRoles: ['pool_holder'],
  jobTitles: [
    'advisor',
    'insurance_agent',
    'licensed_insurance_agent',
    'retirement_specialist',
    'agency_sales_manager',
  ],
  nameCharacters: '',
  features,
  tokens,
  mark: [
    { d: 'M4 17L12.5 4', stroke: 2.8 },
    { d: 'M11.5 20L20 7', stroke: 2.8 },
  ],
  legal: {
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
  },
  support,
};
