import { SelectField } from '../_kit/controls/SelectField.tsx';
import type { Teammate } from './calendar-parts.ts';

/** People side by side at most. Ours: as many as stay readable. */
const MAX_TEAM = 4;

interface TeamChoiceProps {
  people: readonly Teammate[];
  /** Owners of the calendars that are shown. */
  team: readonly number[];
  onChange: (team: number[]) => void;
}

/** Adds a colleague's calendar beside those that a day shows. */
export function TeamChoice({ people, team, onChange }: TeamChoiceProps) {
  const others = people.filter(({ id }) => !team.includes(id));
  if (team.length >= MAX_TEAM || others.length === 0) return null;
  return (
    <SelectField
      label="Compare with"
      labelHidden
      value=""
      options={[
        { value: '', label: 'Compare with…' },
        ...others.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={({ target: { value } }) => (value === '' ? undefined : onChange([...team, Number(value)]))}
    />
  );
}
