import { CONTACT_GROUPS } from '#contract/contacts/scope.contract.ts';
import { featureFactsOf } from '#rules/access/feature-facts.ts';
import { gateOf } from '#rules/access/features.ts';
import type { App } from '../../_base/use-app.ts';

type Group = (typeof CONTACT_GROUPS)[number];

/** The user's contact groups, and the current one; an address or a reply may name any. */
export const groupsOf = (boot: App['boot'], user: App['user'], shown: Group): readonly Group[] =>
  CONTACT_GROUPS.filter((group) => group === shown || isOffered(group, boot, user));

function isOffered(group: Group, boot: App['boot'], user: App['user']): boolean {
  if (group === 'workflow') return gateOf('workflow-contact-group', featureFactsOf(boot, user)).allowed;
  return group === 'downline' ? user.downline_count > 0 : group !== 'all_agents';
}
