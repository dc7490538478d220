import { useState } from 'react';
import {
  type AttachmentImport,
  importAttachments,
  listAttachmentImports,
  listUnmatchedFiles,
  uploadAttachedLeads,
} from '#contract/files.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { type ResourceState, useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { DropFile } from '../_kit/controls/DropFile.tsx';
import { formatCount } from '../_kit/format/format-count.ts';
import { ProgressLine } from '../_kit/states/Progress.tsx';
import { TabState } from '../records/TabState.tsx';
import { AttachmentRow } from './AttachmentRow.tsx';
import './files.css';

const PAGE_ROWS = 20;

/** Milliseconds until uploads under way are read again. Ours: a file takes less than a second. */
const LOOK_AGAIN_MS = 1_500;

const whileMoving = ({ data }: ResourceState<{ data: readonly AttachmentImport[] }>): number | null =>
  data?.data.some(({ finished_at }) => finished_at === null) ? LOOK_AGAIN_MS : null;

/** Bulk upload of files: a ZIP is uploaded, and each of its files goes to its contact. */
export function AttachmentsPage() {
  const [withLeads, setWithLeads] = useState(false);
  const query = { page: 1, limit: PAGE_ROWS };
  const list = useResource(listAttachmentImports, { query }, { reloadAfter: whileMoving });
  const invalidates = [listAttachmentImports, listUnmatchedFiles];
  const plain = useSubmit(importAttachments, { invalidates });
  const leads = useSubmit(uploadAttachedLeads, { invalidates });
  const { submit, state, error, progress } = withLeads ? leads : plain;

  return (
    <>
      <PageBar title={titleOf('/imports/attachments')} crumbs={[{ label: 'Imports', href: '/imports' }]} />
      <div className="attachments scroll">
        <DropFile
          title="Drop a ZIP of files here"
          text={
            <>
              Start each file name with the contact number (<b>1042 license.pdf</b>), or add a list named{' '}
              <b>attachments.csv</b> with the columns <b>file</b> and <b>contact</b>, <b>phone</b> or <b>email</b>. Up
              to 1,000 files and 500 MB.
            </>
          }
          buttonLabel="Choose a ZIP"
          accept=".zip,application/zip"
          busy={state === 'submitting'}
          error={error === null ? undefined : (error.fields['file']?.[0] ?? error.message)}
          onFile={(file) => submit({ body: {}, file })}
        />
        <Checkbox checked={withLeads} onCheckedChange={setWithLeads}>
          The ZIP includes a lead file: import it first
        </Checkbox>
        {state === 'submitting' ? (
          <ProgressLine
            label="Upload of the ZIP"
            done={Math.round((progress ?? 0) * 100)}
            total={100}
            text={`${Math.round((progress ?? 0) * 100)}%`}
          />
        ) : null}
        <TabState resource={list} what="Uploads">
          {({ data, meta }) =>
            data.length === 0 ? (
              <p className="soft">No uploads yet.</p>
            ) : (
              <Card title="Uploads" count={formatCount(meta.total_count ?? data.length)}>
                <ul className="file-rows">
                  {data.map((one) => (
                    <AttachmentRow key={one.id} one={one} />
                  ))}
                </ul>
              </Card>
            )
          }
        </TabState>
      </div>
    </>
  );
}
