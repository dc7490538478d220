import type { BrandFeature, BrandRole, FeatureReach } from './brand-shape.ts';

/** Labels of the generic product; a brand renames what its trade calls otherwise. */
export const roleLabels: Readonly<Record<BrandRole, string>> = {
  admin: 'System Admin',
  sub_admin: 'Admin',
  bu_admin: 'BU Admin',
  manager: 'Manager',
  regional_manager: 'Regional Manager',
  district_manager: 'District Manager',
  field_manager: 'Field Manager',
  telemarketer: 'Telemarketer',
  agent: 'Agent',
  basic: 'Basic',
  pool_holder: 'Pool Holder',
  relationship_manager: 'Relationship Manager',
};

/** Defaults of every deployment; a brand overrides single lines. */
export const features: Readonly<Record<BrandFeature, FeatureReach>> = {
  contacts: 'everyone',
  'contact-merge': 'off',
  'contact-api-vendor': 'off',
  duplicates: 'everyone',
  imports: 'everyone',
  transfers: 'everyone',
  printing: 'everyone',
  exports: 'everyone',
  phone: 'everyone',
  messages: 'everyone',
  broadcasts: 'everyone',
  chat: 'everyone',
  quotes: 'everyone',
  events: 'everyone',
  reports: 'everyone',
  store: 'everyone',
  orders: 'everyone',
  'public-pages': 'everyone',
  soa: 'everyone',
  trainings: 'everyone',
  corporations: 'everyone',
  workflows: 'everyone',
  wallets: 'everyone',
  subscriptions: 'everyone',
  domains: 'everyone',
  integrations: 'everyone',
  live: 'everyone',
  compliance: 'everyone',
};
