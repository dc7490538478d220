import { Download, Plus } from 'lucide-react';
import { useState } from 'react';
import { type Corporation, corporations } from '#contract/corporations.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { RemoveStored } from '../_resource/RemoveStored.tsx';

type CorporationFile = Corporation['files'][number];
type Part = 'file' | 'preview_image';

const SHOWN = [corporations.list, corporations.read];

const PICTURES = '.png,.jpg,.jpeg,.gif,.webp';

/** One change of a corporation's logo or files, saved on its own. */
function useChange(done: string) {
  const { toasts } = useApp();
  return useSubmit(corporations.update, {
    invalidates: SHOWN,
    onDone: () => toasts.show({ tone: 'good', text: done }),
    onFailed: ({ message }) => toasts.show({ tone: 'bad', text: message }),
  });
}

export const RemoveLogo = ({ corporation: { id, name } }: { corporation: Corporation }) => (
  <RemoveStored
    what={`Logo of ${name}`}
    endpoint={corporations.update}
    args={{ params: { id }, body: { remove_logo: true } }}
    shown={SHOWN}
  />
);

/** Files of a stored corporation: to save, with a preview image, and to remove. */
export function CorporationFiles({ corporation }: { corporation: Corporation }) {
  return (
    <section className="whole stack" aria-label="Files">
      <h3 className="field-label">Files</h3>
      {corporation.files.length === 0 ? <p className="soft">No files yet.</p> : null}
      <ul className="corporation-files">
        {corporation.files.map((file) => (
          <FileRow key={file.id} corporationId={corporation.id} of={file} />
        ))}
      </ul>
      <NewFile key={corporation.files.length} corporationId={corporation.id} />
    </section>
  );
}

function FileRow({ corporationId, of }: { corporationId: number; of: CorporationFile }) {
  const { id, file_title: title, file_link: link, file, preview_image: preview } = of;
  const add = useChange(`Preview image of ${title} saved`);
  const params = { id: corporationId };
  return (
    <li>
      {preview === null ? null : <img className="corporation-thumb" src={preview.url} alt="" />}
      <span className="grow cut">{title}</span>
      {file === null ? null : (
        <ButtonLink size="small" icon={Download} href={file.url} aria-label={`Save ${title}`} download>
          Save
        </ButtonLink>
      )}
      {link === '' ? null : (
        <ButtonLink size="small" href={link} aria-label={`Open ${title}`} target="_blank" rel="noreferrer">
          Open
        </ButtonLink>
      )}
      <label className="btn small">
        {preview === null ? 'Add preview' : 'Replace preview'}
        <span className="sr"> of {title}</span>
        <input
          className="sr"
          type="file"
          accept={PICTURES}
          onChange={({ currentTarget }) => {
            const chosen = currentTarget.files?.[0];
            currentTarget.value = '';
            if (chosen !== undefined)
              add.submit({
                params,
                body: { files: [{ id }] },
                file: chosen,
                fileField: 'preview_image' satisfies Part,
              });
          }}
        />
      </label>
      <RemoveStored
        what={title}
        endpoint={corporations.update}
        args={{ params, body: { files: [{ id, delete: true }] } }}
        shown={SHOWN}
      />
    </li>
  );
}

function NewFile({ corporationId }: { corporationId: number }) {
  const [title, setTitle] = useState('');
  const [link, setLink] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const add = useChange(`${title} added`);
  const errorOf = (field: string) => add.error?.fields[field]?.[0];
  return (
    <fieldset className="rows">
      <legend className="sr">New file</legend>
      <TextField
        label="File title"
        maxLength={120}
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <TextField
        label="File link"
        type="url"
        hint="Enter a web address, or choose a file."
        maxLength={500}
        value={link}
        error={errorOf('files.0.file_link')}
        onChange={({ currentTarget }) => setLink(currentTarget.value)}
      />
      <TextField
        label="File"
        type="file"
        accept={`.pdf,${PICTURES}`}
        hint="A PDF or an image, at most 5 MB."
        error={errorOf('files') ?? errorOf('file')}
        onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? null)}
      />
      <Button
        size="small"
        icon={Plus}
        busy={add.state === 'submitting'}
        disabled={title.trim() === '' || (link.trim() === '' && file === null)}
        onClick={() =>
          add.submit({
            params: { id: corporationId },
            body: { files: [{ file_title: title, file_link: link }] },
            ...(file !== null && { file, fileField: 'file' satisfies Part }),
          })
        }
      >
        Add file
      </Button>
    </fieldset>
  );
}
