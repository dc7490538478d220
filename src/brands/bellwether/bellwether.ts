import type { Brand } from '../brand-shape.ts';
import { features, roleLabels } from '../trade-defaults.ts';

const name = 'Bellwether';

const words: Brand['words'] = {
  seller: 'agent',
  sellers: 'agents',
  client: 'contact',
  clients: 'contacts',
  book: 'your book of business',
};

/** The generic product for insurance agents and agencies. */
export const bellwether: Brand = {
  key: 'bellwether',
  name,
  version: '0.2.37',
  tagline: 'Your book of business, your phone and your day.',
  trade: 'insurance',
  words,
  roleLabels,
  hiddenRoles: ['basic', 'pool_holder'],
  jobTitles: [
    'advisor',
    'insurance_agent',
    'licensed_insurance_agent',
    'agency_sales_manager',
    'regional_coordination_manager',
  ],
  nameCharacters: '',
  features: { ...features, 'contact-merge': 'admins', 'contact-api-vendor': 'admins' },
  mark: [
    { d: 'M9 6.2V4.6A1.6 1.6 0 0 1 10.6 3h2.8A1.6 1.6 0 0 1 15 4.6v1.6', stroke: 1.8 },
    {
      d: 'M8.6 6h6.8a1.5 1.5 0 0 1 1.45 1.1l2.5 9.4A1.2 1.2 0 0 1 18.2 18H5.8a1.2 1.2 0 0 1-1.15-1.5l2.5-9.4A1.5 1.5 0 0 1 8.6 6z',
      stroke: null,
    },
    { d: 'M12 18.6a1.7 1.7 0 1 1 0 3.4a1.7 1.7 0 1 1 0-3.4z', stroke: null },
  ],
};
