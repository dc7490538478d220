import { FileUp, Pause, Play } from 'lucide-react';
import type { BulkJob } from '#contract/bulk.contract.ts';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import type { PrintJob } from '#contract/printing.contract.ts';
import type { TransferAttempt } from '#contract/transfers.contract.ts';
import { Card } from '../_kit/display/Card.tsx';
import { formatCount } from '../_kit/format/format-count.ts';
import { Icon } from '../_kit/display/Icon.tsx';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { Anchor } from '../_kit/display/Link.tsx';
import { Progress } from '../_kit/states/Progress.tsx';
import { barState, countWords, doneWords, paceWords } from '../imports/list/status-words.ts';
import { ChangeRow, PrintRow, TransferRow } from './ChangeRow.tsx';

interface RunningListProps {
  running: readonly ImportAttempt[];
  changes: readonly BulkJob[];
  transfers: readonly TransferAttempt[];
  prints: readonly PrintJob[];
  /** The import that a command is under way for; until it is answered there is no other. */
  askedFor: number | null;
  onPause: (id: number) => void;
  onResume: (id: number) => void;
}

export function RunningList({ running, changes, transfers, prints, askedFor, onPause, onResume }: RunningListProps) {
  const count = running.length + changes.length + transfers.length + prints.length;
  return (
    <Card title="Running" count={formatCount(count)}>
      {count === 0 ? (
        <p className="pad quiet">
          Nothing runs now. Imports, changes, transfers and prints of everybody below show here while they work.
        </p>
      ) : (
        <ul className="list">
          {running.map((attempt) => (
            <RunningRow
              key={attempt.id}
              attempt={attempt}
              isBusy={askedFor !== null}
              onPause={onPause}
              onResume={onResume}
            />
          ))}
          {changes.map((job) => (
            <ChangeRow key={job.id} job={job} />
          ))}
          {transfers.map((attempt) => (
            <TransferRow key={attempt.id} attempt={attempt} />
          ))}
          {prints.map((job) => (
            <PrintRow key={job.id} job={job} />
          ))}
        </ul>
      )}
    </Card>
  );
}

interface RunningRowProps {
  attempt: ImportAttempt;
  isBusy: boolean;
  onPause: (id: number) => void;
  onResume: (id: number) => void;
}

function RunningRow({ attempt, isBusy, onPause, onResume }: RunningRowProps) {
  const { id, file_name, status, done_rows, total_rows } = attempt;
  const isPaused = status === 'paused';
  const moves = status === 'processing' || isPaused;
  return (
    <li className="job-row">
      <Icon of={FileUp} />
      <div className="grow">
        <div className="h">
          <Anchor className="med cut" href={`/imports/${id}`}>
            {file_name}
          </Anchor>
          <span className="soft nowrap">{attempt.user.name}</span>
          {total_rows === null ? null : (
            <span className="num end soft nowrap">
              <b>{formatCount(done_rows)}</b> of {formatCount(total_rows)}
            </span>
          )}
        </div>
        <Progress
          thin
          label={file_name}
          done={done_rows}
          total={total_rows}
          state={barState(status)}
          text={doneWords(attempt)}
        />
        <div className="h meta quiet">
          <span>{countWords(attempt) || 'Nothing written yet'}</span>
          <span className="end num nowrap">{paceWords(attempt)}</span>
        </div>
      </div>
      <IconButton
        size="small"
        icon={isPaused ? Play : Pause}
        label={`${isPaused ? 'Resume' : 'Pause'} ${file_name}`}
        aria-disabled={!moves || isBusy}
        onClick={() => {
          if (!moves || isBusy) return;
          if (isPaused) onResume(id);
          else onPause(id);
        }}
      />
    </li>
  );
}
