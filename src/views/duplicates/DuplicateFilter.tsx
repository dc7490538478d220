import { useState } from 'react';
import type { ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import './duplicates.css';

const SHARED = [
  { key: 'first_name', label: 'Same first name' },
  { key: 'last_name', label: 'Same last name' },
  { key: 'address', label: 'Same address' },
] as const;
type Shared = (typeof SHARED)[number]['key'];

/** Narrows the list to possible duplicates, and to what they must share. */
export function DuplicateFilter({ onAdd }: { onAdd: (scope: NonNullable<ContactsScopeInput['duplicate']>) => void }) {
  const [chosen, setChosen] = useState<readonly Shared[]>([]);
  const toggle = (key: Shared) =>
    setChosen(chosen.includes(key) ? chosen.filter((other) => other !== key) : [...chosen, key]);
  return (
    <>
      <fieldset className="stack">
        <legend className="field-label">Shared fields</legend>
        {SHARED.map(({ key, label }) => (
          <Checkbox key={key} checked={chosen.includes(key)} onCheckedChange={() => toggle(key)}>
            {label}
          </Checkbox>
        ))}
      </fieldset>
      <Button
        look="primary"
        onClick={() => onAdd({ is_duplicate: true, ...Object.fromEntries(chosen.map((key) => [key, true])) })}
      >
        Add filter
      </Button>
    </>
  );
}
