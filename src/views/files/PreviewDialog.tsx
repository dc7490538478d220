import { ChevronLeft, ChevronRight, Download, ExternalLink } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { Contact } from '#contract/contacts.contract.ts';
import { type ContactFile, downloadFile, type FilePreview, previewFile } from '#contract/files.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { Icon } from '../_kit/display/Icon.tsx';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { TabState } from '../records/TabState.tsx';

interface PreviewDialogProps {
  contact: Contact;
  file: ContactFile;
  /** "2 of 5" */
  place: string;
  /** Absent at the ends. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onClose: () => void;
}

/** Preview of a file; the arrow keys go to its neighbors. */
export function PreviewDialog({ contact, file, place, onPrevious, onNext, onClose }: PreviewDialogProps) {
  const { toasts } = useApp();
  const params = { id: contact.id, fileId: file.id };
  const preview = useResource(previewFile, { params });
  const download = useSubmit(downloadFile, {
    onDone: ({ data }) => window.location.assign(data.url),
    onFailed: (error) => toasts.show({ tone: 'bad', text: error.message }),
  });
  const turn = (event: KeyboardEvent) => {
    // A player moves in its recording by the same keys.
    if (event.target instanceof HTMLMediaElement) return;
    if (event.key === 'ArrowLeft') onPrevious?.();
    if (event.key === 'ArrowRight') onNext?.();
  };
  return (
    <Dialog
      title={file.name}
      open
      wide
      onClose={onClose}
      footer={
        <Button icon={Download} busy={download.state === 'submitting'} onClick={() => download.submit({ params })}>
          Download
        </Button>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its buttons do the same */}
      <div className="file-preview" onKeyDown={turn}>
        <div className="row">
          <IconButton
            icon={ChevronLeft}
            label="Previous file"
            aria-disabled={onPrevious === undefined}
            onClick={onPrevious}
          />
          <span className="meta quiet num" aria-live="polite">
            {place}
          </span>
          <IconButton icon={ChevronRight} label="Next file" aria-disabled={onNext === undefined} onClick={onNext} />
          {file.description === '' ? null : <span className="soft grow">{file.description}</span>}
        </div>
        <div className="file-stage">
          {preview.isEarlier ? null : (
            <TabState resource={preview} what="Preview">
              {({ data }) => <Look file={file} preview={data} />}
            </TabState>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function Look({ file, preview: { kind, url, text, cut } }: { file: ContactFile; preview: FilePreview }) {
  if (kind === 'image' && url !== null) return <img src={url} alt={file.description || file.name} />;
  if (kind === 'audio' && url !== null) {
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- no captions exist
    return <audio src={url} controls preload="metadata" aria-label={file.name} />;
  }
  if (kind === 'page' && url !== null) {
    return (
      <p className="soft">
        PDFs open in a new tab.{' '}
        <a className="link" href={url} target="_blank" rel="noopener noreferrer">
          Open {file.name} <Icon of={ExternalLink} />
        </a>
      </p>
    );
  }
  if (kind === 'text') {
    return (
      <>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text scrolls by keyboard */}
        <pre tabIndex={0} aria-label={file.name}>
          {text}
        </pre>
        {cut ? <p className="meta quiet">Preview of the first part. Download the file to see all of it.</p> : null}
      </>
    );
  }
  return <p className="soft">No preview for this file type. Download the file to open it.</p>;
}
