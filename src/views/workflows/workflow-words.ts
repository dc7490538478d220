import {
  Bell,
  CalendarClock,
  CalendarPlus,
  Flag,
  GitBranch,
  Hourglass,
  type LucideIcon,
  Mail,
  Mails,
  MessageSquare,
  MessageSquareDashed,
  MessageSquareReply,
  Play,
  Shuffle,
  ShieldQuestion,
  SquareCheck,
  Tag,
  UserRoundCheck,
  Webhook,
} from 'lucide-react';
import { formatCount } from '#rules/words/format-count.ts';
import type { StepKind } from '#contract/workflows/definition.contract.ts';
import type { Flow, FlowHistoryRow, FlowRow, FlowRun } from '#contract/workflows.contract.ts';

export const STEP_ICONS: Readonly<Record<StepKind, LucideIcon>> = {
  text: MessageSquare,
  email: Mail,
  wait: Hourglass,
  wait_until: CalendarClock,
  wait_reply: MessageSquareReply,
  condition: GitBranch,
  reachable: ShieldQuestion,
  split: Shuffle,
  tag: Tag,
  status: SquareCheck,
  assign: UserRoundCheck,
  follow_up: Bell,
  event: CalendarPlus,
  start_flow: Play,
  kit: Mails,
  draft: MessageSquareDashed,
  webhook: Webhook,
  end: Flag,
};

/** Contacts at a step, and whether it is paused: "Paused step, 3 here, 7 passed". */
export function stepAbout({ steps, paused_steps: paused }: Pick<Flow, 'steps' | 'paused_steps'>, id: string): string {
  const { here = 0, passed = 0 } = steps.find((step) => step.step_id === id) ?? {};
  return [
    paused.includes(id) ? 'Paused step' : '',
    here > 0 ? `${formatCount(here)} here` : '',
    passed > 0 ? `${formatCount(passed)} passed` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

type Word = { readonly text: string; readonly tone?: 'good' | 'warn' | 'info' };

export const FLOW_WORDS: Readonly<Record<FlowRow['status'], Word>> = {
  draft: { text: 'Draft' },
  on: { text: 'On', tone: 'good' },
  paused: { text: 'Paused', tone: 'warn' },
};

/** "On, version 4". */
export const stateWords = ({ status, version_number: number }: Pick<FlowRow, 'status' | 'version_number'>): string =>
  number === null ? FLOW_WORDS[status].text : `${FLOW_WORDS[status].text}, version ${number}`;

const ENDS: Readonly<Record<FlowRun['reason'], string>> = {
  opted_out: 'Opted out',
  not_allowed: 'Not allowed',
  stopped: 'Stopped',
  deleted: 'Deleted',
  missed: 'Missed',
  merged: 'Merged',
  transferred: 'Transferred',
  goal: 'Goal reached',
  '': 'Ended',
};

/** What comes next for a contact, in a few words. */
export function nextWords(run: FlowRun, when: (at: string) => string): Word {
  if (run.status === 'done') return { text: 'Done', tone: 'good' };
  if (run.status === 'ended') return { text: run.note === '' ? ENDS[run.reason] : `${ENDS[run.reason]}: ${run.note}` };
  if (run.paused) return { text: 'Paused', tone: 'warn' };
  if (run.status === 'held') return { text: run.note, tone: 'warn' };
  return { text: run.next_at === null ? '' : when(run.next_at), tone: 'info' };
}

export const OUTCOME_WORDS: Readonly<Record<FlowHistoryRow['outcome'], string>> = {
  done: 'Done',
  waiting: 'Waiting',
  held: 'Held',
  skipped: 'Skipped',
  ended: 'Ended',
  moved: 'Moved',
};
