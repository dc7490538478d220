import { type ReactNode, useRef } from 'react';
import { broadcastEmails } from '#contract/email-templates.contract.ts';
import {
  type EmailBlock,
  EMAIL_WIDTH,
  MAX_BLOCK_ADDRESS,
  MAX_BLOCK_LINE,
  MAX_EMAIL_IMAGE_BYTES,
} from '#contract/email-templates/blocks.contract.ts';
import { useSubmit } from '../../_base/use-submit.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { TextField } from '../../_kit/controls/TextField.tsx';

type ImageBlock = Extract<EmailBlock, { kind: 'image' }>;

interface ImageFieldsProps {
  block: ImageBlock;
  name: (field: string) => string;
  aligned: ReactNode;
  onChange: (block: EmailBlock) => void;
}

const HINT = `PNG, JPEG or GIF, at most ${MAX_EMAIL_IMAGE_BYTES / 2 ** 20} MB.`;

/** An image: uploaded and checked, with its description, width and link. */
export function ImageFields({ block, name, aligned, onChange }: ImageFieldsProps) {
  const input = useRef<HTMLInputElement>(null);
  const upload = useSubmit(broadcastEmails.uploadImage, {
    onDone: ({ data: { url, width } }) => onChange({ ...block, src: url, width: Math.min(width, EMAIL_WIDTH) }),
  });
  const isBusy = upload.state === 'submitting';
  return (
    <>
      <div className="row wrap">
        <Button busy={isBusy} onClick={() => input.current?.click()}>
          {block.src === '' ? 'Choose an image' : 'Replace the image'}
        </Button>
        <span className="meta quiet">{isBusy ? 'Checking the image…' : HINT}</span>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/png,image/jpeg,image/gif"
          aria-label="Image file"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            currentTarget.value = '';
            if (file) upload.submit({ file });
          }}
        />
      </div>
      {upload.state === 'failed' ? (
        <p role="alert" className="bad-t">
          {upload.error?.fields['file']?.[0] ?? upload.error?.message}
        </p>
      ) : null}
      <TextField
        label="Alt text"
        name={name('alt')}
        autoComplete="off"
        maxLength={MAX_BLOCK_LINE}
        hint="What the image shows, for readers who can't see it."
        value={block.alt}
        onChange={({ currentTarget }) => onChange({ ...block, alt: currentTarget.value })}
      />
      <TextField
        label="Link (optional)"
        name={name('href')}
        autoComplete="off"
        maxLength={MAX_BLOCK_ADDRESS}
        inputMode="url"
        placeholder="https://"
        value={block.href}
        onChange={({ currentTarget }) => onChange({ ...block, href: currentTarget.value })}
      />
      <div className="pair">
        <TextField
          label="Width in points"
          name={name('width')}
          type="number"
          min={1}
          max={EMAIL_WIDTH}
          value={block.width}
          onChange={({ currentTarget: { valueAsNumber: width } }) => {
            if (Number.isInteger(width) && width >= 1 && width <= EMAIL_WIDTH) onChange({ ...block, width });
          }}
        />
        {aligned}
      </div>
    </>
  );
}
