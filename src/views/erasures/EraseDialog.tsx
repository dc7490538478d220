import { type Contact, readContact } from '#contract/contacts.contract.ts';
import {
  ErasureForm,
  type ErasurePreview,
  listErasures,
  previewErasure,
  requestErasure,
} from '#contract/erasures.contract.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { formatCounted } from '../_kit/format/format-count.ts';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { formWrite } from '../_resource/form-write.ts';
import { RecordDialog } from '../_resource/RecordDialog.tsx';
import { erasedLines, keptLines } from './erasure-words.ts';

const TITLE = 'Erase personal data';

interface EraseDialogProps {
  contact: Contact;
  onClose: () => void;
}

/** Shows what an erasure removes and keeps, and requests it. */
export function EraseDialog({ contact, onClose }: EraseDialogProps) {
  const { data, error, reload } = useResource(previewErasure, { params: { id: contact.id } });
  if (data !== null && data.data.blocked === null) {
    return (
      <RecordDialog
        title={TITLE}
        schema={ErasureForm}
        values={{}}
        write={formWrite(requestErasure, [readContact, listErasures], (body: { reason: string }) => ({
          params: { id: contact.id },
          body,
        }))}
        saveLabel="Erase for good"
        onDone={onClose}
        onClose={onClose}
        fields={({ area }) =>
          area('reason', 'Reason', { maxLength: 500, hint: 'Such as the date of the request. Leave names out.' })
        }
      >
        <PreviewLists preview={data.data} />
      </RecordDialog>
    );
  }
  return (
    <Dialog title={TITLE} open onClose={onClose} wide>
      {data?.data.blocked ? <Note tone="warn" title={data.data.blocked} /> : null}
      {data === null && error === null ? <SkeletonLines lines={5} label="Loading preview" /> : null}
      {data === null && error !== null ? (
        <ErrorPanel
          title="Couldn't load preview"
          text={error.message}
          requestId={error.requestId}
          actions={<Button onClick={reload}>Try again</Button>}
        />
      ) : null}
    </Dialog>
  );
}

function PreviewLists({ preview }: { preview: ErasurePreview }) {
  const { kept, suppressed, named_elsewhere: elsewhere } = preview;
  return (
    <div className="whole stack">
      <Note tone="warn" title="This can't be undone.">
        The contact leaves every list immediately. Backups made before keep the data until they are deleted.
      </Note>
      <h3 className="label">Erased</h3>
      <Lines lines={erasedLines(preview)} />
      <h3 className="label">Kept by law, encrypted</h3>
      {kept.length === 0 ? <p className="soft">No records</p> : <Lines lines={keptLines(preview)} />}
      {suppressed === 0 ? null : (
        <p className="soft">
          {formatCounted(suppressed, 'phone number or e-mail address', 'phone numbers and e-mail addresses')} can’t be
          contacted for marketing again. Only an encrypted fingerprint of each is kept.
        </p>
      )}
      {elsewhere === 0 ? null : (
        <p className="soft">
          {formatCounted(elsewhere, 'record of another contact names', 'records of other contacts name')} this person.
          These records are kept.
        </p>
      )}
    </div>
  );
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <ul>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);
