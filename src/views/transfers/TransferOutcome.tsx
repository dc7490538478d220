import type { TransferAttempt } from '#contract/transfers.contract.ts';
import { stageOf, stillMoved } from '../../machines/transfers/transfer-context.ts';
import { formatCount } from '../_kit/format/format-count.ts';
import { Note } from '../_kit/display/Note.tsx';
import { outcomeOf, REASON_WORDS } from './transfer-words.ts';

/** How a transfer came out, why contacts were left alone, and what a revert has kept. */
export function TransferOutcome({ attempt, mayChange }: { attempt: TransferAttempt; mayChange: boolean }) {
  const { tone, text } = outcomeOf(attempt);
  const stage = stageOf(attempt);
  const isBroken = stage === 'failed' || stage === 'cancelled';
  return (
    <Note tone={tone} title={text}>
      {attempt.by_reason.map(({ reason, contacts }) => (
        <p key={reason}>
          {formatCount(contacts)} left alone: {REASON_WORDS[reason]}.
        </p>
      ))}
      {(attempt.put_back?.kept ?? 0) > 0 ? <p>Why some were kept stands at each of them, under Kept.</p> : null}
      {isBroken && mayChange ? <p>What has moved stays. Go on takes it up where it stopped.</p> : null}
      {stage === 'complete' && mayChange && stillMoved(attempt) > 0 ? (
        <p>It can be reverted. Contacts that somebody changes before then stay where they are.</p>
      ) : null}
    </Note>
  );
}
