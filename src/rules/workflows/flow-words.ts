import type {
  FlowDefinition,
  FlowTrigger,
  FlowStep,
  StepKind,
  WAIT_DAYS,
  WAIT_UNITS,
} from '#contract/workflows/definition.contract.ts';
import { clockText, clockWords } from '../time/zoned-time.ts';
import { formatCounted } from '../words/format-count.ts';
import { outlineOf } from './flow-steps.ts';

export const STEP_LABELS: Readonly<Record<StepKind, string>> = {
  text: 'Send text',
  email: 'Send e-mail',
  wait: 'Wait',
  wait_until: 'Wait for a day',
  wait_reply: 'Wait for a reply',
  condition: 'Condition',
  reachable: 'May be reached?',
  split: 'Random split',
  tag: 'Tag',
  status: 'Status',
  assign: 'Assign',
  follow_up: 'Follow-up',
  event: 'Calendar event',
  start_flow: 'Start workflow',
  kit: 'Mailer kit',
  draft: 'Draft text',
  webhook: 'Send webhook',
  end: 'End',
};

export const TRIGGER_LABELS: Readonly<Record<FlowTrigger['kind'], string>> = {
  manual: 'Started by hand',
  contact_added: 'Contact added',
  status_changed: 'Status changed',
  tag_added: 'Tag added',
  birthday: 'Birthday',
  policy_anniversary: 'Policy anniversary',
  policy_expiring: 'Policy expires in 30 days',
  no_contact: 'No contact for some days',
  reply: 'Text received',
  missed_call: 'Missed call',
  request: 'Request or vendor lead',
  soa_completed: 'Scope of appointment completed',
  policy_active: 'Policy becomes active',
  schedule: 'On a schedule',
};

export const WAIT_DAY_LABELS: Readonly<Record<(typeof WAIT_DAYS)[number], string>> = {
  birthday: 'Birthday',
  follow_up_on: 'Follow-up day',
  policy_effective: 'Effective day of a policy',
  policy_expires: 'Day a policy expires',
};

/** The names of the two branches of a step. */
export const branchLabels = (step: FlowStep): readonly [yes: string, no: string] => {
  if (step.kind === 'wait_reply') return ['Replied', 'No reply'];
  return step.kind === 'split' ? [`${step.percent}%`, `${100 - step.percent}%`] : ['Yes', 'No'];
};

type Unit = (typeof WAIT_UNITS)[number];

const lasting = ({ count, unit }: { readonly count: number; readonly unit: Unit }) =>
  formatCounted(count, unit, `${unit}s`);

const afterDays = (days: number): string =>
  days === 0 ? 'the same day' : `after ${formatCounted(days, 'day', 'days')}`;

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 59).trimEnd()}…` : text);

/** Names of what a definition refers to, by kind and id; `null`: unknown. */
export type FlowNames = (kind: 'tag' | 'status' | 'owner' | 'flow' | 'kit', id: number) => string | null;

const UNKNOWN = 'not found';

/** What a step does, in a few words; empty while it is not filled in. */
export function stepWords(step: FlowStep, nameOf: FlowNames): string {
  const named = (kind: Parameters<FlowNames>[0], id: number | null) =>
    id === null ? '' : (nameOf(kind, id) ?? UNKNOWN);
  switch (step.kind) {
    case 'text':
    case 'draft':
      return shortened(step.body);
    case 'email':
      return shortened(step.subject);
    case 'wait':
      return lasting(step);
    case 'wait_until': {
      const day = WAIT_DAY_LABELS[step.day].toLowerCase();
      return step.days_before === 0
        ? `On the ${day}`
        : `${formatCounted(step.days_before, 'day', 'days')} before the ${day}`;
    }
    case 'wait_reply':
      return `At most ${lasting(step)}`;
    case 'condition':
      return formatCounted(step.filters.length, 'filter', 'filters');
    case 'reachable':
      return step.channel === 'text' ? 'By text' : 'By e-mail';
    case 'split':
      return `${step.percent}% and ${100 - step.percent}%`;
    case 'tag':
      return step.tag_id === null ? '' : `${step.action === 'add' ? 'Add' : 'Remove'} ${named('tag', step.tag_id)}`;
    case 'status':
      return named('status', step.status_id);
    case 'assign':
      return named('owner', step.owner_id);
    case 'follow_up':
      return step.title === '' ? '' : `${shortened(step.title)}, ${afterDays(step.days)}`;
    case 'event':
      return step.title === ''
        ? ''
        : `${shortened(step.title)}, ${afterDays(step.days)} at ${clockWords(clockText(step.minute))}, ${step.minutes} minutes`;
    case 'start_flow':
      return named('flow', step.flow_id);
    case 'kit':
      return named('kit', step.kit_id);
    case 'webhook':
      return shortened(step.name);
    default:
      return 'The workflow ends';
  }
}

/** "Step 3, Send text"; "Trigger" for no step. */
export function placeWords(definition: Pick<FlowDefinition, 'steps'>, id: string | null): string {
  if (id === null) return 'Trigger';
  const outline = outlineOf(definition);
  const at = outline.findIndex(({ step }) => step.id === id);
  const step = outline[at]?.step;
  return step === undefined ? 'End' : `Step ${at + 1}, ${STEP_LABELS[step.kind]}`;
}
