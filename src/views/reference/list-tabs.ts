/** The lists of the page, in their order. */
export const LIST_TABS = [
  'statuses',
  'agentflow',
  'agentflow-groups',
  'groups',
  'tags',
  'pools',
  'sources',
  'categories',
  'vendors',
  'carriers',
] as const;
export type ListTab = (typeof LIST_TABS)[number];
