import type { FlowDefinition, FlowStep } from '#contract/workflows/definition.contract.ts';
import type { ContactFilter } from '#contract/contacts/scope.contract.ts';
import { filterWords, type ScopeNames } from '../contacts/scope-sentence.ts';
import { capital } from '../words/capital.ts';
import { scheduleWords } from './flow-schedule.ts';
import { branchLabels, type FlowNames, placeWords, STEP_LABELS, stepWords, TRIGGER_LABELS } from './flow-words.ts';
import { outlineOf, parentOf } from './flow-steps.ts';

/** A difference between two versions of a workflow, in words. */
export interface FlowChange {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  /** "Step 3, Send text"; of a removed step its place before. */
  readonly place: string;
  /** Empty where there was, or is, nothing. */
  readonly before: string;
  readonly after: string;
}

type Steps = Pick<FlowDefinition, 'steps'>;

/** Names of what steps and their filters refer to. */
export interface ChangeNames {
  readonly nameOf: FlowNames;
  readonly filterNameOf: ScopeNames;
}

/** The filters of a workflow, wherever they are. */
export const filtersOf = ({ trigger, steps }: FlowDefinition): ContactFilter[] => [
  ...(trigger.schedule?.filters ?? []),
  ...steps.flatMap((step) => (step.kind === 'condition' ? step.filters : [])),
];

const filtersWords = (filters: readonly ContactFilter[], { filterNameOf }: ChangeNames): string =>
  capital(filters.map((filter) => filterWords(filter, filterNameOf)).join(', '));

/** The whole of a step, not cut short: a changed word at the end counts. */
function fullWords(step: FlowStep, names: ChangeNames): string {
  const otherwise = (refused: 'end' | 'skip') =>
    `(If it may not be sent, the workflow ${refused === 'end' ? 'ends' : 'continues'}.)`;
  if (step.kind === 'text') return `${step.body} ${otherwise(step.refused)}`;
  if (step.kind === 'email') return `${step.subject}: ${step.body} ${otherwise(step.refused)}`;
  if (step.kind === 'draft') return step.body;
  if (step.kind === 'condition') return filtersWords(step.filters, names);
  return stepWords(step, names.nameOf);
}

/** "in Yes of Step 2, Condition"; empty: the trunk. */
function underWords(definition: Steps, step: FlowStep): string {
  const parent = definition.steps.find(({ id }) => id === parentOf(step));
  if (parent === undefined) return 'in the main path';
  const [yes, no] = branchLabels(parent);
  return `in ${step.under.endsWith(':yes') ? yes : no} of ${placeWords(definition, parent.id)}`;
}

/** The ids of the steps that stay in their order; the others have moved. */
function keptInOrder(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  // Longest common subsequence: as few steps as possible count as moved.
  const lengths = before.map(() => after.map(() => 0));
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1)
      lengths[row]![column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const kept = new Set<string>();
  let [row, column] = [0, 0];
  while (row < before.length && column < after.length) {
    if (before[row] === after[column]) {
      kept.add(before[row] ?? '');
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return kept;
}

/** What is different in `after`, in the order of its steps; removed ones come last. */
export function flowChanges(before: FlowDefinition, after: FlowDefinition, names: ChangeNames): FlowChange[] {
  const old = new Map(before.steps.map((step) => [step.id, step]));
  const now = new Set(after.steps.map(({ id }) => id));
  const idsOf = (of: FlowDefinition, others: { has: (id: string) => boolean }) =>
    outlineOf(of).flatMap(({ step }) => (others.has(step.id) ? [step.id] : []));
  const kept = keptInOrder(idsOf(before, now), idsOf(after, old));
  const label = (step: FlowStep) => STEP_LABELS[step.kind];
  const words = (step: FlowStep, kindDiffers: boolean) =>
    kindDiffers ? `${label(step)}: ${fullWords(step, names)}` : fullWords(step, names);
  const steps = outlineOf(after).flatMap(({ step }): FlowChange[] => {
    const was = old.get(step.id);
    const place = placeWords(after, step.id);
    if (was === undefined) return [{ kind: 'added', place, before: '', after: fullWords(step, names) }];
    const found: FlowChange[] = [];
    const differs = was.kind !== step.kind;
    const [from, to] = [words(was, differs), words(step, differs)];
    if (from !== to) found.push({ kind: 'changed', place, before: from, after: to });
    if (was.under !== step.under || !kept.has(step.id)) {
      const whence = `${placeWords(before, was.id)}, ${underWords(before, was)}`;
      found.push({ kind: 'moved', place, before: whence, after: underWords(after, step) });
    }
    return found;
  });
  const removed = outlineOf(before).flatMap(({ step }): FlowChange[] =>
    now.has(step.id)
      ? []
      : [{ kind: 'removed', place: placeWords(before, step.id), before: fullWords(step, names), after: '' }],
  );
  return [...headChanges(before, after, names), ...steps, ...removed];
}

const GOALS: Readonly<Record<FlowDefinition['goal']['kind'], string>> = {
  none: 'None',
  status: 'Status',
  tag: 'Tag',
  reply: 'A reply',
};

function headChanges(before: FlowDefinition, after: FlowDefinition, names: ChangeNames): FlowChange[] {
  const { nameOf } = names;
  const trigger = ({ trigger: { kind, ids, imported, days, schedule } }: FlowDefinition) => {
    const of = kind === 'status_changed' ? 'status' : 'tag';
    const chosen = ids.map((id) => nameOf(of, id) ?? 'not found').join(', ');
    const times =
      schedule === undefined || kind !== 'schedule'
        ? ''
        : [scheduleWords(schedule), filtersWords(schedule.filters, names)].filter(Boolean).join(', ');
    const more = [times, chosen, kind === 'no_contact' ? `${days} days` : '', imported ? 'imports count' : ''].filter(
      Boolean,
    );
    return [TRIGGER_LABELS[kind], ...more].join(', ');
  };
  const goal = ({ goal: { kind, ids } }: FlowDefinition) =>
    [GOALS[kind], ...ids.map((id) => nameOf(kind === 'status' ? 'status' : 'tag', id) ?? 'not found')].join(', ');
  const differ = (place: string, from: string, to: string): FlowChange[] =>
    from === to ? [] : [{ kind: 'changed', place, before: from, after: to }];
  return [...differ('Trigger', trigger(before), trigger(after)), ...differ('Goal', goal(before), goal(after))];
}
