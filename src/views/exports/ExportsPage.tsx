import { FileOutput } from 'lucide-react';
import { useState } from 'react';
import { listExports } from '#contract/exports.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { useResource } from '../_base/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { formatCounted } from '../_kit/format/format-count.ts';
import { Pages } from '../_kit/display/Pages.tsx';
import { SkeletonTable } from '../_kit/states/Skeleton.tsx';
import { CompareFile } from './CompareFile.tsx';
import { ManifestTable } from './ManifestTable.tsx';
import './exports.css';

const LIMIT = 25;

/** Exported files: the user's own and, for managers, those of their downline. */
export function ExportsPage() {
  const [page, setPage] = useState(1);
  const list = useResource(listExports, { query: { page, limit: LIMIT } });
  const total = list.data?.meta.total_count ?? 0;
  return (
    <>
      <PageBar title={titleOf('/exports')} scope={list.data ? <b>{formatCounted(total, 'file', 'files')}</b> : null} />
      <div className="body">
        {list.data === null && list.error !== null ? (
          <ErrorPanel
            title="Couldn't load exports"
            text={list.error.message}
            requestId={list.error.requestId}
            actions={<Button onClick={list.reload}>Try again</Button>}
          />
        ) : null}
        {list.pending ? (
          <SkeletonTable
            label="Loading exports"
            rows={6}
            columns={[{ label: 'Date' }, { label: 'User' }, { label: 'Export' }, { label: 'Contacts' }]}
          />
        ) : null}
        {list.data !== null && total === 0 ? (
          <EmptyState
            icon={FileOutput}
            title="No exports yet"
            text="Every contact export appears here with who exported it, its purpose and its checksum."
            action={<ButtonLink href="/contacts">Contacts</ButtonLink>}
          />
        ) : null}
        {list.data !== null && total > 0 ? (
          <>
            <ManifestTable manifests={list.data.data} busy={list.refreshing} />
            <CompareFile />
          </>
        ) : null}
      </div>
      <Pages page={page} limit={LIMIT} total={total} onPage={setPage} />
    </>
  );
}
