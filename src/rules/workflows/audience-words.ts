import { DRY_RUN_DAYS } from '#contract/workflows/dry-runs.contract.ts';
import type { FlowTrigger } from '#contract/workflows/definition.contract.ts';

/** Triggers on a day of the contact. */
export const isDated = (kind: FlowTrigger['kind']): boolean =>
  kind === 'birthday' || kind === 'policy_anniversary' || kind === 'policy_expiring' || kind === 'no_contact';

const LAST = `in the last ${DRY_RUN_DAYS} days`;
const NEXT = `in the next ${DRY_RUN_DAYS} days`;

const WORDS: Readonly<Record<FlowTrigger['kind'], string>> = {
  manual: 'All contacts that the workflow is for',
  contact_added: `Contacts added ${LAST}`,
  status_changed: 'Contacts with the status',
  tag_added: 'Contacts with the tag',
  birthday: `Contacts with a birthday ${NEXT}`,
  policy_anniversary: `Contacts with a policy anniversary ${NEXT}`,
  policy_expiring: `Contacts whose policy comes within 30 days of expiring ${NEXT}`,
  no_contact: `Contacts who reach the days without contact ${NEXT}`,
  reply: `Contacts who sent a text ${LAST}`,
  missed_call: `Contacts with a missed call ${LAST}`,
  request: `Contacts with a request ${LAST}`,
  soa_completed: `Contacts who completed a scope of appointment ${LAST}`,
  policy_active: 'Contacts with an active policy',
  schedule: 'Contacts who match the filters of the schedule now, starting at its next time',
};

/** Whom a trigger takes in a dry run: "Contacts with the tag turning 65". */
export function audienceWords({ kind, ids }: FlowTrigger, nameOf: (id: number) => string | null): string {
  if (kind !== 'status_changed' && kind !== 'tag_added') return WORDS[kind];
  const names = ids.map((id) => nameOf(id) ?? 'not found');
  if (names.length === 0) return kind === 'tag_added' ? 'Contacts with a tag' : 'Contacts with a status';
  return `${WORDS[kind]} ${names.join(' or ')}`;
}
