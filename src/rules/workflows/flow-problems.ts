import type { FlowProblem } from '#contract/workflows.contract.ts';
import type { FlowDefinition, FlowStep } from '#contract/workflows/definition.contract.ts';
import { isFork, parentOf, stepsUnder } from './flow-steps.ts';

/** What a step lacks, in one sentence; `null`: nothing. */
function lacks(step: FlowStep): string | null {
  switch (step.kind) {
    case 'text':
    case 'draft':
      return step.body === '' ? 'Enter the text.' : null;
    case 'email':
      if (step.subject === '') return 'Enter a subject.';
      return step.body === '' ? 'Enter the e-mail.' : null;
    case 'condition':
      if (step.filters.some(({ field }) => field === 'prescription')) return "Prescriptions can't be a condition.";
      return step.filters.length === 0 ? 'Add a filter.' : null;
    case 'tag':
      return step.tag_id === null ? 'Choose a tag.' : null;
    case 'status':
      return step.status_id === null ? 'Choose a status.' : null;
    case 'assign':
      return step.owner_id === null ? 'Choose an agent.' : null;
    case 'follow_up':
      return step.title === '' ? 'Enter what is to be done.' : null;
    case 'kit':
      return step.kit_id === null ? 'Choose a mailer kit.' : null;
    case 'event':
      return step.title === '' ? 'Enter a title.' : null;
    case 'webhook':
      return step.name === '' ? 'Enter a name that identifies this step to the other program.' : null;
    case 'start_flow':
      return step.flow_id === null ? 'Choose a workflow.' : null;
    default:
      return null;
  }
}

/** Faults of the structure, which no editor makes: they come from a file or the API. */
function misplaced(definition: FlowDefinition): FlowProblem[] {
  const found: FlowProblem[] = [];
  const before = new Map<string, FlowStep>();
  for (const step of definition.steps) {
    const parent = parentOf(step);
    if (before.has(step.id)) found.push({ step_id: step.id, message: `Two steps have the id ${step.id}.` });
    const around = before.get(parent);
    if (parent !== '' && (around === undefined || !isFork(around)))
      found.push({ step_id: step.id, message: `Its branch ${step.under} isn't above it.` });
    before.set(step.id, step);
  }
  return found;
}

/** Steps behind an end, which no contact reaches. */
function unreached(definition: FlowDefinition): FlowProblem[] {
  return definition.steps.flatMap(({ kind, id, under }) => {
    const beside = stepsUnder(definition, under);
    const next = beside[beside.findIndex((step) => step.id === id) + 1];
    return kind === 'end' && next !== undefined
      ? [{ step_id: next.id, message: 'No contact gets here: the workflow ends before it.' }]
      : [];
  });
}

function scheduleProblems({ trigger: { kind, schedule } }: FlowDefinition): FlowProblem[] {
  if (kind !== 'schedule') return [];
  if (schedule === undefined || schedule.weekdays.length === 0)
    return [{ step_id: null, message: 'Choose the days of the schedule.' }];
  const isSecret = schedule.filters.some(({ field }) => field === 'prescription');
  return isSecret ? [{ step_id: null, message: "Prescriptions can't be a condition." }] : [];
}

/** What keeps a structure from being stored. */
export const faultsOf = misplaced;

/** What keeps a workflow from being turned on, by step. */
export function problemsOf(definition: FlowDefinition): FlowProblem[] {
  const broken = misplaced(definition);
  if (broken.length > 0) return broken;
  const { goal, steps } = definition;
  return [
    ...scheduleProblems(definition),
    ...(steps.length === 0 ? [{ step_id: null, message: 'Add a step.' }] : []),
    ...((goal.kind === 'status' || goal.kind === 'tag') && goal.ids.length === 0
      ? [{ step_id: null, message: `Choose the ${goal.kind} that is the goal.` }]
      : []),
    ...steps.flatMap((step) => {
      const message = lacks(step);
      return message === null ? [] : [{ step_id: step.id, message }];
    }),
    ...unreached(definition),
  ];
}
