import { Readable } from 'node:stream';
import type { Report, ReportResult } from '#contract/reports.contract.ts';
import { formatInstant } from '#rules/reports/report-values.ts';
import { daysWords, definitionWords, DIMENSION_WORDS, MEASURE_WORDS } from '#rules/reports/report-words.ts';
import { REPORT_KINDS } from '#rules/reports/report-types.ts';
import type { SheetColumn, SheetKind } from '../exports/sheet/sheet-rows.ts';
import { workbookOf } from '../exports/sheet/workbook.ts';

type Unit = (typeof MEASURE_WORDS)[keyof typeof MEASURE_WORDS]['unit'];

/** Talk time in minutes: a spreadsheet adds them. */
const CELLS: Readonly<Record<Unit, { readonly kind: SheetKind; readonly suffix: string; of(value: number): string }>> =
  {
    count: { kind: 'number', suffix: '', of: String },
    cents: { kind: 'decimal', suffix: '', of: (value) => (value / 100).toFixed(2) },
    micros: { kind: 'decimal', suffix: '', of: (value) => (value / 1_000_000).toFixed(2) },
    seconds: { kind: 'decimal', suffix: ' (minutes)', of: (value) => (value / 60).toFixed(2) },
  };

type Result = Omit<ReportResult, 'computed_at'> & { readonly computed_at: string };

/** A workbook of the numbers: a row each, then their totals, then what they are. */
export function reportFile({ name, type }: Pick<Report, 'name' | 'type'>, result: Result): Readable {
  const { definition, compared, rows, totals, totals_before: totalsBefore } = result;
  const measures = REPORT_KINDS[type].measures.map((measure) => MEASURE_WORDS[measure]);
  const columns: SheetColumn[] = [
    { header: DIMENSION_WORDS[definition.dimension], kind: 'text' },
    ...measures.flatMap(({ label, unit }): SheetColumn[] => {
      const { kind, suffix } = CELLS[unit];
      const now = { header: `${label}${suffix}`, kind };
      return compared === null ? [now] : [now, { header: `${label}${suffix}, ${daysWords(compared)}`, kind }];
    }),
  ];
  const cellsOf = (label: string, numbers: readonly number[], before: readonly number[] | null): string[] => [
    label,
    ...measures.flatMap(({ unit }, at) => {
      const now = CELLS[unit].of(numbers[at] ?? 0);
      return before === null ? [now] : [now, CELLS[unit].of(before[at] ?? 0)];
    }),
  ];
  const lines = [
    ...rows.map((row) => cellsOf(row.label, row.numbers, row.before)),
    cellsOf('Total', totals, totalsBefore),
    [],
    [name],
    [definitionWords(type, definition)],
    ...(result.days === null ? [] : [[daysWords(result.days)]]),
    [REPORT_KINDS[type].about],
    [`As of ${formatInstant(result.computed_at, result.zone)}`],
  ];
  return Readable.from(workbookOf('Report', columns, once(lines)), { objectMode: false });
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value;
}
