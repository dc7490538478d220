import { circlesOf, descentsOf, type LockGraph, type Step } from './lock-graph.ts';
import { statementsOf, type Told } from './statements.ts';

export interface Report {
  readonly transactions: number;
  readonly locks: number;
  readonly steps: readonly Step[];
  readonly circles: readonly (readonly Step[])[];
  readonly descents: readonly Step[];
  readonly told: Readonly<Record<string, Told>>;
}

/** What a graph says of the application's transactions, and what these did. */
export async function reportOf(graph: LockGraph, log: string): Promise<Report> {
  const told = await statementsOf(
    log,
    new Set(graph.steps().flatMap(({ examples }) => examples.map(({ xid }) => xid))),
  );
  const steps = graph.steps().flatMap((step) => {
    const examples = step.examples.filter(({ xid }) => isOurs(told.get(xid)));
    return examples.length === 0 ? [] : [{ ...step, examples }];
  });
  const [circles, descents] = [circlesOf(steps), descentsOf(steps)];
  const shown = new Set([...circles.flat(), ...descents].flatMap(({ examples }) => examples[0]?.xid ?? []));
  return {
    transactions: graph.transactions,
    locks: graph.locks,
    steps: steps.map((step) => ({ ...step, examples: step.examples.slice(0, 3) })),
    circles,
    descents,
    told: Object.fromEntries([...told].filter(([xid]) => shown.has(xid))),
  };
}

/** False for what a test did by itself. */
const isOurs = (told: Told | undefined): boolean =>
  told !== undefined &&
  !told.byTest &&
  (told.calls.length === 0 || told.calls.some((call) => call.includes('(server/')));

/** Sentences on every finding, each with an example of what was done. */
export function toldOf({ circles, descents, told }: Report): string[] {
  const example = (step: Step): string => {
    const [first] = step.examples;
    const { calls = [], statements = [] } = told[first?.xid ?? ''] ?? {};
    return [
      `  ${step.held} (${step.heldMode}), then ${step.requested} (${step.requestedMode}), ${step.count} times. For example ${first?.held.which}, then ${first?.requested.which}:`,
      ...calls.map((call) => `    at ${call}`),
      ...statements.map((text) => `    ${text.replaceAll(/\s+/g, ' ').slice(0, 240)}`),
    ].join('\n');
  };
  return [
    ...circles.map((circle) => ['Transactions may wait for each other:', ...circle.map(example)].join('\n')),
    ...descents.map((step) => ['Rows of a table are locked against the order of their ids:', example(step)].join('\n')),
  ];
}
