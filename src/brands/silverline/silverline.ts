import type { Brand } from '../brand-shape.ts';
import { features, roleLabels } from '../trade-defaults.ts';

const name = 'Silverline';

const words: Brand['words'] = {
  seller: 'agent',
  sellers: 'agents',
  client: 'client',
  clients: 'clients',
  book: 'your book of business',
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
  mark: [
    { d: 'M4 17L12.5 4', stroke: 2.8 },
    { d: 'M11.5 20L20 7', stroke: 2.8 },
  ],
};
