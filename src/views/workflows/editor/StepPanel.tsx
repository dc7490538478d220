import { ArrowDown, ArrowUp, Copy, Pause, Play, Trash2, Zap } from 'lucide-react';
import type { FlowDefinition, FlowStep } from '#contract/workflows/definition.contract.ts';
import { changeStep, copyStep, type Edited, moveStep, removeStep } from '#rules/workflows/edit-flow.ts';
import { stepsUnder } from '#rules/workflows/flow-steps.ts';
import { STEP_LABELS } from '#rules/workflows/flow-words.ts';
import { IconButton } from '../../_kit/controls/IconButton.tsx';
import { Icon } from '../../_kit/display/Icon.tsx';
import { Note } from '../../_kit/display/Note.tsx';
import { STEP_ICONS } from '../workflow-words.ts';
import { StepFields } from './StepFields.tsx';
import { TriggerFields } from './TriggerFields.tsx';
import type { FlowChoices } from './use-flow-names.ts';

interface StepPanelProps {
  definition: FlowDefinition;
  /** Empty: the trigger. */
  selected: string;
  problem: string | null;
  choices: FlowChoices;
  isEditable: boolean;
  isPaused: boolean;
  onPause: (paused: boolean) => void;
  /** `mark` names the field that is typed into. */
  onChange: (to: Edited, mark?: string) => void;
}

/** The open step, or what starts the workflow. */
export function StepPanel({ definition, selected, problem, choices, isEditable, onChange, ...pause }: StepPanelProps) {
  const step = definition.steps.find(({ id }) => id === selected);
  const label = step === undefined ? 'Trigger' : STEP_LABELS[step.kind];
  return (
    <aside className="side" aria-label={label}>
      <header>
        <Icon of={step === undefined ? Zap : STEP_ICONS[step.kind]} />
        <h2 className="grow cut">{label}</h2>
        {step === undefined || !isEditable ? null : (
          <StepTools step={step} definition={definition} onChange={onChange} {...pause} />
        )}
      </header>
      <form key={selected} className="flow-form" aria-label={label} onSubmit={(event) => event.preventDefault()}>
        <fieldset className="stack flow-fields" disabled={!isEditable}>
          {pause.isPaused ? <Note tone="warn" title="Paused step: contacts wait here until you resume it." /> : null}
          {problem === null ? null : <Note tone="warn" title={problem} />}
          {step === undefined ? (
            <TriggerFields
              definition={definition}
              choices={choices}
              onChange={(next) => onChange({ definition: next, selected: '' })}
            />
          ) : (
            <StepFields
              step={step}
              choices={choices}
              onChange={(next, field) => onChange(changeStep(definition, next), field && `${step.id}:${field}`)}
            />
          )}
        </fieldset>
      </form>
    </aside>
  );
}

interface StepToolsProps extends Pick<StepPanelProps, 'definition' | 'onChange' | 'isPaused' | 'onPause'> {
  step: FlowStep;
}

function StepTools({ step, definition, onChange, isPaused, onPause }: StepToolsProps) {
  const beside = stepsUnder(definition, step.under);
  const at = beside.indexOf(step);
  return (
    <>
      <IconButton
        icon={isPaused ? Play : Pause}
        size="small"
        label={isPaused ? 'Resume step' : 'Pause step'}
        onClick={() => onPause(!isPaused)}
      />
      <IconButton
        icon={ArrowUp}
        size="small"
        label="Move up"
        disabled={at === 0}
        onClick={() => onChange(moveStep(definition, step.id, -1))}
      />
      <IconButton
        icon={ArrowDown}
        size="small"
        label="Move down"
        disabled={at === beside.length - 1}
        onClick={() => onChange(moveStep(definition, step.id, 1))}
      />
      <IconButton icon={Copy} size="small" label="Copy step" onClick={() => onChange(copyStep(definition, step.id))} />
      <IconButton
        icon={Trash2}
        size="small"
        label="Delete step"
        onClick={() => onChange(removeStep(definition, step.id))}
      />
    </>
  );
}
