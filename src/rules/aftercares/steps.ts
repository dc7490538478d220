import type { AftercareStep } from '#contract/aftercares.contract.ts';
import { plusDays, plusYears } from '../time/days.ts';

interface Step {
  readonly step: AftercareStep;
  readonly label: string;
  readonly dueOn: (diedOn: string) => string;
}

/** What an agency does for a family, in order. The days are ours: they follow what funeral homes advise. */
export const AFTERCARE_PLAN: readonly Step[] = [
  { step: 'card', label: 'Send a sympathy card', dueOn: (day) => plusDays(day, 3) },
  { step: 'call', label: 'Call the family', dueOn: (day) => plusDays(day, 14) },
  { step: 'paperwork', label: 'Help with claims and paperwork', dueOn: (day) => plusDays(day, 30) },
  { step: 'check_in', label: 'Check in', dueOn: (day) => plusDays(day, 90) },
  { step: 'anniversary', label: 'Remember the anniversary', dueOn: (day) => plusYears(day, 1) },
];

/** Days on which steps were done. */
export type DoneSteps = Readonly<Partial<Record<AftercareStep, string>>>;

/** The first step that is not done, with its day; `null`: all are. */
export function nextStep(diedOn: string, done: DoneSteps): { label: string; due_on: string } | null {
  const next = AFTERCARE_PLAN.find(({ step }) => done[step] === undefined);
  return next === undefined ? null : { label: next.label, due_on: next.dueOn(diedOn) };
}
