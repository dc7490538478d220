import type {
  AttemptFault,
  WebhookAttempt,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEvent,
} from '#contract/webhooks.contract.ts';
import type { Tone } from '../_kit/display/Icon.tsx';

interface StatusWords {
  readonly text: string;
  readonly tone: Tone;
}

export const EVENT_LABELS: Readonly<Record<WebhookEvent, string>> = {
  'contact.created': 'Contact created',
  'contact.updated': 'Contact updated',
  'contact.status_changed': 'Contact status changed',
  'contact.deleted': 'Contact deleted',
  'contact.restored': 'Contact restored',
  'appointment.booked': 'Appointment booked',
  'appointment.canceled': 'Appointment canceled',
  'soa.completed': 'SOA completed',
  'call.ended': 'Call ended',
  'order.paid': 'Order paid',
  'workflow.step': 'Workflow step',
};

/** A state of an endpoint in a word; one that is active and fails says so. */
export function endpointStatus({ status, failing_since: since }: WebhookEndpoint): StatusWords {
  if (status === 'stopped') return { text: 'Stopped', tone: 'bad' };
  if (status === 'paused') return { text: 'Paused', tone: 'info' };
  return since === null ? { text: 'Active', tone: 'good' } : { text: 'Failing', tone: 'warn' };
}

export const DELIVERY_WORDS: Readonly<Record<WebhookDelivery['status'], StatusWords>> = {
  waiting: { text: 'Waiting', tone: 'info' },
  delivered: { text: 'Delivered', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
};

const FAULTS: Readonly<Record<AttemptFault, string>> = {
  '': '',
  timeout: 'No answer in time',
  unreachable: "Couldn't connect",
  private_address: 'Private address',
  certificate: 'Certificate or TLS error',
};

/** "404", "No answer in time", or nothing before the first attempt. */
export const answerWords = ({ status, fault }: Pick<WebhookAttempt, 'status' | 'fault'>): string =>
  status === null ? FAULTS[fault] : String(status);
