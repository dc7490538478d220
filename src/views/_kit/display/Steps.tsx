import { Check } from 'lucide-react';
import { Icon } from './Icon.tsx';
import { Link } from './Link.tsx';

export interface Step {
  key: string;
  label: string;
  /** Link back to a completed step. */
  href?: string;
}

/** Progress through a wizard: completed steps are checked, the current one is named. */
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
