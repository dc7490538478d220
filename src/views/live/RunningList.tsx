import { Pause, Play, X } from 'lucide-react';
import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';
import type { BulkJob } from '#contract/bulk.contract.ts';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import type { PrintJob } from '#contract/printing.contract.ts';
import type { TransferAttempt } from '#contract/transfers.contract.ts';
import type { VerificationRun } from '#contract/verifications.contract.ts';
import { verificationWork } from '../../machines/verifications/verification-work.ts';
import { Card } from '../_kit/display/Card.tsx';
import { formatCount } from '../_kit/format/format-count.ts';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { runTitle } from '../verifications/verification-words.ts';
import { WorkRow } from '../_running/WorkRow.tsx';

interface RunningListProps {
  running: readonly ImportAttempt[];
  changes: readonly BulkJob[];
  transfers: readonly TransferAttempt[];
  prints: readonly PrintJob[];
  broadcasts: readonly Broadcast[];
  verifications: readonly VerificationRun[];
  /** The import, broadcast or verification with a pending command; only one at a time. */
  askedFor: number | null;
  onPause: (id: number) => void;
  onResume: (id: number) => void;
  onPauseBroadcast: (id: number) => void;
  onVerification: (id: number, command: 'pause' | 'resume' | 'cancel') => void;
}

export function RunningList({
  running,
  changes,
  transfers,
  prints,
  broadcasts,
  verifications,
  askedFor,
  onPause,
  onResume,
  onPauseBroadcast,
  onVerification,
}: RunningListProps) {
  const count =
    running.length + changes.length + transfers.length + prints.length + broadcasts.length + verifications.length;
  return (
    <Card title="Running" count={formatCount(count)}>
      {count === 0 ? (
        <p className="pad quiet">
          No jobs running. Imports, bulk changes, transfers, print jobs, broadcasts and phone verifications in your
          downline appear here while they run.
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
          {verifications.map((run) => (
            <WorkRow key={run.id} kind="verification" work={run}>
              <VerificationButtons run={run} isBusy={askedFor !== null} onCommand={onVerification} />
            </WorkRow>
          ))}
          {broadcasts.map((broadcast) => (
            <WorkRow key={broadcast.id} kind="broadcast" work={broadcast}>
              {broadcast.status === 'sending' ? (
                <IconButton
                  size="small"
                  icon={Pause}
                  label={`Pause ${broadcast.name}`}
                  aria-disabled={askedFor !== null}
                  onClick={() => {
                    if (askedFor === null) onPauseBroadcast(broadcast.id);
                  }}
                />
              ) : null}
            </WorkRow>
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

interface VerificationButtonsProps {
  run: VerificationRun;
  isBusy: boolean;
  onCommand: RunningListProps['onVerification'];
}

const COMMANDS = [
  { command: 'pause', icon: Pause, label: 'Pause' },
  { command: 'resume', icon: Play, label: 'Resume' },
  { command: 'cancel', icon: X, label: 'Cancel' },
] as const;

function VerificationButtons({ run, isBusy, onCommand }: VerificationButtonsProps) {
  const offered = COMMANDS.filter(({ command }) => verificationWork.offers(run, command));
  return offered.map(({ command, icon, label }) => (
    <IconButton
      key={command}
      size="small"
      icon={icon}
      label={`${label} ${runTitle(run)} of ${run.user.name}`}
      aria-disabled={isBusy}
      onClick={() => {
        if (!isBusy) onCommand(run.id, command);
      }}
    />
  ));
}
