import type { LiveOverview } from '#contract/live.contract.ts';
import { Card } from '../_kit/display/Card.tsx';
import { formatCount } from '../_kit/format/format-count.ts';
import { formatTime } from '../_kit/format/format-when.ts';
import { linePath, PLOT, scaleTop } from './throughput-line.ts';

interface ThroughputCardProps {
  points: LiveOverview['throughput'];
  zone: string;
}

/** Points of the table next to the chart: one a minute. */
const TABLE_STEP = 4;

/** Import rate of the whole downline, as a line and as a table. */
export function ThroughputCard({ points, zone }: ThroughputCardProps) {
  const top = scaleTop(points);
  const line = linePath(points, top);
  const first = points[0];
  const middle = points[Math.floor(points.length / 2)];
  const last = points.at(-1);
  const highest = Math.max(0, ...points.map((point) => point.rows_per_second));
  if (!first || !middle || !last || line === '' || highest === 0)
    return (
      <Card title="Rows per second" count="last 15 min" padded>
        <p className="quiet">No rows imported in this period.</p>
      </Card>
    );
  return (
    <Card title="Rows per second" count="last 15 min">
      <div className="chart">
        <div className="plot">
          <svg
            viewBox={`0 0 ${PLOT.width} ${PLOT.height}`}
            preserveAspectRatio="none"
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing isn't an <img>
            role="img"
            aria-label={`Rows per second over 15 minutes: now ${formatCount(last.rows_per_second)}, at most ${formatCount(highest)}`}
          >
            {[0, 1, 2, 3].map((third) => (
              <line
                key={third}
                className="grid-line"
                x1="0"
                x2={PLOT.width}
                y1={(PLOT.height * third) / 3}
                y2={(PLOT.height * third) / 3}
              />
            ))}
            <path className="area" d={`M0 ${PLOT.height} ${line.replace('M', 'L')} L${PLOT.width} ${PLOT.height}Z`} />
            <path className="line" d={line} />
          </svg>
          {[0, 1, 2, 3].map((third) => (
            <span key={third} className={`meta quiet num scale at-${third}`} aria-hidden="true">
              {formatCount((top * (3 - third)) / 3)}
            </span>
          ))}
        </div>
        <div className="axis meta quiet num" aria-hidden="true">
          <span>{formatTime(first.at, zone)}</span>
          <span>{formatTime(middle.at, zone)}</span>
          <span>{formatTime(last.at, zone)}</span>
        </div>
        <details className="chart-table">
          <summary className="meta link">Show as table</summary>
          <table className="table compact">
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col" className="r">
                  Rows per second
                </th>
              </tr>
            </thead>
            <tbody>
              {points
                .filter((_, at) => at % TABLE_STEP === 0)
                .map((point) => (
                  <tr key={point.at}>
                    <td>{formatTime(point.at, zone)}</td>
                    <td className="r">{formatCount(point.rows_per_second)}</td>
                  </tr>
                ))}
            </tbody>
          </table>
        </details>
      </div>
    </Card>
  );
}
