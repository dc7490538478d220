import { MAX_INACTIVE_DAYS } from '#contract/campaign-triggers.contract.ts';
import { gapOf } from '#rules/sequences/sequence.ts';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import './sequence.css';

const UNITS = [
  { value: 'hour', label: 'hours', of: (count: number) => `PT${count}H` },
  { value: 'day', label: 'days', of: (count: number) => `P${count}D` },
  { value: 'week', label: 'weeks', of: (count: number) => `P${count}W` },
  { value: 'month', label: 'months', of: (count: number) => `P${count}M` },
];
const MAX_COUNT = 999;

interface StepDelaysProps {
  /** Names of the texts or e-mails, in their order. */
  steps: readonly string[];
  delays: readonly string[];
  onWrite: (delays: string[]) => void;
}

/** The wait before each step: after the occasion for the first one, after the step before for the others. */
export function StepDelays({ steps, delays, onWrite }: StepDelaysProps) {
  const write = (place: number, delay: string) =>
    onWrite(steps.map((_, index) => (index === place ? delay : (delays[index] ?? ''))));
  return (
    <ol className="step-delays whole" aria-label="Delays">
      {steps.map((name, place) => (
        <Delay
          // Steps have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          key={place}
          name={name}
          isFirst={place === 0}
          delay={delays[place] ?? ''}
          onWrite={(delay) => write(place, delay)}
        />
      ))}
    </ol>
  );
}

interface DelayProps {
  name: string;
  isFirst: boolean;
  delay: string;
  onWrite: (delay: string) => void;
}

function Delay({ name, isFirst, delay, onWrite }: DelayProps) {
  const gap = gapOf(delay);
  const choose = (count: number, unit: string) => onWrite(UNITS.find(({ value }) => value === unit)?.of(count) ?? '');
  return (
    <li>
      <span>{name}</span>
      {gap === null ? null : (
        <TextField
          label={`Delay of ${name}`}
          labelHidden
          type="number"
          min={1}
          max={MAX_COUNT}
          value={gap.count}
          onChange={({ currentTarget: { value } }) =>
            choose(Math.min(MAX_COUNT, Math.max(1, Math.trunc(Number(value)) || 1)), gap.unit)
          }
        />
      )}
      <SelectField
        label={`Unit of the delay of ${name}`}
        labelHidden
        value={gap?.unit ?? ''}
        options={[{ value: '', label: isFirst ? 'Right away' : 'At the usual pace' }, ...UNITS]}
        onChange={({ currentTarget: { value } }) => choose(gap?.count ?? 1, value)}
      />
    </li>
  );
}

/** Days without contact that start a trigger. */
export function InactiveDays({ days, onWrite }: { days: number; onWrite: (days: number) => void }) {
  return (
    <TextField
      label="Days without contact"
      hint="Calls, texts, e-mail, notes and visits count. Campaign messages don’t, unless the contact answers."
      type="number"
      min={1}
      max={MAX_INACTIVE_DAYS}
      value={days}
      error={days >= 1 && days <= MAX_INACTIVE_DAYS ? undefined : `Enter 1 to ${MAX_INACTIVE_DAYS} days.`}
      onChange={({ currentTarget: { value } }) => onWrite(Math.trunc(Number(value)))}
    />
  );
}
