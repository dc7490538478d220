export const RULES_TABS = ['in_force', 'coming', 'past'] as const;
export type RulesTab = (typeof RULES_TABS)[number];
