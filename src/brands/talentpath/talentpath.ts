import type { Brand } from '../brand-shape.ts';
import { features, roleLabels } from '../trade-defaults.ts';

const name = 'TalentPath';

const words: Brand['words'] = {
  seller: 'recruiter',
  sellers: 'recruiters',
  client: 'candidate',
  clients: 'candidates',
  book: 'your candidates',
};

/** Recruiting of agents. */
export const talentpath: Brand = {
  key: 'talentpath',
  name,
  version: '0.2.37',
  tagline: 'From first call to first day.',
  trade: 'recruiting',
  words,
  roleLabels: { ...roleLabels, bu_admin: 'Business Admin', manager: 'Lead Recruiter', agent: 'Recruiter' },
  hiddenRoles: ['basic', 'sub_admin', 'district_manager', 'field_manager', 'telemarketer'],
  jobTitles: ['recruiting_director', 'development_manager', 'regional_coordination_manager'],
  nameCharacters: '',
  features: { ...features, soa: 'off', quotes: 'off', store: 'off', orders: 'off' },
  mark: [
    { d: 'M5 20V13a4 4 0 0 1 4-4h7', stroke: 2.2 },
    { d: 'M12.5 4.500L17 9l-4.5 4.5', stroke: 2.2 },
    { d: 'M18 17a2.2 2.2 0 1 1 0 4.400a2.2 2.2 0 1 1 0-4.400z', stroke: null },
  ],
};
