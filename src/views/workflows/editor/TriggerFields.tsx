import { X } from 'lucide-react';
import { FLOW_GOALS, FLOW_TRIGGERS, type FlowDefinition } from '#contract/workflows/definition.contract.ts';
import { TRIGGER_LABELS } from '#rules/workflows/flow-words.ts';
import { Checkbox } from '../../_kit/controls/Checkbox.tsx';
import { IconButton } from '../../_kit/controls/IconButton.tsx';
import { SelectField } from '../../_kit/controls/SelectField.tsx';
import { MONDAYS, ScheduleFields } from './ScheduleFields.tsx';
import { NumberField } from './NumberField.tsx';
import type { FlowChoices } from './use-flow-names.ts';

interface TriggerFieldsProps {
  definition: FlowDefinition;
  choices: FlowChoices;
  onChange: (definition: FlowDefinition) => void;
}

const GOAL_LABELS = {
  none: 'No goal',
  status: 'Has a status',
  tag: 'Has a tag',
  reply: 'Replied',
} as const satisfies Record<(typeof FLOW_GOALS)[number], string>;

/** What starts a workflow, and the goal at which contacts leave it. */
export function TriggerFields({ definition, choices, onChange }: TriggerFieldsProps) {
  const { trigger, goal } = definition;
  const setTrigger = (change: Partial<typeof trigger>) =>
    onChange({ ...definition, trigger: { ...trigger, ...change } });
  const setGoal = (change: Partial<typeof goal>) => onChange({ ...definition, goal: { ...goal, ...change } });
  const named = trigger.kind === 'status_changed' ? 'status' : trigger.kind === 'tag_added' ? 'tag' : null;
  return (
    <>
      <SelectField
        label="Starts when"
        value={trigger.kind}
        options={FLOW_TRIGGERS.map((value) => ({ value, label: TRIGGER_LABELS[value] }))}
        onChange={({ currentTarget: { value } }) => {
          const kind = value as typeof trigger.kind;
          const { schedule: _, ...others } = trigger;
          const next = { ...others, kind, ids: [] };
          onChange({ ...definition, trigger: kind === 'schedule' ? { ...next, schedule: MONDAYS } : next });
        }}
      />
      {named === null ? null : (
        <Several
          label={named === 'tag' ? 'Only these tags' : 'Only these statuses'}
          any="Any"
          options={choices[named]}
          ids={trigger.ids}
          onChange={(ids) => setTrigger({ ids })}
        />
      )}
      {trigger.kind === 'contact_added' || trigger.kind === 'policy_active' ? (
        <Checkbox
          checked={trigger.imported}
          onCheckedChange={(imported) => setTrigger({ imported: imported === true })}
        >
          {trigger.kind === 'contact_added' ? 'Imported contacts, too' : 'Policies of imports, too'}
        </Checkbox>
      ) : null}
      {trigger.kind === 'schedule' ? (
        <ScheduleFields schedule={trigger.schedule ?? MONDAYS} onChange={(schedule) => setTrigger({ schedule })} />
      ) : null}
      {trigger.kind === 'no_contact' ? (
        <NumberField
          label="Days without contact"
          value={trigger.days}
          least={1}
          most={730}
          onChange={(days) => setTrigger({ days })}
        />
      ) : null}
      <SelectField
        label="Goal"
        hint="Contacts who reach it leave before the next step."
        value={goal.kind}
        options={FLOW_GOALS.map((value) => ({ value, label: GOAL_LABELS[value] }))}
        onChange={({ currentTarget: { value } }) => setGoal({ kind: value as typeof goal.kind, ids: [] })}
      />
      {goal.kind === 'tag' || goal.kind === 'status' ? (
        <Several
          label={goal.kind === 'tag' ? 'Tags of the goal' : 'Statuses of the goal'}
          any="Choose"
          options={choices[goal.kind]}
          ids={goal.ids}
          onChange={(ids) => setGoal({ ids })}
        />
      ) : null}
    </>
  );
}

interface SeveralProps {
  label: string;
  /** What no choice means. */
  any: string;
  options: FlowChoices['tag'];
  ids: readonly number[];
  onChange: (ids: number[]) => void;
}

function Several({ label, any, options, ids, onChange }: SeveralProps) {
  const labelOf = (id: number) => options.find(({ value }) => value === String(id))?.label ?? 'Not found';
  return (
    <>
      <SelectField
        label={label}
        value=""
        options={[
          { value: '', label: ids.length === 0 ? any : 'Add one' },
          ...options.filter(({ value }) => !ids.includes(Number(value))),
        ]}
        onChange={({ currentTarget: { value } }) => (value === '' ? undefined : onChange([...ids, Number(value)]))}
      />
      {ids.length === 0 ? null : (
        <ul className="flow-chosen">
          {ids.map((id) => (
            <li key={id} className="row">
              <span className="grow cut">{labelOf(id)}</span>
              <IconButton
                icon={X}
                size="small"
                label={`Remove ${labelOf(id)}`}
                onClick={() => onChange(ids.filter((one) => one !== id))}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
