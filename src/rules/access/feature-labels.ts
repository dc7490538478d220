import { FEATURES, type FeatureName } from '#contract/access.contract.ts';
import { type FeatureFacts, type Gate, gateOf } from './features.ts';

/** Labels of features. */
export const FEATURE_LABELS: Readonly<Record<FeatureName, string>> = {
  contacts: 'Contacts',
  'contact-merge': 'Merging contacts',
  'contact-api-vendor': 'Contact API vendor',
  'contact-permissions': 'Contact permissions',
  duplicates: 'Duplicates',
  imports: 'Imports',
  'import-lead-tracking': 'Lead tracking in imports',
  transfers: 'Transfers',
  printing: 'Letters and labels',
  exports: 'Exports',
  phone: 'Phone',
  messages: 'Text messages',
  broadcasts: 'Broadcasts',
  'mailer-assignment': 'Mailer assignment',
  chat: 'MAX assistant',
  'chat-contact-insight': 'MAX: contact insight',
  'chat-quote': 'MAX: quotes',
  'chat-create-email': 'MAX: create e-mail',
  quotes: 'Quotes',
  events: 'Calendar',
  'mini-calendar': 'Mini calendar',
  'follow-ups': 'Follow-ups',
  reports: 'Reports',
  store: 'Store',
  orders: 'Orders',
  'public-pages': 'Public page',
  'marketing-profile': 'Marketing profile',
  soa: 'Scope of appointment',
  trainings: 'Trainings',
  corporations: 'Corporations',
  workflows: 'Workflows',
  'workflow-contact-group': 'Contacts in workflows',
  wallets: 'Wallet',
  subscriptions: 'Subscriptions',
  domains: 'Custom domains',
  integrations: 'Integrations',
  live: 'Live page',
  compliance: 'Compliance',
  'regional-manager': 'Regional managers',
  'central-variant': 'Central variant: no second administrator role',
};

export interface FeatureState {
  readonly feature: FeatureName;
  readonly label: string;
  readonly gate: Gate;
}

/** Every feature with its gate, in the order of the contract. */
export const featuresOf = (facts: FeatureFacts): FeatureState[] =>
  FEATURES.map((feature) => ({ feature, label: FEATURE_LABELS[feature], gate: gateOf(feature, facts) }));
