import type { Mutant } from './mutants-guards.ts';

/** A mutant and what the tests made of it. */
export interface Tried extends Mutant {
  readonly verdict: 'caught' | 'survived';
  /** The test that noticed, or why none was tried. */
  readonly by: string;
}

interface Given {
  readonly tried: readonly Tried[];
  readonly seed: number;
  /** Guards that there are to draw from. */
  readonly guards: number;
  /** The report of the last run, whose explanations are kept. */
  readonly before: string;
}

/** Mutants below which a share says little. Ours. */
const ENOUGH = 100;

const HEAD = '| where | guard | became | why no test notices |';

/** Writes the report: figures, then every survivor with its written explanation. */
export function reportOf({ tried, seed, guards, before }: Given): string {
  const survivors = tried.filter(({ verdict }) => verdict === 'survived');
  const caught = tried.length - survivors.length;
  const reasons = reasonsIn(before);
  const rows = survivors
    .toSorted((one, other) => one.file.localeCompare(other.file) || one.line - other.line)
    .map((one) => `| ${[...cellsOf(one), reasons.get(keyOf(cellsOf(one))) ?? 'not read yet'].join(' | ')} |`);
  return `# Guards that tests would miss

\`npm run test:mutants\` breaks random guards, one at a time: it negates an \`if\`, a \`?:\` or a guard of a machine, or drops one
side of an \`&&\`. In a copy of the checkout it then runs the tests of the same feature and those near by imports, without a
database first. A test that fails twice with the change and passes without it has caught it. Browser tests are not tried, so a
guard that only they defend counts as a survivor.

**${caught} of ${tried.length} caught (${percent(caught, tried.length)}).** Seed ${seed}, drawn from ${guards} mutants in src and server.${
    tried.length < ENOUGH ? ' These are too few to judge by: run it again to go on.' : ''
  }

${tableOf(tried)}

## Survivors

${survivors.length === 0 ? 'None.' : [HEAD, '|---|---|---|---|', ...rows].join('\n')}
`;
}

const percent = (part: number, whole: number): string => `${whole === 0 ? 0 : Math.round((100 * part) / whole)}%`;

/** Locations of the guards, and the number caught in each. */
function tableOf(tried: readonly Tried[]): string {
  const rooms = Map.groupBy(tried, ({ file }) => file.split('/').slice(0, 2).join('/'));
  const rows = [...rooms]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([room, there]) => {
      const caught = there.filter(({ verdict }) => verdict === 'caught').length;
      return `| ${room} | ${there.length} | ${caught} |`;
    });
  return ['| in | tried | caught |', '|---|---:|---:|', ...rows].join('\n');
}

/** Location, guard and outcome. */
function cellsOf({ file, line, kind, before, after }: Tried): [string, string, string] {
  return [`${file}:${line}`, code(kind === 'guard' ? before : `${kind} ${before}`), code(after)];
}

const code = (text: string): string =>
  `\`${text.replaceAll(/\s+/gu, ' ').replaceAll('|', '\\|').replaceAll('`', "'").slice(0, 120)}\``;

/** Lines move; the file and the change stay. */
const keyOf = ([where = '', guard = '', became = '']: readonly string[]): string =>
  [where.replace(/:\d+$/u, ''), guard, became].join(' ');

/** Explanations by guard, from the table of an earlier report. */
function reasonsIn(report: string): ReadonlyMap<string, string> {
  const rows = report.slice(Math.max(0, report.indexOf(HEAD))).split('\n');
  return new Map(
    rows
      .map((row) => row.split(/(?<!\\)\|/u).map((cell) => cell.trim()))
      .filter((cells) => cells.length === 6)
      .map((cells) => [keyOf(cells.slice(1, 4)), cells[4] ?? '']),
  );
}
