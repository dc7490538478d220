import {
  type CampaignTrigger,
  RECURRENCES,
  TRIGGER_OCCASIONS,
  TRIGGER_TYPES,
} from '#contract/campaign-triggers.contract.ts';
import { capital } from '#rules/words/capital.ts';

const TYPE_LABELS = { email: 'E-mail', sms: 'SMS' } as const;

const OCCASION_LABELS: Readonly<Record<CampaignTrigger['trigger'], string>> = {
  manual: 'Chosen by an agent',
  contact_added: 'Contact added',
  birthday: 'Birthday',
  policy_anniversary: 'Policy anniversary',
  policy_expiring: 'Policy expires in 30 days',
  appointment_booked: 'Appointment booked',
  status_changed: 'Status changed',
  tag_added: 'Tag added',
  no_contact: 'No contact for some days',
};

export const typeLabel = (type: CampaignTrigger['trigger_type']): string => TYPE_LABELS[type];
export const occasionLabel = (trigger: CampaignTrigger['trigger']): string => OCCASION_LABELS[trigger];

export const TYPES = TRIGGER_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] }));
export const OCCASIONS = TRIGGER_OCCASIONS.map((value) => ({ value, label: OCCASION_LABELS[value] }));
export const REPEATS = RECURRENCES.map((value) => ({ value, label: value === 'none' ? 'Once' : capital(value) }));

/** "Ready", or what keeps agents from using it. */
export function stateOf({ enabled, compliant, ...shown }: CampaignTrigger): string {
  if (!enabled) return 'Off';
  if (!compliant) return 'Not approved';
  return shown.show_on_bulk || shown.show_on_conversation || shown.show_on_event ? 'Ready' : 'Not shown';
}
