import type { TransferAttempt } from '#contract/transfers.contract.ts';
import { progressOf, stageOf } from '../../machines/transfers/transfer-stage.ts';
import { WorkProgress } from '../_kit/states/WorkProgress.tsx';
import { barState, doneWords, STAGE_WORDS, timeLeftOf } from './transfer-words.ts';

/** Progress of a transfer or its revert, with a total that anyone can check. */
export function TransferProgress({ attempt }: { attempt: TransferAttempt }) {
  const { counts, total, done, put_back, rate, active_ms } = attempt;
  const stage = stageOf(attempt);
  const moves = (stage === 'processing' || stage === 'reverting') && progressOf(attempt).done > 0;
  return (
    <WorkProgress
      label={stage === 'reverting' ? 'Contacts reverted' : 'Contacts transferred'}
      {...progressOf(attempt)}
      state={barState(attempt)}
      text={doneWords(attempt)}
      status={STAGE_WORDS[stage]}
      pace={moves ? { rate, leftMs: timeLeftOf(attempt) } : null}
      activeMs={active_ms}
      parts={[
        { label: 'Transferred', count: counts.moved },
        { label: 'Already theirs', count: counts.unchanged },
        { label: 'Skipped', count: counts.left },
        ...(done < total ? [{ label: 'To go', count: total - done }] : []),
        ...(put_back === null
          ? []
          : [
              { label: 'Reverted', count: put_back.put_back },
              { label: 'Not reverted', count: put_back.kept },
            ]),
      ]}
    />
  );
}
