import { ArrowLeftRight, ListChecks, type LucideIcon, Printer } from 'lucide-react';
import type { BulkJob } from '#contract/bulk.contract.ts';
import type { PrintJob } from '#contract/printing.contract.ts';
import type { TransferAttempt } from '#contract/transfers.contract.ts';
import { progressOf } from '../../machines/bulk/bulk-context.ts';
import { progressOf as progressOfTransfer } from '../../machines/transfers/transfer-context.ts';
import { formatCount } from '../_kit/format/format-count.ts';
import { Icon } from '../_kit/display/Icon.tsx';
import { Anchor } from '../_kit/display/Link.tsx';
import { Progress, type ProgressProps } from '../_kit/states/Progress.tsx';
import { barState, changeTitle, doneWords, paceWords } from '../bulk/bulk-words.ts';
import * as prints from '../printing/print-words.ts';
import * as transfers from '../transfers/transfer-words.ts';

/** A bulk change of contacts that runs below. */
export const ChangeRow = ({ job }: { job: BulkJob }) => (
  <WorkRow
    icon={ListChecks}
    href={`/contacts/bulk/${job.id}`}
    who={job.user.name}
    which={job.sentence || 'Chosen one by one'}
    pace={paceWords(job)}
    label={changeTitle(job.change, job.names)}
    {...progressOf(job)}
    state={barState(job)}
    text={doneWords(job)}
  />
);

/** A transfer of contacts, or its revert, that runs below. */
export const TransferRow = ({ attempt }: { attempt: TransferAttempt }) => (
  <WorkRow
    icon={ArrowLeftRight}
    href={`/transfers/${attempt.id}`}
    who={attempt.user.name}
    which={transfers.sentenceOf(attempt)}
    pace={transfers.paceWords(attempt)}
    label={transfers.transferTitle(attempt)}
    {...progressOfTransfer(attempt)}
    state={transfers.barState(attempt)}
    text={transfers.doneWords(attempt)}
  />
);

/** Letters or labels that are printed below. */
export const PrintRow = ({ job }: { job: PrintJob }) => (
  <WorkRow
    icon={Printer}
    href={`/prints/${job.jid}`}
    who={job.user.name}
    which={job.sentence || 'Chosen one by one'}
    pace={prints.STATUS_WORDS[job.status].text}
    label={prints.printTitle(job)}
    done={job.done}
    total={job.total}
    state={prints.barState(job)}
    text={prints.doneWords(job)}
  />
);

interface WorkRowProps extends ProgressProps {
  icon: LucideIcon;
  /** Its own page, which has the commands. */
  href: string;
  who: string;
  which: string;
  pace: string;
}

function WorkRow({ icon, href, who, which, pace, ...progress }: WorkRowProps) {
  return (
    <li className="job-row">
      <Icon of={icon} />
      <div className="grow">
        <div className="h">
          <Anchor className="med cut" href={href}>
            {progress.label}
          </Anchor>
          <span className="soft nowrap">{who}</span>
          <span className="num end soft nowrap">
            <b>{formatCount(progress.done)}</b> of {formatCount(progress.total ?? 0)}
          </span>
        </div>
        <Progress thin {...progress} />
        <div className="h meta quiet">
          <span className="cut">{which}</span>
          <span className="end num nowrap">{pace}</span>
        </div>
      </div>
    </li>
  );
}
