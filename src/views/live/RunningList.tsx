import { Pause, Play } from 'lucide-react';
import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';
import type { BulkJob } from '#contract/bulk.contract.ts';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import type { PrintJob } from '#contract/printing.contract.ts';
import type { TransferAttempt } from '#contract/transfers.contract.ts';
import { Card } from '../_kit/display/Card.tsx';
import { formatCount } from '../_kit/format/format-count.ts';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { WorkRow } from '../_running/WorkRow.tsx';

interface RunningListProps {
  running: readonly ImportAttempt[];
  changes: readonly BulkJob[];
  transfers: readonly TransferAttempt[];
  prints: readonly PrintJob[];
  broadcasts: readonly Broadcast[];
  /** The import with a pending command; only one at a time. */
  askedFor: number | null;
  onPause: (id: number) => void;
  onResume: (id: number) => void;
}

export function RunningList({
  running,
  changes,
  transfers,
  prints,
  broadcasts,
  askedFor,
  onPause,
  onResume,
}: RunningListProps) {
  const count = running.length + changes.length + transfers.length + prints.length + broadcasts.length;
  return (
    <Card title="Running" count={formatCount(count)}>
      {count === 0 ? (
        <p className="pad quiet">
          No jobs running. Imports, bulk changes, transfers, print jobs and broadcasts in your downline appear here
          while they run.
        </p>
      ) : (
        <ul className="list">
          {running.map((attempt) => (
            <WorkRow key={attempt.id} kind="import" work={attempt}>
              <PauseButton attempt={attempt} isBusy={askedFor !== null} onPause={onPause} onResume={onResume} />
            </WorkRow>
          ))}
          {changes.map((job) => (
            <WorkRow key={job.id} kind="bulk" work={job} />
          ))}
          {transfers.map((attempt) => (
            <WorkRow key={attempt.id} kind="transfer" work={attempt} />
          ))}
          {prints.map((job) => (
            <WorkRow key={job.id} kind="print" work={job} />
          ))}
          {broadcasts.map((broadcast) => (
            <WorkRow key={broadcast.id} kind="broadcast" work={broadcast} />
          ))}
        </ul>
      )}
    </Card>
  );
}

interface PauseButtonProps extends Pick<RunningListProps, 'onPause' | 'onResume'> {
  attempt: ImportAttempt;
  isBusy: boolean;
}

function PauseButton({ attempt: { id, file_name, status }, isBusy, onPause, onResume }: PauseButtonProps) {
  const isPaused = status === 'paused';
  const moves = status === 'processing' || isPaused;
  return (
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
  );
}
