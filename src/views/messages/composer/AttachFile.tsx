import { Paperclip, X } from 'lucide-react';
import { useRef } from 'react';
import { TEXT_FILE_MAX_BYTES, TEXT_FILE_TYPES } from '#contract/messages/text.contract.ts';
import { IconButton } from '../../_kit/controls/IconButton.tsx';
import { Icon } from '../../_kit/display/Icon.tsx';
import { sizeOf } from '../../files/file-words.ts';

const ACCEPT = [...TEXT_FILE_TYPES, 'jpeg'].map((type) => `.${type}`).join(',');

/** By its extension: the server looks inside. */
const ofType = ({ name }: File): boolean => {
  const extension = name.toLowerCase().split('.').at(-1) ?? '';
  return TEXT_FILE_TYPES.some((type) => type === (extension === 'jpeg' ? 'jpg' : extension));
};

/** The reason why carriers don't take a file. Empty: they may. */
export function problemOf(file: File): string {
  if (!ofType(file)) return 'Carriers don’t pass on this kind of file. Use a picture, PDF, sound or plain text.';
  return file.size > TEXT_FILE_MAX_BYTES ? `Use a file of at most ${sizeOf(TEXT_FILE_MAX_BYTES)}.` : '';
}

/** Chooses a file. */
export function AttachButton({ onChosen }: { onChosen: (file: File | undefined) => void }) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton icon={Paperclip} size="small" label="Attach a file" onClick={() => picker.current?.click()} />
      <input
        ref={picker}
        type="file"
        accept={ACCEPT}
        aria-label="File to attach"
        hidden
        onChange={(event) => {
          onChosen(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}

/** The chosen file, which goes out with the text. */
export function AttachedFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  return (
    <p className="composer-file">
      <Icon of={Paperclip} />
      <span className="cut">{file.name}</span>
      <span className="meta quiet">{sizeOf(file.size)}</span>
      <IconButton icon={X} size="small" label={`Remove ${file.name}`} onClick={onRemove} />
    </p>
  );
}
