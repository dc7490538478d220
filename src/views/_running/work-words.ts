import {
  ArrowLeftRight,
  FileUp,
  FlaskConical,
  ListChecks,
  type LucideIcon,
  Megaphone,
  Printer,
  Smartphone,
} from 'lucide-react';
import type { WorkKind, WorkOf } from '../../machines/_running/kinds.ts';
import { progressOf as progressOfBulk } from '../../machines/bulk/bulk-work.ts';
import { progressOf as progressOfTransfer } from '../../machines/transfers/transfer-stage.ts';
import { doneOf } from '#rules/broadcasts/audience.ts';
import type { Tone } from '../_kit/display/Icon.tsx';
import type { ProgressProps } from '../_kit/states/Progress.tsx';
import * as broadcasts from '../broadcasts/broadcast-words.ts';
import * as bulk from '../bulk/bulk-words.ts';
import * as imports from '../imports/list/status-words.ts';
import * as prints from '../printing/print-words.ts';
import * as verifications from '../verifications/verification-words.ts';
import * as dryRuns from '../workflows/dry-runs/dry-run-words.ts';
import * as transfers from '../transfers/transfer-words.ts';

interface WorkWords<W> {
  readonly icon: LucideIcon;
  readonly titleOf: (work: W) => string;
  readonly progressOf: (work: W) => Pick<ProgressProps, 'done' | 'total' | 'state' | 'text'>;
  /** "5 s left", or the state. */
  readonly paceOf: (work: W) => string;
  /** Which contacts, or what became of them so far. */
  readonly aboutOf: (work: W) => string;
  /** The end in one sentence, for the user with this id. */
  readonly noticeOf: (work: W, readerId: number) => { readonly tone: Tone; readonly text: string };
}

/** Icon and labels of long-running work, one entry a kind. Comes with the first work that runs. */
export const workWords: { readonly [K in WorkKind]: WorkWords<WorkOf[K]> } = {
  import: {
    icon: FileUp,
    titleOf: ({ file_name }) => file_name,
    progressOf: (attempt) => ({
      done: attempt.done_rows,
      total: attempt.total_rows,
      state: imports.barState(attempt.status),
      text: imports.doneWords(attempt),
    }),
    paceOf: imports.paceWords,
    aboutOf: (attempt) => imports.countWords(attempt) || 'Nothing written yet',
    noticeOf: imports.noticeOf,
  },
  broadcast: {
    icon: Megaphone,
    titleOf: ({ name }) => name,
    progressOf: (broadcast) => ({
      done: doneOf(broadcast.progress),
      total: broadcast.audience?.recipients ?? null,
      state: broadcasts.barState(broadcast),
      text: broadcasts.doneWords(broadcast),
    }),
    paceOf: broadcasts.paceWords,
    aboutOf: broadcasts.sentenceOf,
    noticeOf: broadcasts.noticeOf,
  },
  bulk: {
    icon: ListChecks,
    titleOf: ({ change, names }) => bulk.changeTitle(change, names),
    progressOf: (job) => ({ ...progressOfBulk(job), state: bulk.barState(job), text: bulk.doneWords(job) }),
    paceOf: bulk.paceWords,
    aboutOf: ({ sentence }) => sentence || 'Chosen one by one',
    noticeOf: bulk.outcomeOf,
  },
  transfer: {
    icon: ArrowLeftRight,
    titleOf: transfers.transferTitle,
    progressOf: (attempt) => ({
      ...progressOfTransfer(attempt),
      state: transfers.barState(attempt),
      text: transfers.doneWords(attempt),
    }),
    paceOf: transfers.paceWords,
    aboutOf: transfers.sentenceOf,
    noticeOf: transfers.noticeOf,
  },
  print: {
    icon: Printer,
    titleOf: prints.printTitle,
    progressOf: (job) => ({
      done: job.done,
      total: job.total,
      state: prints.barState(job),
      text: prints.doneWords(job),
    }),
    paceOf: ({ status }) => prints.STATUS_WORDS[status].text,
    aboutOf: ({ sentence }) => sentence || 'Chosen one by one',
    noticeOf: prints.outcomeOf,
  },
  verification: {
    icon: Smartphone,
    titleOf: verifications.runTitle,
    progressOf: (run) => ({
      done: run.done,
      total: run.total,
      state: verifications.barState(run),
      text: verifications.doneWords(run),
    }),
    paceOf: ({ status }) => verifications.RUN_WORDS[status].text,
    aboutOf: ({ sentence }) => sentence || 'Chosen one by one',
    noticeOf: verifications.outcomeOf,
  },
  dryRun: {
    icon: FlaskConical,
    titleOf: dryRuns.dryRunTitle,
    progressOf: (run) => ({
      done: run.done,
      total: run.total,
      state: dryRuns.barState(run),
      text: dryRuns.doneWords(run),
    }),
    paceOf: ({ status }) => dryRuns.RUN_WORDS[status].text,
    aboutOf: ({ sentence }) => sentence,
    noticeOf: dryRuns.outcomeOf,
  },
};
