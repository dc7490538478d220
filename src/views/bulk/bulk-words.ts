import {
  type BulkAction,
  type BulkChange,
  type BulkCheck,
  type BulkJob,
  type BulkReason,
  type BulkStatus,
  type JobChange,
  OPT_OUT_CHANNELS,
  type OptOutChannel,
  type TagMode,
} from '#contract/bulk.contract.ts';
import { capital } from '#rules/words/capital.ts';
import { timeLeftMs } from '../../machines/imports/time-left.ts';
import { progressOf } from '../../machines/bulk/bulk-work.ts';
import { formatContacts, formatCount } from '../_kit/format/format-count.ts';
import { formatDuration } from '../_kit/format/format-duration.ts';
import type { Tone } from '../_kit/display/Icon.tsx';

type Choosing = Exclude<BulkAction, 'tags' | 'do_not_call' | 'campaign' | 'workflow' | 'delete' | 'restore'>;

const THINGS: Readonly<Record<Choosing, string>> = {
  group: 'group',
  status: 'status',
  agentflow_status: 'agentflow status',
  pool: 'pool',
};

const tagsOf = (names: readonly string[]): string =>
  `${names.length === 1 ? 'the tag' : 'the tags'} ${names.join(', ')}`;

const OPT_OUTS: Readonly<Record<OptOutChannel, string>> = {
  call: 'Do Not Call',
  text: 'Do Not Call for text messages',
  mail: 'an e-mail opt-out',
};

/** "Do Not Call and an e-mail opt-out" */
const optOutsOf = (channels: readonly OptOutChannel[]): string =>
  OPT_OUT_CHANNELS.filter((channel) => channels.includes(channel) && (channel !== 'text' || !channels.includes('call')))
    .map((channel) => OPT_OUTS[channel])
    .join(' and ');

/** Effect of an opt-out, as a sentence. */
export function stopSentence(channels: readonly OptOutChannel[]): string {
  const byPhone = channels.includes('call')
    ? ['sales calls and texts']
    : channels.includes('text')
      ? ['sales texts']
      : [];
  const ways = [...byPhone, ...(channels.includes('mail') ? ['marketing e-mail'] : [])];
  return `${capital(ways.join(' and '))} to these contacts ${byPhone.length > 0 ? 'are' : 'is'} blocked immediately.`;
}

const isCleared = (names: readonly string[]) => names.length === 0;

/** Title of the change: "Add the tag hot". */
export function changeTitle(change: JobChange, names: readonly string[]): string {
  switch (change.action) {
    case 'tags':
      return `${tagTitle(change.mode, names)}${change.do_not_call === true ? ' and record Do Not Call' : ''}`;
    case 'do_not_call':
      return `Record ${optOutsOf(change.channels)}`;
    case 'campaign':
    case 'workflow':
      return `Start ${names.join('')}`;
    case 'workflow_move':
      return `Move contacts of ${names.join('')} to version ${change.to}`;
    case 'delete':
      return 'Delete contacts';
    case 'restore':
      return 'Restore contacts';
    default:
      return isCleared(names)
        ? `Remove the ${THINGS[change.action]}`
        : `Set the ${THINGS[change.action]} to ${names.join('')}`;
  }
}

function tagTitle(mode: TagMode, names: readonly string[]): string {
  if (mode === 'add') return `Add ${tagsOf(names)}`;
  if (mode === 'remove') return `Remove ${tagsOf(names)}`;
  return isCleared(names) ? 'Remove all tags' : `Replace all tags with ${names.join(', ')}`;
}

/** Effect on contacts: "get the tag hot". */
function deed(change: JobChange, names: readonly string[], one: boolean): string {
  const s = one ? 's' : '';
  switch (change.action) {
    case 'do_not_call':
      return `get${s} ${optOutsOf(change.channels)}`;
    case 'tags':
      // A contact that has the tag gets Do Not Call alone.
      if (change.do_not_call === true) return one ? 'changes' : 'change';
      if (change.mode === 'add') return `get${s} ${tagsOf(names)}`;
      if (change.mode === 'remove') return `lose${s} ${tagsOf(names)}`;
      return isCleared(names) ? `lose${s} all tags` : `get${s} ${names.join(', ')} in place of all tags`;
    case 'campaign':
    case 'workflow':
      return `start${s} ${names.join('')}`;
    case 'workflow_move':
      return `move${s} to version ${change.to}`;
    case 'delete':
      return `will be deleted`;
    case 'restore':
      return `will be restored`;
    default:
      return isCleared(names)
        ? `lose${s} the ${THINGS[change.action]}`
        : `get${s} the ${THINGS[change.action]} ${names.join('')}`;
  }
}

/** Preview, one sentence each: "214 contacts get the tag hot." */
export function checkSentences(
  change: BulkChange,
  names: readonly string[],
  { counts, opt_outs: optOuts, by_reason }: BulkCheck,
): string[] {
  const { changed, unchanged } = counts;
  return [
    changed === 0 ? 'No contacts would change.' : `${formatContacts(changed)} ${deed(change, names, changed === 1)}.`,
    ...(change.action === 'tags' && optOuts !== null
      ? [
          optOuts === 0
            ? 'All of them already opted out of calls.'
            : `Do Not Call is recorded for ${formatCount(optOuts)} of them.`,
        ]
      : []),
    ...(unchanged > 0 ? [`${formatCount(unchanged)} already ${soWord(change)}.`] : []),
    ...by_reason.map(({ reason, contacts }) => `${formatCount(contacts)} skipped: ${REASON_WORDS[reason]}.`),
  ];
}

function soWord({ action }: BulkChange): string {
  if (isStart(action)) return `in this ${action}`;
  return action === 'do_not_call' ? 'opted out' : 'up to date';
}

const isStart = (action: JobChange['action']): boolean => action === 'campaign' || action === 'workflow';

export const REASON_WORDS: Readonly<Record<BulkReason, string>> = {
  not_seen: "not found, or you don't have access",
  deleted: 'deleted',
  merged: 'merged into another contact',
  expired: 'deleted more than 90 days ago',
  too_many_tags: 'would have more than 50 tags',
  held: 'under legal hold',
  no_address: 'no phone number or e-mail address',
  opted_out: 'opted out',
  no_consent: 'no consent to automated messages',
  not_for_owner: "the workflow isn't for contacts of their owner",
  step_gone: 'their step is gone in the new version',
  changed_since: 'changed since',
  deleted_since: 'deleted since',
  choice_gone: 'its previous value no longer exists',
};

/** The action as a verb with its count: "Change 214". */
export function confirmLabel({ action }: BulkChange, changed: number): string {
  if (action === 'delete') return `Delete ${formatCount(changed)}`;
  if (isStart(action)) return `Start for ${formatCount(changed)}`;
  if (action === 'do_not_call') return `Record for ${formatCount(changed)}`;
  return action === 'restore' ? `Restore ${formatCount(changed)}` : `Change ${formatCount(changed)}`;
}

/** Effect on contacts in the past tense: "got the tag hot". */
function past(change: JobChange, names: readonly string[]): string {
  switch (change.action) {
    case 'tags': {
      const also = change.do_not_call === true ? ', with Do Not Call' : '';
      if (change.mode === 'add') return `got ${tagsOf(names)}${also}`;
      if (change.mode === 'remove') return `lost ${tagsOf(names)}`;
      return isCleared(names) ? 'lost all tags' : `got ${names.join(', ')} in place of all tags${also}`;
    }
    case 'do_not_call':
      return `got ${optOutsOf(change.channels)}`;
    case 'campaign':
    case 'workflow':
      return `started ${names.join('')}`;
    case 'workflow_move':
      return `moved to version ${change.to} of ${names.join('')}`;
    case 'delete':
      return 'deleted';
    case 'restore':
      return 'restored';
    default:
      return isCleared(names)
        ? `lost the ${THINGS[change.action]}`
        : `got the ${THINGS[change.action]} ${names.join('')}`;
  }
}

function undoneWord({ action }: JobChange): string {
  if (action === 'workflow_move') return 'moved back';
  if (isStart(action)) return 'stopped';
  return action === 'delete' ? 'restored' : action === 'restore' ? 'deleted' : 'reverted';
}

interface Told {
  readonly tone: 'good' | 'info' | 'warn' | 'bad';
  readonly text: string;
}

/** Outcome of a job in one sentence. */
export function outcomeOf({ change, names, status, failure, counts, undo }: BulkJob): Told {
  const done = `${formatContacts(counts.changed)} ${past(change, names)}`;
  const kept = undo?.kept ?? 0;
  const left = counts.refused > 0 ? `, ${formatCount(counts.refused)} skipped` : '';
  switch (status) {
    case 'failed':
      return { tone: 'bad', text: failure ?? 'Failed for an unknown reason.' };
    case 'cancelled':
      return { tone: 'warn', text: `Canceled: ${done}${left}.` };
    case 'undone':
      return {
        tone: kept > 0 ? 'warn' : 'info',
        text: `Undone: ${formatContacts(undo?.put_back ?? 0)} ${undoneWord(change)}${kept > 0 ? `, ${formatCount(kept)} skipped because of later changes` : ''}.`,
      };
    default:
      return {
        tone: counts.refused > 0 ? 'warn' : change.action === 'delete' ? 'info' : 'good',
        text: `${done}${left}.`,
      };
  }
}

interface StatusWords {
  readonly text: string;
  readonly tone?: Tone;
}

export const STATUS_WORDS: Readonly<Record<BulkStatus, StatusWords>> = {
  queued: { text: 'Queued' },
  processing: { text: 'Running' },
  cancelling: { text: 'Canceling' },
  cancelled: { text: 'Canceled', tone: 'warn' },
  done: { text: 'Done', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
  undoing: { text: 'Undoing' },
  undone: { text: 'Undone', tone: 'info' },
};

/** "4,000 of 12,431 contacts" */
export function doneWords(job: BulkJob): string {
  const { done, total } = progressOf(job);
  return `${formatCount(done)} of ${formatContacts(total)}${job.status === 'undoing' ? ' undone' : ''}`;
}

/** `null` while unknown. */
export const bulkTimeLeft = ({ status, total, done, rate, active_ms }: BulkJob): number | null =>
  status === 'processing' && done > 0 ? timeLeftMs({ total_rows: total, done_rows: done, rate, active_ms }) : null;

/** "5 s left", or why it does not move. */
export function paceWords(job: BulkJob): string {
  const left = bulkTimeLeft(job);
  return left === null || left === 0 ? STATUS_WORDS[job.status].text : `${formatDuration(left)} left`;
}

export const barState = ({ status }: BulkJob): 'running' | 'paused' | 'done' => {
  if (status === 'cancelled' || status === 'failed') return 'paused';
  return status === 'done' || status === 'undone' ? 'done' : 'running';
};
