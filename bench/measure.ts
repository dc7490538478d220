// Figures of a bench and how they are shown. A bench prints to the terminal, so the console is its output.

/** A figure held against its limit; `better` says on which side of the limit it has to stay. */
export interface Ratio {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
  readonly better: 'lower' | 'higher';
}

/** `NaN` when there are no numbers, so that a bench that measured nothing misses its limit. */
export function percentile(numbers: readonly number[], p: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * (p / 100);
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}

export const median = (numbers: readonly number[]): number => percentile(numbers, 50);

const show = (value: string | number = ''): string =>
  typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(Math.abs(value) < 10 ? 3 : 1) : String(value);

/** Prints rows under the names of their fields; numbers stand to the right. */
export function printTable(rows: readonly Readonly<Record<string, string | number>>[]): void {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const widths = columns.map((column) => Math.max(column.length, ...rows.map((row) => show(row[column]).length)));
  const line = (cells: readonly string[], right: readonly boolean[]) =>
    cells.map((cell, i) => (right[i] ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0))).join('  ');
  const numeric = columns.map((column) => rows.some((row) => typeof row[column] === 'number'));
  process.stdout.write(`${line(columns, numeric)}\n${widths.map((width) => '-'.repeat(width)).join('  ')}\n`);
  for (const row of rows) {
    const cells = columns.map((column) => show(row[column]));
    process.stdout.write(`${line(cells, numeric)}\n`);
  }
}

const holds = ({ value, limit, better }: Ratio): boolean => (better === 'lower' ? value <= limit : value >= limit);

/** Prints the last line of a bench and makes the process exit with 1 when a limit is missed. */
export function printRatios(ratios: readonly Ratio[]): void {
  const parts = ratios.map((ratio) => {
    const sign = ratio.better === 'lower' ? '≤' : '≥';
    return `${ratio.name}=${ratio.value.toFixed(2)} (limit ${sign}${ratio.limit}) ${holds(ratio) ? 'PASS' : 'FAIL'}`;
  });
  process.stdout.write(`ratios: ${parts.join(' · ')}\n`);
  if (!ratios.every(holds)) process.exitCode = 1;
}
