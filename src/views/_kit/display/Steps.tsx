import { Check } from 'lucide-react';
import { Icon } from './Icon.tsx';
import { Link } from './Link.tsx';

export interface Step {
  key: string;
  label: string;
  /** Where to go back to, for steps that are done. */
  href?: string;
}

/** Where one is in a wizard: done steps are ticked, the current one is named. */
export function Steps({ steps, current }: { steps: readonly Step[]; current: string }) {
  const at = steps.findIndex((step) => step.key === current);
  return (
    <ol className="steps" aria-label="Steps">
      {steps.map((step, index) => (
        <li key={step.key} aria-current={index === at ? 'step' : undefined}>
          {index < at ? <Icon of={Check} tone="good" /> : null}
          {index < at && step.href !== undefined ? <Link href={step.href}>{step.label}</Link> : step.label}
          {index < at ? <span className="sr">, done</span> : null}
        </li>
      ))}
    </ol>
  );
}
