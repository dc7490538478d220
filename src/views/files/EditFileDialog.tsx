import { useState } from 'react';
import type { Contact } from '#contract/contacts.contract.ts';
import { type ContactFile, type listCallFiles, type listFiles, updateFile } from '#contract/files.contract.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { TextArea, TextField } from '../_kit/controls/TextField.tsx';

interface EditFileDialogProps {
  contact: Contact;
  file: ContactFile;
  list: typeof listFiles | typeof listCallFiles;
  onClose: () => void;
}

/** The name of a file, and what is in it. */
export function EditFileDialog({ contact, file, list, onClose }: EditFileDialogProps) {
  const extension = /\.[^.]+$/.exec(file.name)?.[0] ?? '';
  const [name, setName] = useState(file.name.slice(0, file.name.length - extension.length));
  const [description, setDescription] = useState(file.description);
  const save = useSubmit(updateFile, { invalidates: [list], onDone: onClose });
  const fields = save.error?.fields ?? {};
  return (
    <Dialog title="Rename file" open onClose={onClose}>
      <form
        className="form-grid"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save.submit({
            params: { id: contact.id, fileId: file.id },
            body: { name: `${name}${extension}`, description },
          });
        }}
      >
        <div className="whole">
          <TextField
            label="Name"
            aside={extension}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog focuses its first field
            autoFocus
            autoComplete="off"
            maxLength={180}
            value={name}
            error={fields['name']?.[0]}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </div>
        <div className="whole">
          <TextArea
            label="Description"
            maxLength={1_000}
            value={description}
            error={fields['description']?.[0]}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
        </div>
        {save.error && Object.keys(fields).length === 0 ? (
          <div className="whole">
            <Note tone="bad" title={save.error.message} role="alert">
              Your changes are kept.
            </Note>
          </div>
        ) : null}
        <footer className="whole form-end">
          <Button type="button" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" busy={save.state === 'submitting'}>
            Save
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
