import { X } from 'lucide-react';
import { type UploadPlace, useFileUpload } from '../_base/use-file-upload.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { ProgressLine } from '../_kit/states/Progress.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { sizeOf, uploadFailure } from './file-words.ts';

interface UploadRowProps {
  file: File;
  place: UploadPlace;
  onEnded: () => void;
}

/** One file on its way up. */
export function UploadRow({ file, place, onEnded }: UploadRowProps) {
  const { failure, sentBytes, retry, cancel } = useFileUpload(file, place, onEnded);
  const sent = Math.min(sentBytes, file.size);
  if (failure !== null) {
    return (
      <li className="file-upload">
        <div className="grow" role="alert">
          <span className="med">{file.name}</span>
          <StatusWord tone="bad">{uploadFailure(failure)}</StatusWord>
        </div>
        <Button size="small" onClick={retry}>
          Try again
        </Button>
        <IconButton icon={X} size="small" label={`Remove ${file.name}`} onClick={cancel} />
      </li>
    );
  }
  return (
    <li className="file-upload">
      <div className="grow">
        <span className="med">{file.name}</span>
        <ProgressLine
          thin
          label={`Upload of ${file.name}`}
          done={sent}
          total={file.size}
          text={sent < file.size ? `${sizeOf(sent)} of ${sizeOf(file.size)}` : 'Checking'}
        />
      </div>
      <IconButton icon={X} size="small" label={`Cancel the upload of ${file.name}`} onClick={cancel} />
    </li>
  );
}
