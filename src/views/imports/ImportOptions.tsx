import { useId } from 'react';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import { listPools } from '#contract/pools.contract.ts';
import { listOwners } from '#contract/profile.contract.ts';
import type { ImportActor } from '../../machines/imports/import.machine.ts';
import type { Draft } from '../../machines/imports/mapping.ts';
import { useResource } from '../_app/use-resource.ts';
import { Card } from '../_kit/Card.tsx';
import { SelectField } from '../_kit/SelectField.tsx';
import { ImportTags } from './ImportTags.tsx';

interface ImportOptionsProps {
  actor: ImportActor;
  attempt: ImportAttempt;
  draft: Draft;
}

/** What the import does with people: whose they are, how they are tagged, and what if they are there already. */
export function ImportOptions({ actor, attempt, draft }: ImportOptionsProps) {
  const owners = useResource(listOwners, {}).data?.data ?? [attempt.owner];
  const pools = useResource(listPools, {}).data?.data ?? (attempt.pool ? [attempt.pool] : []);
  const set = (options: Partial<Draft>) => actor.send({ type: 'import.setOptions', options });
  return (
    <Card title="Options" className="import-options" padded>
      <SelectField
        label="Owner of new contacts"
        value={String(draft.owner)}
        options={owners.map((owner) => ({ value: String(owner.id), label: owner.name }))}
        onChange={(event) => set({ owner: Number(event.target.value) })}
      />
      {pools.length > 0 ? (
        <SelectField
          label="Pool"
          value={draft.pool === null ? '' : String(draft.pool)}
          options={[
            { value: '', label: 'No pool' },
            ...pools.map((pool) => ({ value: String(pool.id), label: pool.name })),
          ]}
          onChange={(event) => set({ pool: event.target.value === '' ? null : Number(event.target.value) })}
        />
      ) : null}
      <ImportTags chosen={draft.tags} onChange={(tags) => set({ tags })} />
      <fieldset className="choices">
        <legend className="field-label">People who are there already</legend>
        <Choice
          name="Fill and change their fields"
          about="Matched by phone or e-mail. Undo puts them back."
          checked={draft.when_known === 'update'}
          onChoose={() => set({ when_known: 'update' })}
        />
        <Choice
          name="Leave them alone"
          about="Their rows are skipped."
          checked={draft.when_known === 'skip'}
          onChoose={() => set({ when_known: 'skip' })}
        />
      </fieldset>
    </Card>
  );
}

interface ChoiceProps {
  name: string;
  about: string;
  checked: boolean;
  onChoose: () => void;
}

function Choice({ name, about, checked, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <label className="choice" htmlFor={id}>
      <input type="radio" id={id} name="when-known" className="check radio" checked={checked} onChange={onChoose} />
      <b className="med">{name}</b>
      <small className="meta quiet">{about}</small>
    </label>
  );
}
