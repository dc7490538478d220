import type {
  LineSource,
  LineType,
  PhoneVerification,
  RunStatus,
  VerificationEstimate,
  VerificationRun,
} from '#contract/verifications.contract.ts';
import { VERIFIED_DAYS } from '#contract/verifications.contract.ts';

import type { Tone } from '../_kit/display/Icon.tsx';
import { formatContacts, formatCount, formatCounted } from '../_kit/format/format-count.ts';

interface Words {
  readonly text: string;
  readonly tone?: Tone;
}

export const LINE_WORDS: Readonly<Record<LineType, Words>> = {
  mobile: { text: 'Mobile', tone: 'good' },
  landline: { text: 'Landline', tone: 'warn' },
  voip: { text: 'VoIP' },
  toll_free: { text: 'Toll-free' },
  unknown: { text: 'Unknown' },
  invalid: { text: 'Not in service', tone: 'bad' },
  unreachable: { text: 'Out of reach', tone: 'warn' },
};

export const SOURCE_WORDS: Readonly<Record<LineSource, string>> = { embedded: 'Simulated', twilio: 'Twilio' };

/** What became of a number. */
export function verificationWords({ status, line_type: type, reason }: PhoneVerification): Words {
  if (type !== null) return LINE_WORDS[type];
  if (status === 'failed') return { text: reason, tone: 'bad' };
  return { text: status === 'canceled' ? 'Canceled' : status === 'looking' ? 'Looking up' : 'Waiting' };
}

export const RUN_WORDS: Readonly<Record<RunStatus, Words>> = {
  queued: { text: 'Queued' },
  working: { text: 'Verifying' },
  paused: { text: 'Paused', tone: 'warn' },
  cancelled: { text: 'Canceled', tone: 'warn' },
  complete: { text: 'Complete', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
};

const numbersText = (count: number): string => formatCounted(count, 'number', 'numbers');

/** "Verify 300 numbers" */
export const runTitle = ({ total }: Pick<VerificationRun, 'total'>): string => `Verify ${numbersText(total)}`;

/** "50 of 300 numbers" */
export const doneWords = ({ done, total }: Pick<VerificationRun, 'done' | 'total'>): string =>
  `${formatCount(done)} of ${numbersText(total)}`;

export const barState = ({ status }: Pick<VerificationRun, 'status'>): 'running' | 'paused' | 'done' => {
  if (status === 'complete') return 'done';
  return status === 'queued' || status === 'working' ? 'running' : 'paused';
};

/** "210 mobile, 80 landline" */
export const typesText = ({ by_type: types }: Pick<VerificationRun, 'by_type'>): string =>
  types.map(({ line_type: type, numbers }) => `${formatCount(numbers)} ${LOWER[type]}`).join(', ');

const LOWER: Readonly<Record<LineType, string>> = {
  mobile: 'mobile',
  landline: 'landline',
  voip: 'VoIP',
  toll_free: 'toll-free',
  unknown: 'unknown',
  invalid: 'not in service',
  unreachable: 'out of reach',
};

/** Outcome of a run in one sentence. */
export function outcomeOf(run: VerificationRun): { readonly tone: 'good' | 'warn' | 'bad'; readonly text: string } {
  const types = typesText(run);
  const found = types === '' ? '' : ` Found ${types}.`;
  const failed = run.failed === 0 ? '' : ` ${formatCounted(run.failed, 'look-up', 'look-ups')} failed.`;
  if (run.status === 'failed') return { tone: 'bad', text: run.failure ?? 'Failed for an unknown reason.' };
  if (run.status === 'cancelled') return { tone: 'warn', text: `Canceled after ${doneWords(run)}.${found}${failed}` };
  return { tone: run.failed > 0 ? 'warn' : 'good', text: `${numbersText(run.done)} verified.${found}${failed}` };
}

/** What a run leaves out, one sentence each. */
export function leftOutOf({ without_number: none, already_known: known, contacts }: VerificationEstimate): string[] {
  return [
    ...(none === 0
      ? []
      : [
          `${formatCount(none)} of ${formatContacts(contacts)} ${none === 1 ? 'has' : 'have'} no phone number and will be skipped.`,
        ]),
    ...(known === 0
      ? []
      : [
          `${numbersText(known)} ${known === 1 ? 'was' : 'were'} verified in the last ${VERIFIED_DAYS} days and won’t be looked up again.`,
        ]),
  ];
}
