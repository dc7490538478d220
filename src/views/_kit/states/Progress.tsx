import type { CSSProperties } from 'react';
import { classes } from '../format/class-names.ts';

export interface ProgressProps {
  /** Accessible label of the work. */
  label: string;
  done: number;
  /** `null` while unknown: the bar waits, without a share. */
  total: number | null;
  state?: 'running' | 'paused' | 'done';
  /** Read instead of the bare number: "8,412 of 12,431 rows, 48 s left". */
  text: string;
  thin?: boolean;
}

/** The one bar of all long work. */
export function Progress({ label, done, total, state = 'running', text, thin = false }: ProgressProps) {
  const share = total === null || total === 0 ? (state === 'done' ? 100 : 0) : Math.min(100, (done / total) * 100);
  return (
    <div
      className={classes(
        'progress',
        thin && 'thin',
        state === 'paused' && 'is-paused',
        state === 'done' && 'is-done',
        total === null && state === 'running' && 'is-waiting',
      )}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers style <progress> differently
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total ?? undefined}
      aria-valuenow={total === null ? undefined : Math.min(done, total)}
      aria-valuetext={text}
    >
      <i style={{ '--v': `${share.toFixed(2)}%` } as CSSProperties} />
    </div>
  );
}

interface ProgressLineProps extends ProgressProps {
  /** At the right above the bar: "84 rows/s, 48 s left". */
  aside?: string;
}

/** The bar under its count and its pace. */
export function ProgressLine({ aside, ...progress }: ProgressLineProps) {
  return (
    <div className="progress-line">
      <div className="row">
        <span className="med num">{progress.text}</span>
        {aside === undefined ? null : <span className="end soft num">{aside}</span>}
      </div>
      <Progress {...progress} />
    </div>
  );
}
