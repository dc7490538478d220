import type { Brand } from '../brand-shape.ts';
import { features, roleLabels } from '../trade-defaults.ts';

const name = 'Stillwater';

const words: Brand['words'] = {
  seller: 'counselor',
  sellers: 'counselors',
  client: 'family',
  clients: 'families',
  book: 'your families',
};

/** Pre-need funeral agents. */
export const stillwater: Brand = {
  key: 'stillwater',
  name,
  version: '0.2.40',
  tagline: 'Plans made early, families looked after.',
  trade: 'pre-need',
  words,
  roleLabels,
  hiddenRoles: ['basic', 'pool_holder'],
  jobTitles: [
    'funeral_director',
    'preneed_agent',
    'preneed_agent_and_funeral_director',
    'advanced_planning_specialist',
    'prearrangement_specialist',
  ],
  nameCharacters: '#/',
  features: { ...features, soa: 'off', quotes: 'off' },
  mark: [
    { d: 'M12 2.5c3 3.4 4.5 6 4.5 8.200a4.5 4.5 0 0 1-9 0c0-2.2 1.5-4.8 4.5-8.200z', stroke: null },
    { d: 'M3.5 18c1.7-1.3 3.4-1.3 5.1 0s3.4 1.3 5.1 0s3.4-1.3 5.1 0l1.7 1', stroke: 2 },
    { d: 'M7 22c1.6-1.1 3.3-1.1 5 0s3.4 1.1 5 0', stroke: 2 },
  ],
};
