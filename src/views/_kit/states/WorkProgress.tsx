import { useState } from 'react';
import { formatCount } from '../format/format-count.ts';
import { formatDuration } from '../format/format-duration.ts';
import type { Tone } from '../display/Icon.tsx';
import { Progress, type ProgressProps } from './Progress.tsx';
import { StatusWord } from '../display/StatusWord.tsx';

/** Milliseconds of work above which the duration is reported. Our choice: anything shorter feels instant. */
const TOLD_FROM_MS = 1_000;
/** Minimum milliseconds for showing the remaining time. Our choice: less is over before it is read. */
const LEFT_FROM_MS = 1_000;
/**
 * Milliseconds of work between two announcements. Our choice: announcing every chunk would interrupt every sentence.
 */
const SPOKEN_EVERY_MS = 10_000;

interface WorkProgressProps extends Pick<ProgressProps, 'label' | 'done' | 'total'> {
  state: 'running' | 'paused' | 'done';
  /** "4,000 of 12,431 contacts" */
  text: string;
  status: { readonly text: string; readonly tone?: Tone };
  /** Contacts per second, and milliseconds until the last one; `null` while it isn't moving. */
  pace: { readonly rate: number; readonly leftMs: number | null } | null;
  /** Milliseconds of work so far. */
  activeMs: number;
  /** A sum that anyone can check. */
  parts: readonly { readonly label: string; readonly count: number }[];
}

/** Work on contacts: done of total, the bar, the pace and the sum. */
export function WorkProgress({ label, done, total, state, text, status, pace, activeMs, parts }: WorkProgressProps) {
  const took = state === 'running' || activeMs < TOLD_FROM_MS ? null : formatDuration(activeMs);
  const leftMs = pace?.leftMs ?? 0;
  const left = leftMs < LEFT_FROM_MS ? null : formatDuration(leftMs);
  return (
    <section className="card job" aria-label="Progress">
      <div className="line1">
        <span className="big">{text}</span>
        <span className="right">
          {pace ? (
            <span>
              <b>{formatCount(pace.rate)}</b> contacts/s
            </span>
          ) : (
            <StatusWord {...(status.tone && { tone: status.tone })}>{status.text}</StatusWord>
          )}
          {left === null ? null : (
            <span>
              <b>{left}</b> left
            </span>
          )}
          {took === null ? null : (
            <span>
              took <b>{took}</b>
            </span>
          )}
        </span>
      </div>
      <Progress
        label={label}
        done={done}
        total={total}
        state={state}
        text={`${text}, ${left === null ? status.text : `${left} left`}`}
      />
      <dl className="job-sum">
        {parts.map((part) => (
          <div key={part.label}>
            <dt className="meta soft">{part.label}</dt>
            <dd className="num med">{formatCount(part.count)}</dd>
          </div>
        ))}
      </dl>
      <Announcer key={label} moment={`${status.text} ${Math.floor(activeMs / SPOKEN_EVERY_MS)}`}>
        {`${status.text}: ${text}.`}
      </Announcer>
    </section>
  );
}

/** Announces progress about every ten seconds, and every change of state immediately. */
function Announcer({ moment, children }: { moment: string; children: string }) {
  const [said, setSaid] = useState({ moment: '', text: '' });
  if (said.moment !== moment) setSaid({ moment, text: children });
  return (
    <p className="sr" aria-live="polite">
      {said.text}
    </p>
  );
}
