import { SCRUB_SCOPES } from '#contract/imports.contract.ts';
import type { Draft } from '../../../machines/imports/mapping.ts';
import { SelectField } from '../../_kit/controls/SelectField.tsx';
import { ImportTags } from './ImportTags.tsx';

type Scope = (typeof SCRUB_SCOPES)[number];

export const SCRUB_WORDS: Readonly<Record<Scope, string>> = {
  mine: 'My contacts',
  downline: "My contacts and my downline's",
  all: 'All contacts I can access',
  pool: 'A pool',
};

interface ScrubOptionsProps {
  draft: Draft;
  pools: readonly { readonly id: number; readonly name: string }[];
  onChange: (options: Partial<Draft>) => void;
}

/** Scope that rows are checked against before contacts are created, and the tags for matches. */
export function ScrubOptions({
  draft: { scrub_against: scrub, updated_lead_tags: tags },
  pools,
  onChange,
}: ScrubOptionsProps) {
  const value = scrub === null ? '' : scrub.scope === 'pool' ? `pool ${scrub.pool}` : scrub.scope;
  const choose = (chosen: string) => {
    const pool = /^pool (\d+)$/u.exec(chosen)?.[1];
    const scope = SCRUB_SCOPES.find((one) => one === chosen);
    if (pool !== undefined) onChange({ scrub_against: { scope: 'pool', pool: Number(pool) } });
    else onChange({ scrub_against: scope === undefined ? null : { scope } });
  };
  return (
    <>
      <SelectField
        label="Exclude matches in"
        hint="Matched by name plus phone, e-mail or birth date."
        value={value}
        options={[
          { value: '', label: 'Everyone is included' },
          ...(['mine', 'downline', 'all'] as const).map((scope) => ({ value: scope, label: SCRUB_WORDS[scope] })),
          ...pools.map(({ id, name }) => ({ value: `pool ${id}`, label: `Pool ${name}` })),
        ]}
        onChange={(event) => choose(event.target.value)}
      />
      {scrub === null ? null : (
        <ImportTags
          label="Tags for matches"
          chosen={tags}
          onChange={(chosen) => onChange({ updated_lead_tags: chosen })}
        />
      )}
    </>
  );
}
