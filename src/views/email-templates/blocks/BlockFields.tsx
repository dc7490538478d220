import type { KeyboardEvent } from 'react';
import {
  BLOCK_ALIGNS,
  type EmailBlock,
  MAX_BLOCK_ADDRESS,
  MAX_BLOCK_LINE,
  MAX_BLOCK_TEXT,
  SPACER_SIZES,
} from '#contract/email-templates/blocks.contract.ts';
import { capital } from '#rules/words/capital.ts';
import { SelectField } from '../../_kit/controls/SelectField.tsx';
import { TextArea, TextField } from '../../_kit/controls/TextField.tsx';
import { MergeFieldChoice } from '../MergeFieldChoice.tsx';
import { ImageFields } from './ImageFields.tsx';

const ALIGN_OPTIONS = BLOCK_ALIGNS.map((value) => ({ value, label: capital(value) }));
const SIZE_OPTIONS = SPACER_SIZES.map((value) => ({ value, label: capital(value) }));
const LEVELS = [
  { value: '1', label: 'Large' },
  { value: '2', label: 'Medium' },
];
const TEXT_HINT = '**bold**, *italics*, [link](https://…), and lines that begin with “- ” for a list.';

interface BlockFieldsProps<Block extends EmailBlock> {
  block: Block;
  onChange: (block: EmailBlock) => void;
}

/** Enter in a line of a block doesn't save the template. */
const keepEnter = (event: KeyboardEvent<HTMLElement>) => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
};

/** The fields of one block. Merge fields go where the cursor is. */
export function BlockFields({ block, onChange }: BlockFieldsProps<EmailBlock>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the fields inside are the controls
    <div className="block-fields" onKeyDown={keepEnter}>
      {fieldsOf(block, onChange)}
    </div>
  );
}

function fieldsOf(block: EmailBlock, onChange: (block: EmailBlock) => void) {
  const name = (field: string) => `block-${block.id}-${field}`;
  const aligned = 'align' in block && (
    <SelectField
      label="Alignment"
      value={block.align}
      options={ALIGN_OPTIONS}
      onChange={({ currentTarget }) => onChange({ ...block, align: currentTarget.value as typeof block.align })}
    />
  );
  switch (block.kind) {
    case 'heading':
      return (
        <>
          <TextField
            label="Heading"
            name={name('text')}
            autoComplete="off"
            maxLength={MAX_BLOCK_LINE}
            value={block.text}
            onChange={({ currentTarget }) => onChange({ ...block, text: currentTarget.value })}
          />
          <MergeFieldChoice field={name('text')} text={block.text} onWrite={(text) => onChange({ ...block, text })} />
          <div className="pair">
            <SelectField
              label="Size"
              value={String(block.level)}
              options={LEVELS}
              onChange={({ currentTarget }) => onChange({ ...block, level: currentTarget.value === '1' ? 1 : 2 })}
            />
            {aligned}
          </div>
        </>
      );
    case 'text':
      return (
        <>
          <TextArea
            label="Text"
            name={name('text')}
            rows={6}
            maxLength={MAX_BLOCK_TEXT}
            hint={TEXT_HINT}
            value={block.text}
            onChange={({ currentTarget }) => onChange({ ...block, text: currentTarget.value })}
          />
          <div className="pair">
            <MergeFieldChoice field={name('text')} text={block.text} onWrite={(text) => onChange({ ...block, text })} />
            {aligned}
          </div>
        </>
      );
    case 'button':
      return (
        <>
          <TextField
            label="Button label"
            name={name('label')}
            autoComplete="off"
            maxLength={MAX_BLOCK_LINE}
            value={block.label}
            onChange={({ currentTarget }) => onChange({ ...block, label: currentTarget.value })}
          />
          <TextField
            label="Link"
            name={name('href')}
            autoComplete="off"
            maxLength={MAX_BLOCK_ADDRESS}
            inputMode="url"
            placeholder="https://"
            hint="Also mailto: and tel: addresses."
            value={block.href}
            onChange={({ currentTarget }) => onChange({ ...block, href: currentTarget.value })}
          />
          <div className="pair">
            <MergeFieldChoice
              field={name('label')}
              text={block.label}
              onWrite={(label) => onChange({ ...block, label })}
            />
            {aligned}
          </div>
        </>
      );
    case 'image':
      return <ImageFields block={block} name={name} aligned={aligned} onChange={onChange} />;
    case 'spacer':
      return (
        <SelectField
          label="Height"
          value={block.size}
          options={SIZE_OPTIONS}
          onChange={({ currentTarget }) => onChange({ ...block, size: currentTarget.value as typeof block.size })}
        />
      );
    case 'signature':
      return (
        <>
          <p className="meta quiet">The sender's name, phone and e-mail are filled in.</p>
          <TextArea
            label="Below your name"
            name={name('text')}
            rows={3}
            maxLength={MAX_BLOCK_TEXT}
            hint="Such as a license number or your office address. Campaigns add the agency's postal address and a link to unsubscribe."
            value={block.text}
            onChange={({ currentTarget }) => onChange({ ...block, text: currentTarget.value })}
          />
          <MergeFieldChoice field={name('text')} text={block.text} onWrite={(text) => onChange({ ...block, text })} />
        </>
      );
    case 'divider':
    case 'columns':
      return null;
  }
}
