import { type Chart, chartOf, type ChartState, type ChartTransition } from '../../src/views/machines/chart/chart-of.ts';
import type { Walks } from '../../src/views/machines/chart/lines.ts';
import { labelOf } from '../../src/views/machines/chart/chart-of.ts';
import { transitionWords } from '../../src/views/machines/chart/summary.ts';
import type { RecordedPath, WalkRecord } from '../_walk/record.ts';
import { aboutOf, type Blueprint } from './machines.ts';
import { versionOf } from './version-of.ts';

/** One model test, as reported by the runner. */
export interface RanTest {
  readonly file: string;
  readonly title: string;
  /** `null`: it passes. */
  readonly failure: string | null;
}

/** One machine with all results of its tests. */
export interface MachineFigures {
  readonly id: string;
  readonly title: string;
  readonly file: string;
  readonly version: string;
  readonly about: readonly string[];
  readonly chart: Chart;
  readonly walks: Walks;
  readonly states: number;
  readonly walkedTransitions: number;
  readonly missed: Missed;
  /** Moves that were tried, each in one situation; the machine's paths are chosen from them. */
  readonly tried: number;
  /** Failing ones first, then those through the page, short ones before long ones. */
  readonly paths: readonly RecordedPath[];
  /** Every test of the files that walk this machine. */
  readonly rules: readonly RanTest[];
}

interface Missed {
  readonly states: readonly ChartState[];
  readonly transitions: readonly ChartTransition[];
}

export interface Figures {
  /** Faulty ones first, then by title. */
  readonly machines: readonly MachineFigures[];
  /** Tests that fail and belong to no machine. */
  readonly otherFaults: readonly RanTest[];
}

export function figuresOf(
  blueprints: readonly Blueprint[],
  records: readonly WalkRecord[],
  tests: readonly RanTest[],
): Figures {
  const machines = blueprints.map((blueprint) => machineFigures(blueprint, records, tests));
  const known = new Set(machines.flatMap(({ rules }) => rules));
  return {
    machines: machines.toSorted(
      (one, other) => Number(isFaulty(other)) - Number(isFaulty(one)) || one.title.localeCompare(other.title),
    ),
    otherFaults: tests.filter((test) => test.failure !== null && !known.has(test)),
  };
}

function machineFigures(
  { machine, file, source }: Blueprint,
  records: readonly WalkRecord[],
  tests: readonly RanTest[],
): MachineFigures {
  const chart = chartOf(machine);
  const mine = records.filter(({ paths }) => paths.some((path) => path.machine === machine.id));
  const paths = mine.flatMap((record) => record.paths.filter((path) => path.machine === machine.id));
  const files = new Set(mine.map(({ test }) => test));
  const walks = walksOf(paths);
  const inner = chart.states.filter(({ parent }) => parent !== null);
  const missed: Missed = {
    states: inner.filter(({ id }) => !walks.states.has(id)),
    transitions: chart.transitions.filter(({ name }) => !walks.transitions.has(name)),
  };
  return {
    id: machine.id,
    title: chart.title,
    file,
    version: versionOf(machine),
    about: aboutOf(source),
    chart,
    walks,
    states: inner.length,
    walkedTransitions: chart.transitions.length - missed.transitions.length,
    missed,
    tried: mine.reduce((sum, { tried }) => sum + tried, 0),
    paths: paths.toSorted((one, other) => rankOf(one) - rankOf(other) || one.steps.length - other.steps.length),
    rules: tests.filter(({ file: test }) => files.has(test) || test.endsWith(`/${machine.id}.model.test.ts`)),
  };
}

const rankOf = ({ failure, place }: RecordedPath): number => (failure === null ? 2 : 0) + (place === 'page' ? 0 : 1);

/** Number of paths through each part; a failing path counts as far as it got. */
function walksOf(paths: readonly RecordedPath[]): Walks {
  const count = (part: 'states' | 'transitions') => {
    const counts = new Map<string, number>();
    for (const { steps } of paths) {
      for (const name of new Set(steps.flatMap((step) => step[part]))) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return counts;
  };
  return { states: count('states'), transitions: count('transitions') };
}

export const failingPaths = ({ paths }: MachineFigures) => paths.filter(({ failure }) => failure !== null);
export const brokenRules = ({ rules }: MachineFigures) => rules.filter(({ failure }) => failure !== null);

export const isFaulty = (machine: MachineFigures): boolean => faultsOf(machine).length > 0;

/** Problems of a machine, one sentence each. */
export function faultsOf(machine: MachineFigures): readonly string[] {
  const { chart, missed, paths } = machine;
  if (paths.length === 0) return ['No model test walks it.'];
  return [
    ...missed.states.map(({ id }) => `The state “${labelOf(chart, id)}” is walked by no path.`),
    ...missed.transitions.map((each) => `The transition “${transitionWords(chart, each)}” is walked by no path.`),
    ...failingPaths(machine).map(
      ({ model, steps, failure }) => `A path of “${model}” fails at “${steps.at(-1)?.does}”: ${firstLine(failure)}`,
    ),
    ...brokenRules(machine).map(({ title, failure }) => `The rule “${title}” does not hold: ${firstLine(failure)}`),
  ];
}

export const firstLine = (text: string | null): string => text?.split('\n')[0] ?? '';
