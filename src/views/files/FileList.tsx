import { FileUp, Paperclip, Phone } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import type { Contact } from '#contract/contacts.contract.ts';
import {
  type ContactFile,
  type FileKind,
  type listCallFiles,
  type listFiles,
  MAX_FILE_BYTES,
} from '#contract/files.contract.ts';
import { useAccountSettings } from '../_base/use-account-settings.ts';
import { useApp } from '../_base/use-app.ts';
import { type ResourceState, useResource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { classes } from '../_kit/format/class-names.ts';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { formatCount } from '../_kit/format/format-count.ts';
import { Pages } from '../_kit/display/Pages.tsx';
import { TabState } from '../records/TabState.tsx';
import { FileRow } from './FileRow.tsx';
import { isShown, WORDS } from './file-words.ts';
import { useFileDrop } from './use-file-drop.ts';
import { useUploads } from './use-uploads.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import './files.css';

const PreviewDialog = lazyPart(() => import('./PreviewDialog.tsx'), 'PreviewDialog');
const EditFileDialog = lazyPart(() => import('./EditFileDialog.tsx'), 'EditFileDialog');

interface FileListProps {
  contact: Contact;
  kind: FileKind;
  list: typeof listFiles | typeof listCallFiles;
}

const PAGE_FILES = 50;

const MOST_MB = MAX_FILE_BYTES / 2 ** 20;

/** Milliseconds until a list with files that are being checked is read again. Ours: a check takes a second. */
const LOOK_AGAIN_MS = 1_500;

const whileChecking = ({ data }: ResourceState<{ data: readonly ContactFile[] }>): number | null =>
  data?.data.some(({ state }) => state === 'checking') ? LOOK_AGAIN_MS : null;

/** Files of a contact: dropped or chosen, looked at, renamed, deleted. */
export function FileList({ contact, kind, list }: FileListProps) {
  const { user } = useApp();
  const [page, setPage] = useState(1);
  const args = { params: { id: contact.id }, query: { page, limit: PAGE_FILES } };
  const resource = useResource(list, args, { reloadAfter: whileChecking });
  const uploads = useUploads();
  const [open, setOpen] = useState<{ id: number; as: 'preview' | 'edit' } | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const readOnly = contact.deleted_at !== null || !user.permissions.includes('contacts.write');
  const words = WORDS[kind];
  const setting = useAccountSettings();

  const files = resource.data?.data ?? [];

  const take = (chosen: readonly File[]) => uploads.take(kind, chosen);
  const { over, ...dropping } = useFileDrop(readOnly ? null : take);
  const upload = readOnly ? null : (
    <Button icon={FileUp} look="primary" size="small" onClick={() => input.current?.click()}>
      {words.upload}
    </Button>
  );
  const opened = open === null ? undefined : files.find(({ id }) => id === open.id);

  return (
    <section className={classes('files', over && 'is-over')} {...dropping}>
      <input
        ref={input}
        type="file"
        multiple
        accept={words.accept}
        hidden
        aria-hidden="true"
        tabIndex={-1}
        onChange={(event) => {
          take([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <TabState resource={resource} what={`${words.many}`}>
        {({ meta }) => {
          const total = meta.total_count ?? files.length;
          if (files.length === 0 && page === 1) {
            return uploads.sending.some((one) => one.kind === kind) ? null : (
              <EmptyState
                icon={kind === 'call' ? Phone : Paperclip}
                title={words.nothing}
                text={words.use(Number(setting('contact_file_mb')?.value ?? MOST_MB))}
                action={upload}
              />
            );
          }
          return (
            <Card title={words.many} count={formatCount(total)} aside={upload}>
              <ul className="file-rows">
                {files.map((file) => (
                  <FileRow
                    key={file.id}
                    file={file}
                    contact={contact}
                    list={list}
                    readOnly={readOnly}
                    onOpen={(as) => setOpen({ id: file.id, as })}
                  />
                ))}
              </ul>
              <Pages page={page} limit={PAGE_FILES} total={total} onPage={setPage} />
            </Card>
          );
        }}
      </TabState>
      <Suspense>
        {opened !== undefined && open?.as === 'edit' ? (
          <EditFileDialog contact={contact} file={opened} list={list} onClose={() => setOpen(null)} />
        ) : null}
        {opened !== undefined && open?.as === 'preview' ? (
          <Looking contact={contact} files={files} file={opened} onMove={setOpen} />
        ) : null}
      </Suspense>
    </section>
  );
}

interface LookingProps {
  contact: Contact;
  files: readonly ContactFile[];
  file: ContactFile;
  onMove: (to: { id: number; as: 'preview' } | null) => void;
}

/** Preview of one file, with the neighboring files that can be previewed. */
function Looking({ contact, files, file, onMove }: LookingProps) {
  const shown = files.filter(isShown);
  const at = shown.findIndex(({ id }) => id === file.id);
  const goTo = (index: number) => {
    const next = shown[index];
    return next === undefined ? undefined : () => onMove({ id: next.id, as: 'preview' });
  };
  return (
    <PreviewDialog
      contact={contact}
      file={file}
      place={`${at + 1} of ${shown.length}`}
      onPrevious={goTo(at - 1)}
      onNext={goTo(at + 1)}
      onClose={() => onMove(null)}
    />
  );
}
