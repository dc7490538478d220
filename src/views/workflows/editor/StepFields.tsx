import { type FlowStep, WAIT_DAYS, WAIT_UNITS } from '#contract/workflows/definition.contract.ts';
import { lintTemplate } from '#rules/messages/lint-template.ts';
import { type FlowNames, WAIT_DAY_LABELS } from '#rules/workflows/flow-words.ts';
import { SelectField } from '../../_kit/controls/SelectField.tsx';
import { TextArea, TextField } from '../../_kit/controls/TextField.tsx';
import { MergeFieldChoice } from '../../email-templates/MergeFieldChoice.tsx';
import { TemplateNotes } from '../../email-templates/TemplateNotes.tsx';
import { ConditionFields } from './ConditionFields.tsx';
import { MinuteField } from './MinuteField.tsx';
import { NumberField } from './NumberField.tsx';
import type { FlowChoices } from './use-flow-names.ts';

interface FieldsOf<S> {
  step: S;
  choices: FlowChoices;
  /** `field`: what is typed into, so that typing on is one change. */
  onChange: (step: FlowStep, field?: string) => void;
}

type Of<K extends FlowStep['kind']> = Extract<FlowStep, { kind: K }>;

/** What a step does, as fields. */
export function StepFields({ step, choices, onChange }: FieldsOf<FlowStep>) {
  switch (step.kind) {
    case 'text':
    case 'email':
      return <MessageFields step={step} choices={choices} onChange={onChange} />;
    case 'draft':
      return <DraftFields step={step} choices={choices} onChange={onChange} />;
    case 'wait':
    case 'wait_reply':
      return <WaitFields step={step} choices={choices} onChange={onChange} />;
    case 'wait_until':
      return (
        <>
          <SelectField
            label="Day"
            value={step.day}
            options={WAIT_DAYS.map((value) => ({ value, label: WAIT_DAY_LABELS[value] }))}
            onChange={({ currentTarget: { value } }) => onChange({ ...step, day: value as typeof step.day })}
          />
          <NumberField
            label="Days before"
            value={step.days_before}
            least={0}
            most={365}
            onChange={(days) => onChange({ ...step, days_before: days }, 'days')}
          />
          <p className="soft">Continues at 10 AM at the contact's place. A day that has passed is skipped.</p>
        </>
      );
    case 'condition':
      return (
        <ConditionFields
          about="Yes, if all of these hold when the contact gets here."
          filters={step.filters}
          onChange={(filters) => onChange({ ...step, filters })}
        />
      );
    case 'reachable':
      return (
        <>
          <SelectField
            label="By"
            value={step.channel}
            options={[
              { value: 'text', label: 'Text' },
              { value: 'mail', label: 'E-mail' },
            ]}
            onChange={({ currentTarget: { value } }) => onChange({ ...step, channel: value as typeof step.channel })}
          />
          <p className="soft">Yes, if consent and rules allow it, now or later in the day.</p>
        </>
      );
    case 'split':
      return (
        <NumberField
          label="Percent of contacts in the first branch"
          value={step.percent}
          least={1}
          most={99}
          onChange={(percent) => onChange({ ...step, percent }, 'percent')}
        />
      );
    case 'end':
      return <p className="soft">The workflow ends here for the contact.</p>;
    default:
      return <ChangeFields step={step} choices={choices} onChange={onChange} />;
  }
}

function MessageFields({ step, onChange }: FieldsOf<Of<'text' | 'email'>>) {
  const isText = step.kind === 'text';
  const subject = isText ? '' : step.subject;
  const write = (body: string) => onChange({ ...step, body }, 'body');
  const notes = lintTemplate({ channel: isText ? 'text' : 'email', subject, body: step.body, format: 'text' });
  return (
    <>
      {isText ? null : (
        <TextField
          label="Subject"
          value={subject}
          maxLength={200}
          onChange={({ currentTarget: { value } }) => onChange({ ...step, subject: value } as FlowStep, 'subject')}
        />
      )}
      <TextArea
        name="body"
        label={isText ? 'Text' : 'E-mail'}
        rows={isText ? 5 : 10}
        value={step.body}
        maxLength={isText ? 1_600 : 20_000}
        onChange={({ currentTarget: { value } }) => write(value)}
      />
      <MergeFieldChoice field="body" text={step.body} onWrite={write} />
      <TemplateNotes notes={notes} />
      <SelectField
        label="If it may not be sent at all"
        value={step.refused}
        options={[
          { value: 'end', label: 'End the workflow' },
          { value: 'skip', label: 'Go on without it' },
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ ...step, refused: value as typeof step.refused })}
      />
      <p className="soft">
        Sent in the name of the contact's owner. Consent is checked again at sending; outside of the hours it waits for
        the next legal time.
      </p>
    </>
  );
}

function DraftFields({ step, onChange }: FieldsOf<Of<'draft'>>) {
  const write = (body: string) => onChange({ ...step, body }, 'body');
  return (
    <>
      <TextArea
        name="body"
        label="Draft"
        rows={5}
        value={step.body}
        maxLength={1_600}
        onChange={({ currentTarget: { value } }) => write(value)}
      />
      <MergeFieldChoice field="body" text={step.body} onWrite={write} />
      <TemplateNotes
        notes={lintTemplate({ channel: 'text', subject: '', body: step.body, format: 'text', byHand: true })}
      />
      <p className="soft">
        Nothing is sent. The contact's owner is notified, and finds the draft in the conversation to review and send. A
        draft that they have already begun is kept.
      </p>
    </>
  );
}

const UNIT_LABELS = { hour: 'Hours', day: 'Days', week: 'Weeks', month: 'Months' } as const;

function WaitFields({ step, onChange }: FieldsOf<Of<'wait' | 'wait_reply'>>) {
  return (
    <>
      <div className="pair">
        <NumberField
          label={step.kind === 'wait' ? 'Wait' : 'Wait at most'}
          value={step.count}
          least={1}
          most={365}
          onChange={(count) => onChange({ ...step, count }, 'count')}
        />
        <SelectField
          label="Unit"
          value={step.unit}
          options={WAIT_UNITS.map((value) => ({ value, label: UNIT_LABELS[value] }))}
          onChange={({ currentTarget: { value } }) => onChange({ ...step, unit: value as typeof step.unit })}
        />
      </div>
      <p className="soft">
        {step.kind === 'wait' ? '' : 'A text from the contact ends the wait immediately. '}
        Days and longer end at 10 AM at the contact's place.
      </p>
    </>
  );
}

type ChangeStep = Of<'tag' | 'status' | 'assign' | 'follow_up' | 'event' | 'start_flow' | 'kit' | 'webhook'>;

function DayFields({ step, onChange }: FieldsOf<Of<'follow_up' | 'event'>>) {
  const isEvent = step.kind === 'event';
  return (
    <>
      <TextField
        label={isEvent ? 'Title' : 'What is to be done'}
        value={step.title}
        maxLength={isEvent ? 160 : 200}
        onChange={({ currentTarget: { value } }) => onChange({ ...step, title: value }, 'title')}
      />
      <NumberField
        label="Days from then"
        value={step.days}
        least={0}
        most={365}
        onChange={(days) => onChange({ ...step, days }, 'days')}
      />
      {isEvent ? (
        <>
          <MinuteField
            label="Time"
            hint="In the time zone of the contact's owner, in whose calendar it is."
            minute={step.minute}
            onChange={(minute) => onChange({ ...step, minute }, 'minute')}
          />
          <NumberField
            label="Minutes"
            value={step.minutes}
            least={5}
            most={480}
            onChange={(minutes) => onChange({ ...step, minutes }, 'minutes')}
          />
        </>
      ) : null}
    </>
  );
}

function ChangeFields({ step, choices, onChange }: FieldsOf<ChangeStep>) {
  if (step.kind === 'follow_up' || step.kind === 'event')
    return <DayFields step={step} choices={choices} onChange={onChange} />;
  if (step.kind === 'webhook')
    return (
      <>
        <TextField
          label="Name"
          hint="Identifies this step to the other program."
          value={step.name}
          maxLength={80}
          onChange={({ currentTarget: { value } }) => onChange({ ...step, name: value }, 'name')}
        />
        <p className="soft">
          Sent to each webhook endpoint that subscribes to workflow.step. Administrators manage endpoints under API
          requests.
        </p>
      </>
    );
  const pick = (
    label: string,
    kind: Parameters<FlowNames>[0],
    id: number | null,
    to: (id: number | null) => FlowStep,
  ) => (
    <SelectField
      label={label}
      value={String(id ?? '')}
      options={[{ value: '', label: 'Choose' }, ...choices[kind]]}
      onChange={({ currentTarget: { value } }) => onChange(to(value === '' ? null : Number(value)))}
    />
  );
  switch (step.kind) {
    case 'tag':
      return (
        <>
          <SelectField
            label="Do"
            value={step.action}
            options={[
              { value: 'add', label: 'Add a tag' },
              { value: 'remove', label: 'Remove a tag' },
            ]}
            onChange={({ currentTarget: { value } }) => onChange({ ...step, action: value as typeof step.action })}
          />
          {pick('Tag', 'tag', step.tag_id, (id) => ({ ...step, tag_id: id }))}
        </>
      );
    case 'status':
      return pick('Status', 'status', step.status_id, (id) => ({ ...step, status_id: id }));
    case 'kit':
      return (
        <>
          {pick('Mailer kit', 'kit', step.kit_id, (id) => ({ ...step, kit_id: id }))}
          <p className="soft">
            The author of the workflow prints it. Contacts who have the kit or no postal address are skipped.
          </p>
        </>
      );
    case 'assign':
      return pick('Agent', 'owner', step.owner_id, (id) => ({ ...step, owner_id: id }));
    default:
      return pick('Workflow', 'flow', step.flow_id, (id) => ({ ...step, flow_id: id }));
  }
}
