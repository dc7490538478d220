import type { BlockKind } from '#contract/email-templates/blocks.contract.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { SelectField } from '../../_kit/controls/SelectField.tsx';
import { BLOCK_FACES, BLOCK_KINDS } from './block-words.ts';

interface AddBlockProps {
  /** Columns hold no columns. */
  kinds: 'all' | 'leaves';
  label: string;
  /** `null`: as many as an e-mail may have. */
  onAdd: ((kind: BlockKind) => void) | null;
}

/** Adds a block: a row of buttons, or a short list where there is less room. */
export function AddBlock({ kinds, label, onAdd }: AddBlockProps) {
  if (kinds === 'all')
    return (
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset of buttons has no legend of its own here
      <div className="block-add row wrap" role="group" aria-label={label}>
        {BLOCK_KINDS.map((kind) => (
          <Button
            key={kind}
            size="small"
            icon={BLOCK_FACES[kind].icon}
            refusal={onAdd === null ? 'This e-mail has as many blocks as it can have.' : undefined}
            onClick={() => onAdd?.(kind)}
          >
            {BLOCK_FACES[kind].label}
          </Button>
        ))}
      </div>
    );
  return (
    <SelectField
      label={label}
      labelHidden
      value=""
      options={[
        { value: '', label: 'Add a block' },
        ...BLOCK_KINDS.filter((kind) => kind !== 'columns').map((kind) => ({
          value: kind,
          label: BLOCK_FACES[kind].label,
        })),
      ]}
      onChange={({ currentTarget: { value } }) => (value === '' ? undefined : onAdd?.(value as BlockKind))}
    />
  );
}
