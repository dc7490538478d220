import { useState } from 'react';
import { type BulkChange, TAG_MODES, type TagMode } from '#contract/bulk.contract.ts';
import { listTags } from '#contract/tags.contract.ts';
import { meansDoNotCall } from '#rules/contacts/do-not-call-tag.ts';
import { useGate } from '../_base/use-gate.ts';
import { useResource } from '../_base/use-resource.ts';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { stopSentence } from './bulk-words.ts';

const MODE_WORDS: Readonly<Record<TagMode, string>> = {
  add: 'Add these tags',
  remove: 'Remove these tags',
  replace: 'Replace all tags with these',
};

/** Tags to apply, and what happens to a contact's existing tags. */
export function TagsForm({ onChoose }: { onChoose: (change: BulkChange | null, names: readonly string[]) => void }) {
  const tags = useResource(listTags, {});
  const known = tags.data?.data ?? [];
  const [mode, setMode] = useState<TagMode>('add');
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [stops, setStops] = useState(true);
  const mayStop = useGate('compliance').allowed;
  const doNotCallOf = (nextMode: TagMode, ids: readonly number[]) =>
    nextMode === 'remove' ? undefined : known.find(({ id, name }) => ids.includes(id) && meansDoNotCall(name));
  const take = (nextMode: TagMode, ids: readonly number[], alsoStops = stops) => {
    setMode(nextMode);
    setChosen(ids);
    setStops(alsoStops);
    const records = mayStop && alsoStops && doNotCallOf(nextMode, ids) !== undefined;
    const names = known.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
    const isWhole = ids.length > 0 || nextMode === 'replace';
    const change = {
      action: 'tags' as const,
      mode: nextMode,
      tag_ids: [...ids],
      ...(records && { do_not_call: true }),
    };
    onChoose(isWhole ? change : null, names);
  };
  const saysNotToCall = doNotCallOf(mode, chosen);
  return (
    <div className="bulk-form">
      <SelectField
        label="Action"
        value={mode}
        options={TAG_MODES.map((value) => ({ value, label: MODE_WORDS[value] }))}
        onChange={(event) => take(event.target.value as TagMode, chosen)}
      />
      {tags.error ? <p className="bad-t">{tags.error.message}</p> : null}
      {tags.data && known.length === 0 ? <p className="soft">No tags yet. Add a tag to a contact first.</p> : null}
      <fieldset className="bulk-tags" aria-label="Tags">
        {known.map(({ id, name }) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            onCheckedChange={(on) => take(mode, on ? [...chosen, id] : chosen.filter((other) => other !== id))}
          >
            {name}
          </Checkbox>
        ))}
      </fieldset>
      <div aria-live="polite">
        {saysNotToCall === undefined ? null : (
          <Note tone="warn" title={`The tag “${saysNotToCall.name}” alone doesn't stop calls.`}>
            {mayStop ? (
              <>
                <Checkbox checked={stops} onCheckedChange={(on) => take(mode, chosen, on)}>
                  Also record Do Not Call
                </Checkbox>
                <p>
                  {stops
                    ? stopSentence(['call'])
                    : 'Calls stay allowed. The page of each contact with this tag offers to record Do Not Call.'}
                </p>
              </>
            ) : (
              'The page of each contact with this tag offers to record Do Not Call.'
            )}
          </Note>
        )}
      </div>
    </div>
  );
}
