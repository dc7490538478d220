import { useState } from 'react';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import { hasEnded } from '../../../machines/imports/next-step.ts';
import { addsUp, promisedOtherwise } from '../../../machines/imports/sum-check.ts';
import { timeLeftMs } from '../../../machines/imports/time-left.ts';
import { formatCount, formatCounted } from '../../_kit/format/format-count.ts';
import { formatDuration } from '../../_kit/format/format-duration.ts';
import { formatTimeWithSeconds, formatWhen } from '../../_kit/format/format-when.ts';
import { Note } from '../../_kit/display/Note.tsx';
import { Progress } from '../../_kit/states/Progress.tsx';
import { StatusWord } from '../../_kit/display/StatusWord.tsx';
import { Sum } from '../../_kit/display/Sum.tsx';
import {
  barState,
  doneWords,
  plannedWords,
  spokenProgress,
  STATUS_WORDS,
  undoProgress,
  undoWords,
} from '../list/status-words.ts';
import { ConsentNote, consentWords } from './ConsentNote.tsx';
import { useNow } from '../../_base/use-now.ts';

/** Done of total, the bar, the pace, and the sum that anyone can check. */
export function RunHead({ attempt, zone }: { attempt: ImportAttempt; zone: string }) {
  const { status, failure, counts, total_rows, done_rows } = attempt;
  const undoing = undoProgress(attempt);
  const promised = promisedOtherwise(attempt);
  return (
    <>
      {status === 'failed' ? (
        <Note tone="bad" title={failure ?? 'The import failed.'}>
          {attempt.undo
            ? 'Rows already undone stay undone.'
            : 'Imported rows are kept. Try again to continue where it stopped.'}
        </Note>
      ) : null}
      {attempt.undo && status === 'undone' ? (
        <Note tone="info" title="Import undone">
          {formatCounted(attempt.undo.removed, 'created contact', 'created contacts')} removed,{' '}
          {formatCounted(attempt.undo.put_back, 'updated contact', 'updated contacts')} reverted,{' '}
          {attempt.undo.kept === 0 ? 'none' : formatCount(attempt.undo.kept)} skipped.
          {attempt.undo.consents ? ` Retracted: ${consentWords(attempt.undo.consents)}.` : null}
        </Note>
      ) : null}
      {attempt.undo ? null : <ConsentNote consents={attempt.consents} verb="added" />}
      <section className="card job" aria-label="Progress">
        <div className="line1">
          <span className="big">{undoing ? undoWords(undoing) : doneWords(attempt)}</span>
          <span className="right">
            {attempt.deleted_at !== null ? <StatusWord>Deleted</StatusWord> : null}
            <Pace attempt={attempt} zone={zone} />
          </span>
        </div>
        <Progress
          label={undoing ? 'Contacts undone' : 'Rows done'}
          done={undoing ? undoing.done : done_rows}
          total={undoing ? undoing.total : total_rows}
          state={barState(status)}
          text={undoing ? undoWords(undoing) : spokenProgress(attempt)}
        />
        <Sum counts={{ ...counts, total: total_rows ?? done_rows }} />
        {attempt.unread_rows > 0 ? (
          <p className="meta quiet">
            {formatCounted(attempt.unread_rows, 'row was', 'rows were')} imported without cells that can't be read.
          </p>
        ) : null}
        {promised ? <p className="meta quiet">The review counted {plannedWords(promised)}.</p> : null}
        {addsUp(attempt) ? null : (
          <p className="bad-t">The numbers don't add up to {formatCount(done_rows)}. Please contact support.</p>
        )}
      </section>
      <Announcer attempt={attempt} />
    </>
  );
}

function Pace({ attempt, zone }: { attempt: ImportAttempt; zone: string }) {
  const { status, rate, active_ms, started_at, finished_at } = attempt;
  const left = timeLeftMs(attempt);
  const now = useNow();
  if (hasEnded(status))
    return (
      <>
        <StatusWord {...toneOf(status)}>{STATUS_WORDS[status].text}</StatusWord>
        <span>
          took <b>{formatDuration(active_ms)}</b>
        </span>
        {finished_at ? (
          <span className="not-small">
            ended <b>{formatWhen(finished_at, zone, now)}</b>
          </span>
        ) : null}
      </>
    );
  return (
    <>
      {status === 'processing' && attempt.done_rows > 0 ? (
        <>
          <span>
            <b>{formatCount(rate)}</b> rows/s
          </span>
          {left !== null && left > 0 ? (
            <span>
              <b>{formatDuration(left)}</b> left
            </span>
          ) : null}
        </>
      ) : (
        <StatusWord {...toneOf(status)}>{status === 'processing' ? 'Starting' : STATUS_WORDS[status].text}</StatusWord>
      )}
      {started_at ? (
        <span className="not-small">
          started <b>{formatTimeWithSeconds(started_at, zone)}</b>
        </span>
      ) : null}
    </>
  );
}

const toneOf = (status: ImportAttempt['status']) => {
  const { tone } = STATUS_WORDS[status];
  return tone ? { tone } : {};
};

/**
 * Milliseconds of work between two announcements. Our choice: announcing every chunk would interrupt every sentence.
 */
const SPOKEN_EVERY_MS = 10_000;

/** Announces progress about every ten seconds, and every change of state immediately. */
function Announcer({ attempt }: { attempt: ImportAttempt }) {
  const key = `${attempt.status} ${Math.floor(attempt.active_ms / SPOKEN_EVERY_MS)}`;
  const [said, setSaid] = useState({ key: '', text: '' });
  if (said.key !== key) setSaid({ key, text: `${STATUS_WORDS[attempt.status].text}: ${spokenProgress(attempt)}` });
  return (
    <p className="sr" aria-live="polite">
      {said.text}
    </p>
  );
}
