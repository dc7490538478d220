import { useSelector } from '@xstate/react';
import { Image, X } from 'lucide-react';
import { useRef } from 'react';
import { BROADCAST_PICTURE_TYPES, MAX_PICTURE_BYTES } from '#contract/broadcasts/broadcast.contract.ts';
import type { BroadcastActor } from '../../../machines/broadcasts/broadcast.machine.ts';
import type { Draft } from '../../../machines/broadcasts/broadcast-context.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { IconButton } from '../../_kit/controls/IconButton.tsx';
import { Icon } from '../../_kit/display/Icon.tsx';
import { sizeOf } from '../../files/file-words.ts';

const ACCEPT = [...BROADCAST_PICTURE_TYPES, 'jpeg'].map((type) => `.${type}`).join(',');

interface PictureFieldProps {
  actor: BroadcastActor;
  file: Draft['file'];
  onRemove: () => void;
}

/** The file that goes along with a text: it came with a template, or is a picture that is chosen here. */
export function PictureField({ actor, file, onRemove }: PictureFieldProps) {
  const picker = useRef<HTMLInputElement>(null);
  const isBusy = useSelector(actor, (now) => now.hasTag('busy') && now.context.asked?.change.kind === 'attach');
  return (
    <div className="broadcast-picture row wrap">
      {file === null ? null : (
        <span className="row">
          <Icon of={Image} />
          <span className="cut">{file.name}</span>
          <span className="meta quiet">{sizeOf(file.bytes)}</span>
          <IconButton icon={X} size="small" label={`Remove ${file.name}`} onClick={onRemove} />
        </span>
      )}
      <Button look="plain" size="small" icon={Image} busy={isBusy} onClick={() => picker.current?.click()}>
        {file === null ? 'Add a picture' : 'Replace'}
      </Button>
      <span className="meta quiet">
        {isBusy
          ? 'Checking the picture…'
          : file === null
            ? `PNG, JPEG or GIF, at most ${sizeOf(MAX_PICTURE_BYTES)}`
            : 'Sent as a picture message (MMS)'}
      </span>
      <input
        ref={picker}
        type="file"
        hidden
        accept={ACCEPT}
        aria-label="Picture of the broadcast"
        onChange={({ currentTarget }) => {
          const picture = currentTarget.files?.[0];
          currentTarget.value = '';
          if (picture) actor.send({ type: 'broadcast.attach', picture });
        }}
      />
    </div>
  );
}
