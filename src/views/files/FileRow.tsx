import { Download, Pencil, Trash2 } from 'lucide-react';
import type { Contact } from '#contract/contacts.contract.ts';
import {
  type ContactFile,
  deleteFile,
  downloadFile,
  type listCallFiles,
  type listFiles,
  restoreFile,
} from '#contract/files.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { formatWhen } from '../_kit/format/format-when.ts';
import { Icon } from '../_kit/display/Icon.tsx';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { RecordingPlayer } from '../phone/calls/RecordingPlayer.tsx';
import { useUndo } from '../records/use-undo.ts';
import { drawingOf, isShown, sizeOf } from './file-words.ts';

interface FileRowProps {
  file: ContactFile;
  contact: Contact;
  list: typeof listFiles | typeof listCallFiles;
  readOnly: boolean;
  onOpen: (as: 'preview' | 'edit') => void;
}

/** One file: type, uploader and actions. */
export function FileRow({ file, contact, list, readOnly, onOpen }: FileRowProps) {
  const { user, toasts } = useApp();
  const now = useNow();
  const params = { id: contact.id, fileId: file.id };
  const thing = file.kind === 'call' ? 'Recording' : 'File';
  const remove = useUndo({ list, remove: deleteFile, restore: restoreFile, thing });
  const download = useSubmit(downloadFile, {
    onDone: ({ data }) => window.location.assign(data.url),
    onFailed: (error) => toasts.show({ tone: 'bad', text: error.message }),
  });
  const when = formatWhen(file.created_at, IANA_ZONES[user.timezone], now);
  const who = file.user.id === user.id ? 'You' : file.user.name;
  return (
    <li className="file-row">
      <span className="file-thumb">
        {file.thumb_url === null ? (
          <Icon of={drawingOf(file.type)} />
        ) : (
          <img src={file.thumb_url} alt="" loading="lazy" />
        )}
      </span>
      <div className="grow file-words">
        {isShown(file) ? (
          <button type="button" className="record-name" onClick={() => onOpen('preview')}>
            {file.name}
          </button>
        ) : (
          <span className="med">{file.name}</span>
        )}
        {file.description === '' ? null : <span className="soft">{file.description}</span>}
        <span className="meta quiet">
          {sizeOf(file.bytes)} · {who}, {when}
        </span>
        <FileState file={file} />
      </div>
      <span className="file-acts">
        {isShown(file) ? (
          <IconButton
            icon={Download}
            size="small"
            label={`Download ${file.name}`}
            onClick={() => download.submit({ params })}
          />
        ) : null}
        {readOnly ? null : (
          <>
            <IconButton icon={Pencil} size="small" label={`Rename ${file.name}`} onClick={() => onOpen('edit')} />
            {file.kept === null ? (
              <IconButton
                icon={Trash2}
                size="small"
                label={`Delete ${file.name}`}
                onClick={() => remove.submit({ params })}
              />
            ) : null}
          </>
        )}
      </span>
      {file.kind === 'call' && isShown(file) ? (
        <div className="file-sound">
          <RecordingPlayer file={{ contactId: contact.id, fileId: file.id }} label={file.name} />
        </div>
      ) : null}
      {file.kept === null ? null : <span className="file-kept meta quiet">{file.kept}</span>}
    </li>
  );
}

function FileState({ file: { state, failure } }: { file: ContactFile }) {
  if (state === 'ready') return null;
  if (state === 'checking') return <StatusWord tone="info">Checking this file.</StatusWord>;
  return <StatusWord tone="bad">{failure}</StatusWord>;
}
