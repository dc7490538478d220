import { type Corporation, type SOCIAL_LINKS, WEEKDAYS } from '#contract/corporations.contract.ts';
import { usersOf } from '#rules/corporations/users.ts';
import { capital } from '#rules/words/capital.ts';

export const DAYS = WEEKDAYS.map((value) => ({ value, label: capital(value) }));

export const SOCIAL_LABELS: Readonly<Record<(typeof SOCIAL_LINKS)[number], string>> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  twitter: 'Twitter',
  google: 'Google',
  youtube: 'YouTube',
  yelp: 'Yelp',
};

/** "2 products, 1 campaign trigger". */
export function usageWords({ usage: { products, campaign_triggers: triggers, trainings } }: Corporation): string {
  const used = usersOf({ products, triggers, trainings });
  return used.length === 0 ? 'Nothing' : used.join(', ');
}
