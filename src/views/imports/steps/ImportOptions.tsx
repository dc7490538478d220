import { useId } from 'react';
import { NEW_TAG } from '#contract/contacts.contract.ts';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import { listPools } from '#contract/pools.contract.ts';
import { listApiVendors } from '#contract/reference.contract.ts';
import { listOwners } from '#contract/profile.contract.ts';
import type { ImportActor } from '../../../machines/imports/import.machine.ts';
import type { Draft } from '../../../machines/imports/mapping.ts';
import { useResource } from '../../_base/use-resource.ts';
import { Card } from '../../_kit/display/Card.tsx';
import { Checkbox } from '../../_kit/controls/Checkbox.tsx';
import { offered } from '../../_resource/offered.ts';
import { SelectField } from '../../_kit/controls/SelectField.tsx';
import { TextField } from '../../_kit/controls/TextField.tsx';
import { ImportTags } from './ImportTags.tsx';
import { ScrubOptions } from './ScrubOptions.tsx';
import { useMayTrack } from './use-may-track.ts';

interface ImportOptionsProps {
  actor: ImportActor;
  attempt: ImportAttempt;
  draft: Draft;
}

/** Options for the people of the file: owner, tags, and the handling of existing contacts. */
export function ImportOptions({ actor, attempt, draft }: ImportOptionsProps) {
  const owners = useResource(listOwners, {}).data?.data ?? [attempt.owner];
  const pools = useResource(listPools, {}).data?.data ?? (attempt.pool ? [attempt.pool] : []);
  const mayTrack = useMayTrack();
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
      <ImportTags label="Tags" chosen={draft.tags} onChange={(tags) => set({ tags })} />
      <fieldset className="choices">
        <legend className="field-label">Existing contacts</legend>
        <Choice
          name="Update existing"
          about="Matched by phone or e-mail. Undo reverts the updates."
          checked={draft.when_known === 'update'}
          onChoose={() => set({ when_known: 'update' })}
        />
        <Choice
          name="Skip"
          about="Their rows are skipped."
          checked={draft.when_known === 'skip'}
          onChoose={() => set({ when_known: 'skip' })}
        />
      </fieldset>
      <ScrubOptions draft={draft} pools={pools} onChange={set} />
      {mayTrack ? (
        <TextField
          label="Lead vendor"
          placeholder="No vendor"
          maxLength={60}
          list="import-vendors"
          value={draft.vendor_name}
          onChange={(event) => set({ vendor_name: event.target.value })}
        />
      ) : null}
      {mayTrack ? <VendorNames /> : null}
      <Checkbox checked={draft.fresh_leads} onCheckedChange={(fresh) => set({ fresh_leads: fresh })}>
        New leads
        <small className="meta quiet">New contacts are tagged {NEW_TAG} until their owner opens them.</small>
      </Checkbox>
      <Checkbox checked={draft.keep_other_columns} onCheckedChange={(keep) => set({ keep_other_columns: keep })}>
        Keep other columns as custom fields
      </Checkbox>
    </Card>
  );
}

/** Known vendors, offered by name. */
function VendorNames() {
  const vendors = useResource(listApiVendors, {}).data?.data ?? [];
  return (
    <datalist id="import-vendors">
      {offered(vendors).map(({ id, vendor_name }) => (
        <option key={id} value={vendor_name}>
          {vendor_name}
        </option>
      ))}
    </datalist>
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
