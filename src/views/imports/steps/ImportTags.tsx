import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { createTag, listTags } from '#contract/tags.contract.ts';
import type { Tag as TagData } from '#contract/contacts/tag.contract.ts';
import { useResource } from '../../_base/use-resource.ts';
import { useSubmit } from '../../_base/use-submit.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { IconButton } from '../../_kit/controls/IconButton.tsx';
import { Tag } from '../../_kit/display/Tag.tsx';
import { TextField } from '../../_kit/controls/TextField.tsx';
import { TAG_DOT } from '../../contacts/tag-color.ts';

interface ImportTagsProps {
  label: string;
  chosen: readonly number[];
  onChange: (tags: readonly number[]) => void;
}

const MAX_TAGS = 20;

/** Tags for everyone in the file: existing or new ones, by name. */
export function ImportTags({ label, chosen, onChange }: ImportTagsProps) {
  const listId = useId();
  const [name, setName] = useState('');
  const known = useResource(listTags, {}).data?.data ?? [];
  const add = (tag: TagData) => {
    setName('');
    if (!chosen.includes(tag.id)) onChange([...chosen, tag.id]);
  };
  const create = useSubmit(createTag, { invalidates: [listTags], onDone: ({ data }) => add(data) });
  const submit = () => {
    const wanted = name.trim();
    const old = known.find((tag) => tag.name.toLowerCase() === wanted.toLowerCase());
    if (old) add(old);
    else if (wanted) create.submit({ body: { name: wanted } });
  };
  return (
    <form
      className="import-tags"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="row">
        <TextField
          label={label}
          placeholder="Tag name"
          list={listId}
          maxLength={60}
          value={name}
          error={create.error?.message}
          onChange={(event) => setName(event.target.value)}
        />
        <Button
          type="submit"
          busy={create.state === 'submitting'}
          refusal={chosen.length >= MAX_TAGS ? '20 tags at most' : undefined}
        >
          Add
        </Button>
      </div>
      <datalist id={listId}>
        {known.map((tag) => (
          <option key={tag.id} value={tag.name}>
            {tag.name}
          </option>
        ))}
      </datalist>
      <ul className="row wrap">
        {known
          .filter((tag) => chosen.includes(tag.id))
          .map((tag) => (
            <li key={tag.id} className="row one-tag">
              <Tag name={tag.name} color={TAG_DOT[tag.color]} />
              <IconButton
                icon={X}
                size="small"
                label={`Remove tag ${tag.name}`}
                onClick={() => onChange(chosen.filter((id) => id !== tag.id))}
              />
            </li>
          ))}
      </ul>
    </form>
  );
}
