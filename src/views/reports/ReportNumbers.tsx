import type { Report, ReportResult } from '#contract/reports.contract.ts';
import type { ReportMeasure } from '#contract/reports/definition.contract.ts';
import { isTimeDimension } from '#rules/reports/report-labels.ts';
import { REPORT_KINDS } from '#rules/reports/report-types.ts';
import { formatNumber, shareWords } from '#rules/reports/report-values.ts';
import { COMPARISON_WORDS, daysWords, DIMENSION_WORDS, MEASURE_WORDS } from '#rules/reports/report-words.ts';
import { formatCounted } from '#rules/words/format-count.ts';
import { type Bar, BarChart } from '../_kit/display/BarChart.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { Table, TableScroll } from '../_kit/display/Table.tsx';
import { classes } from '../_kit/format/class-names.ts';
import type { ChosenNumber } from './reports-search.ts';

/** Lying bars of a chart; the table has all rows. Ours. */
const MOST_BARS = 15;

interface NumbersProps {
  report: Report;
  result: ReportResult;
  chosen: ChosenNumber;
}

/** Totals, chart and table. */
export function ReportNumbers(props: NumbersProps) {
  const { report, result } = props;
  const measures = REPORT_KINDS[report.type].measures;
  return (
    <>
      <dl className="stats">
        {measures.map((measure, at) => (
          <div key={measure}>
            <dt title={MEASURE_WORDS[measure].about}>{MEASURE_WORDS[measure].label}</dt>
            <dd>
              <Number {...props} measure={measure} of="Total" value={result.totals[at] ?? 0} />
              <small>{beside(report, result, at)}</small>
            </dd>
          </div>
        ))}
      </dl>
      {isNothing(result) ? (
        <p className="soft">Nothing to count on these days. Choose other days, or more people, with Edit.</p>
      ) : (
        <>
          <Chart report={report} result={result} />
          <NumbersTable {...props} />
        </>
      )}
    </>
  );
}

const isNothing = ({ totals, totals_before: before }: ReportResult): boolean =>
  [...totals, ...(before ?? [])].every((number) => number === 0);

/** What a total is compared with, or its share of another one. */
function beside({ type }: Report, { totals, totals_before: before }: ReportResult, at: number): string {
  const measures = REPORT_KINDS[type].measures;
  const measure = measures[at] ?? measures[0];
  if (before !== null) return `${formatNumber(measure, before[at] ?? 0)} before`;
  return shareOf(measures, totals, at);
}

function shareOf(measures: readonly ReportMeasure[], numbers: readonly number[], at: number): string {
  const measure = measures[at];
  const whole = measure && MEASURE_WORDS[measure].of;
  return whole === undefined ? '' : shareWords(numbers[at] ?? 0, numbers[measures.indexOf(whole)] ?? 0);
}

function Chart({ report, result }: Omit<NumbersProps, 'chosen'>) {
  const { definition, days, compared, rows } = result;
  const { measure, dimension, compare } = definition;
  const at = REPORT_KINDS[report.type].measures.indexOf(measure);
  const isTime = isTimeDimension(dimension);
  const shown = isTime ? rows : rows.slice(0, MOST_BARS);
  const bars = shown.map(
    ({ key, label, numbers, before }): Bar => ({
      key,
      label,
      value: numbers[at] ?? 0,
      text: formatNumber(measure, numbers[at] ?? 0),
      before: before === null ? null : (before[at] ?? 0),
    }),
  );
  const largest = bars.reduce<Bar | null>((best, bar) => (best === null || bar.value > best.value ? bar : best), null);
  const { label } = MEASURE_WORDS[measure];
  const sentence = `${label} by ${DIMENSION_WORDS[dimension].toLowerCase()}${compared === null ? '' : `, compared with ${COMPARISON_WORDS[compare]}`}. Most: ${largest?.label ?? ''}, ${largest?.text ?? ''}. The table below has the same numbers.`;
  return (
    <Card
      title={label}
      count={shown.length < rows.length ? `top ${MOST_BARS} of ${rows.length}` : undefined}
      padded
      aside={
        compared === null || days === null ? undefined : (
          <span className="bar-legend meta soft">
            <span>
              <i aria-hidden="true" />
              {daysWords(days)}
            </span>
            <span className="of-before">
              <i aria-hidden="true" />
              {daysWords(compared)}
            </span>
          </span>
        )
      }
    >
      <BarChart label={sentence} bars={bars} standing={isTime} />
    </Card>
  );
}

function NumbersTable(props: NumbersProps) {
  const { report, result } = props;
  const { rows, totals, totals_before: totalsBefore, more_rows: more, definition, compared } = result;
  const measures = REPORT_KINDS[report.type].measures;
  const head = DIMENSION_WORDS[definition.dimension];
  const cells = (label: string, key: string | null, numbers: readonly number[], before: readonly number[] | null) =>
    measures.flatMap((measure, at) => {
      const now = (
        <td key={measure} className="r">
          <Number {...props} measure={measure} of={label} rowKey={key} value={numbers[at] ?? 0} />{' '}
          <span className="soft">{shareOf(measures, numbers, at)}</span>
        </td>
      );
      if (before === null) return [now];
      const earlier = key !== null && definition.compare !== 'none' && isTimeDimension(definition.dimension);
      return [
        now,
        <td key={`${measure} before`} className="r soft">
          {earlier ? (
            formatNumber(measure, before[at] ?? 0)
          ) : (
            <Number {...props} measure={measure} of={label} rowKey={key} value={before[at] ?? 0} days="before" />
          )}
        </td>,
      ];
    });
  return (
    <Card className="report-numbers">
      <TableScroll label={`${report.name}: numbers`}>
        <Table className="report-table" aria-label={`${report.name}: numbers`}>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {measures.flatMap((measure) => [
                <th key={measure} scope="col" className="r" title={MEASURE_WORDS[measure].about}>
                  {MEASURE_WORDS[measure].label}
                </th>,
                ...(compared === null
                  ? []
                  : [
                      <th key={`${measure} before`} scope="col" className="r">
                        Before<span className="sr">, {MEASURE_WORDS[measure].label}</span>
                      </th>,
                    ]),
              ])}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, label, numbers, before }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                {cells(label, key, numbers, before)}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">All</th>
              {cells('All', null, totals, totalsBefore)}
            </tr>
          </tfoot>
        </Table>
      </TableScroll>
      {more === 0 ? null : (
        <p className="pad soft">And {formatCounted(more, 'more row', 'more rows')}. The last line counts them, too.</p>
      )}
    </Card>
  );
}

interface NumberProps extends NumbersProps {
  measure: ReportMeasure;
  /** Name of its row. */
  of: string;
  /** Absent or `null`: of all. */
  rowKey?: string | null;
  value: number;
  days?: 'before';
}

/** A number that opens its rows; nothing opens none. */
function Number({ report, chosen, measure, of, rowKey = null, value, days }: NumberProps) {
  const text = formatNumber(measure, value);
  if (value === 0) return <span className="num">{text}</span>;
  const search = new URLSearchParams({
    measure,
    ...(rowKey !== null && { key: JSON.stringify(rowKey) }),
    ...(days && { days }),
  });
  const isOpen = chosen.measure === measure && (chosen.key ?? null) === rowKey && chosen.days === days;
  return (
    <Link
      href={`/reports/${report.id}?${search}`}
      className={classes('num', isOpen && 'is-open')}
      aria-current={isOpen ? 'true' : undefined}
      aria-label={`${MEASURE_WORDS[measure].label}${days ? ' before' : ''}, ${of}: ${text}, show rows`}
    >
      {text}
    </Link>
  );
}
