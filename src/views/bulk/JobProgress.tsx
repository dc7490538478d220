import { useState } from 'react';
import type { BulkJob } from '#contract/bulk.contract.ts';
import { isRunning, progressOf } from '../../machines/bulk/bulk-context.ts';
import { formatCount } from '../_kit/format-count.ts';
import { formatDuration } from '../_kit/format-duration.ts';
import { Progress } from '../_kit/Progress.tsx';
import { StatusWord } from '../_kit/StatusWord.tsx';
import { barState, bulkTimeLeft, doneWords, paceWords, STATUS_WORDS } from './bulk-words.ts';

/** Done of total, the bar, the pace, and the sum that anyone can check. */
export function JobProgress({ job }: { job: BulkJob }) {
  const { counts, total, done, undo } = job;
  const ahead = progressOf(job);
  return (
    <section className="card job" aria-label="Progress">
      <div className="line1">
        <span className="big">{doneWords(job)}</span>
        <span className="right">
          <Pace job={job} />
        </span>
      </div>
      <Progress label="Contacts done" {...ahead} state={barState(job)} text={`${doneWords(job)}, ${paceWords(job)}`} />
      {job.status === 'undoing' || job.status === 'undone' ? (
        <dl className="bulk-sum">
          <Part label="Put back" count={undo?.put_back ?? 0} />
          <Part label="Left alone" count={undo?.kept ?? 0} />
          <Part label="To go" count={Math.max(0, ahead.total - ahead.done)} />
        </dl>
      ) : (
        <dl className="bulk-sum">
          <Part label="Changed" count={counts.changed} />
          <Part label="So already" count={counts.unchanged} />
          <Part label="Left alone" count={counts.refused} />
          <Part label="To go" count={Math.max(0, total - done)} />
        </dl>
      )}
      <Announcer job={job} />
    </section>
  );
}

const Part = ({ label, count }: { label: string; count: number }) => (
  <div>
    <dt className="meta soft">{label}</dt>
    <dd className="num med">{formatCount(count)}</dd>
  </div>
);

/** Milliseconds of work from which it is told how long it took. Ours: what took less was done at once. */
const TOLD_FROM_MS = 1_000;

function Pace({ job }: { job: BulkJob }) {
  const left = bulkTimeLeft(job);
  const { text, tone } = STATUS_WORDS[job.status];
  if (job.status !== 'processing' || job.done === 0)
    return (
      <>
        <StatusWord {...(tone && { tone })}>{text}</StatusWord>
        {isRunning(job.status) || job.active_ms < TOLD_FROM_MS ? null : (
          <span>
            took <b>{formatDuration(job.active_ms)}</b>
          </span>
        )}
      </>
    );
  return (
    <>
      <span>
        <b>{formatCount(job.rate)}</b> contacts/s
      </span>
      {left !== null && left > 0 ? (
        <span>
          <b>{formatDuration(left)}</b> left
        </span>
      ) : null}
    </>
  );
}

/** Milliseconds of work between two announcements. Ours: every chunk would never let anybody finish a sentence. */
const SPOKEN_EVERY_MS = 10_000;

/** Reads progress out about every ten seconds of work, and every change of state at once. */
function Announcer({ job }: { job: BulkJob }) {
  const key = `${job.status} ${Math.floor(job.active_ms / SPOKEN_EVERY_MS)}`;
  const [said, setSaid] = useState({ key: '', text: '' });
  if (said.key !== key) setSaid({ key, text: `${STATUS_WORDS[job.status].text}: ${doneWords(job)}.` });
  return (
    <p className="sr" aria-live="polite">
      {said.text}
    </p>
  );
}
