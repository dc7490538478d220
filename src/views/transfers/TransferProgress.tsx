import type { TransferAttempt } from '#contract/transfers.contract.ts';
import { progressOf, stageOf } from '../../machines/transfers/transfer-context.ts';
import { WorkProgress } from '../_kit/states/WorkProgress.tsx';
import { barState, doneWords, STAGE_WORDS, timeLeftOf } from './transfer-words.ts';

/** How far a transfer or its revert is, and the sum that anyone can check. */
export function TransferProgress({ attempt }: { attempt: TransferAttempt }) {
  const { counts, total, done, put_back, rate, active_ms } = attempt;
  const stage = stageOf(attempt);
  const moves = (stage === 'processing' || stage === 'reverting') && progressOf(attempt).done > 0;
  return (
    <WorkProgress
      label={stage === 'reverting' ? 'Contacts given back' : 'Contacts transferred'}
      {...progressOf(attempt)}
      state={barState(attempt)}
      text={doneWords(attempt)}
      status={STAGE_WORDS[stage]}
      pace={moves ? { rate, leftMs: timeLeftOf(attempt) } : null}
      activeMs={active_ms}
      parts={[
        { label: 'Moved', count: counts.moved },
        { label: 'Theirs already', count: counts.unchanged },
        { label: 'Left alone', count: counts.left },
        ...(done < total ? [{ label: 'To go', count: total - done }] : []),
        ...(put_back === null
          ? []
          : [
              { label: 'Put back', count: put_back.put_back },
              { label: 'Kept', count: put_back.kept },
            ]),
      ]}
    />
  );
}
