import '../../../styles/bars.css';
import { classes } from '../format/class-names.ts';

export interface Bar {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  /** The value as text. */
  readonly text: string;
  /** To compare with; `null`: nothing. */
  readonly before: number | null;
}

interface BarChartProps {
  /** One sentence with what the chart shows. Its numbers are in a table near it. */
  label: string;
  bars: readonly Bar[];
  /** Bars in the order of time stand; others lie below each other. */
  standing?: boolean;
}

/** Bars of numbers from 0. What is compared is the thinner bar, so that no one depends on colors. */
export function BarChart({ label, bars, standing = false }: BarChartProps) {
  const most = Math.max(1, ...bars.flatMap(({ value, before }) => [value, before ?? 0]));
  const share = (value: number) => Math.max(0, value / most) * 100;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing isn't an <img>
    <div className={classes('bars', standing && 'is-standing')} role="img" aria-label={label}>
      {standing ? <Columns bars={bars} share={share} /> : <Lines bars={bars} share={share} />}
    </div>
  );
}

interface DrawnProps {
  bars: readonly Bar[];
  share: (value: number) => number;
}

const LINE = { height: 16, bar: 10, before: 4 } as const;

const Lines = ({ bars, share }: DrawnProps) =>
  bars.map(({ key, label, value, text, before }) => (
    <div key={key} className="bar-line" aria-hidden="true">
      <span className="cut">{label}</span>
      <svg width="100%" height={before === null ? LINE.bar : LINE.height}>
        <rect className="bar-now" width={`${share(value)}%`} height={LINE.bar} rx="2" />
        {before === null ? null : (
          <rect className="bar-before" y={LINE.bar + 1} width={`${share(before)}%`} height={LINE.before} rx="1" />
        )}
      </svg>
      <b className="num">{text}</b>
    </div>
  ));

const COLUMN = { step: 20, bar: 10, before: 4, height: 100 } as const;

function Columns({ bars, share }: DrawnProps) {
  const [first, middle, last] = [bars[0], bars[Math.floor((bars.length - 1) / 2)], bars.at(-1)];
  const marks = bars.length < 3 ? [first, last] : [first, middle, last];
  return (
    <>
      <svg viewBox={`0 0 ${bars.length * COLUMN.step} ${COLUMN.height}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ key, value, before }, at) => (
          <g key={key} transform={`translate(${at * COLUMN.step + 2} 0)`}>
            <rect className="bar-now" y={COLUMN.height - share(value)} width={COLUMN.bar} height={share(value)} />
            {before === null ? null : (
              <rect
                className="bar-before"
                x={COLUMN.bar + 1}
                y={COLUMN.height - share(before)}
                width={COLUMN.before}
                height={share(before)}
              />
            )}
          </g>
        ))}
      </svg>
      <div className="bar-marks meta quiet num" aria-hidden="true">
        {bars.length === 1
          ? first?.label
          : marks.map((mark, at) => <span key={`${at} ${mark?.key}`}>{mark?.label}</span>)}
      </div>
    </>
  );
}
