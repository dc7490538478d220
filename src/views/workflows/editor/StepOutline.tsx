import { CircleAlert, Plus, Zap } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import {
  BRANCHES,
  type FlowDefinition,
  type FlowStep,
  type StepKind,
} from '#contract/workflows/definition.contract.ts';
import type { Flow, FlowProblem } from '#contract/workflows.contract.ts';
import { addStep, type Edited } from '#rules/workflows/edit-flow.ts';
import { branchOf, isFork, stepsUnder } from '#rules/workflows/flow-steps.ts';
import { branchLabels, type FlowNames, STEP_LABELS, stepWords, TRIGGER_LABELS } from '#rules/workflows/flow-words.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { Icon } from '../../_kit/display/Icon.tsx';
import { lazyPart } from '../../_kit/states/lazy-part.ts';
import { stepAbout, STEP_ICONS } from '../workflow-words.ts';

const Menu = lazyPart(() => import('../../_kit/overlays/Menu.tsx'), 'Menu');

const KINDS = Object.keys(STEP_LABELS) as StepKind[];
const ENTRIES = KINDS.map((kind) => ({ key: kind, label: STEP_LABELS[kind], icon: STEP_ICONS[kind] }));

interface StepOutlineProps {
  flow: Pick<Flow, 'steps' | 'paused_steps'>;
  definition: FlowDefinition;
  /** Empty: the trigger. */
  selected: string;
  problems: readonly FlowProblem[];
  nameOf: FlowNames;
  onSelect: (step: string) => void;
  /** `null`: it can't be changed. */
  onAdd: ((edited: Edited) => void) | null;
}

/** Steps from top to bottom, those of a branch within their step. Arrow keys go from step to step. */
export function StepOutline(props: StepOutlineProps) {
  const { definition, selected, problems, onSelect } = props;
  return (
    <ol className="flow-outline" aria-label="Steps">
      <li>
        <StepButton
          id=""
          icon={Zap}
          label="Trigger"
          words={TRIGGER_LABELS[definition.trigger.kind]}
          isOpen={selected === ''}
          problem={problems.find(({ step_id: id }) => id === null)?.message}
          onSelect={onSelect}
        />
      </li>
      <Branch {...props} under="" name="at the end" />
    </ol>
  );
}

interface BranchProps extends StepOutlineProps {
  under: string;
  /** Says where a step is added: "at the end". */
  name: string;
}

function Branch({ under, name, ...props }: BranchProps) {
  const steps = stepsUnder(props.definition, under);
  const { definition, onAdd } = props;
  return (
    <>
      {steps.map((step) => (
        <StepItem key={step.id} {...props} step={step} />
      ))}
      {onAdd === null ? null : (
        <li>
          <AddStep
            label={`Add step ${name}`}
            onAdd={(kind) => onAdd(addStep(definition, kind, under, steps.at(-1)?.id ?? null))}
          />
        </li>
      )}
    </>
  );
}

function StepItem({ step, ...props }: StepOutlineProps & { step: FlowStep }) {
  const { flow, selected, problems, nameOf, onSelect } = props;
  const labels = branchLabels(step);
  return (
    <li>
      <StepButton
        id={step.id}
        icon={STEP_ICONS[step.kind]}
        label={STEP_LABELS[step.kind]}
        words={stepWords(step, nameOf)}
        about={stepAbout(flow, step.id)}
        isOpen={selected === step.id}
        problem={problems.find(({ step_id: id }) => id === step.id)?.message}
        onSelect={onSelect}
      />
      {isFork(step) ? (
        <ul className="flow-branches">
          {BRANCHES.map((branch, at) => (
            <li key={branch}>
              <span className="tag bare">{labels[at]}</span>
              <ol aria-label={`${STEP_LABELS[step.kind]}, ${labels[at]}`}>
                <Branch {...props} under={branchOf(step, branch)} name={`to ${labels[at]}`} />
              </ol>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

interface StepButtonProps {
  id: string;
  icon: (typeof STEP_ICONS)[StepKind];
  label: string;
  words: string;
  /** "Paused step, 3 here, 7 passed"; empty: nothing to say. */
  about?: string;
  isOpen: boolean;
  problem: string | undefined;
  onSelect: (step: string) => void;
}

function StepButton({ id, icon, label, words, about = '', isOpen, problem, onSelect }: StepButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  // The cursor of the keyboard is the open step.
  useEffect(() => {
    const { activeElement: focused } = document;
    if (isOpen && (focused === document.body || focused?.matches('.flow-step') === true)) button.current?.focus();
  }, [isOpen]);
  return (
    <button
      ref={button}
      type="button"
      className="flow-step"
      aria-current={isOpen ? 'step' : undefined}
      tabIndex={isOpen ? 0 : -1}
      onClick={() => onSelect(id)}
    >
      <Icon of={icon} />
      <span className="grow">
        <span className="meta quiet cut">{about === '' ? label : `${label}, ${about}`}</span>
        <span className="med cut">{words === '' ? label : words}</span>
      </span>
      {problem === undefined ? null : (
        <span className="bad-t">
          <Icon of={CircleAlert} />
          <span className="sr">{problem}</span>
        </span>
      )}
    </button>
  );
}

function AddStep({ label, onAdd }: { label: string; onAdd: (kind: StepKind) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={trigger}
        size="small"
        look="plain"
        icon={Plus}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        Add step
      </Button>
      <Suspense>
        {isOpen ? (
          <Menu
            label={label}
            open
            onClose={() => setIsOpen(false)}
            trigger={trigger}
            entries={ENTRIES}
            onSelect={(kind) => onAdd(kind as StepKind)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
