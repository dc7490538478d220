import { Merge as MergeIcon } from 'lucide-react';
import { Suspense, useState } from 'react';
import { DUPLICATES_PAGE_SIZE, listMerges, type Merge } from '#contract/duplicates.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { titleOf } from '#rules/access/pages.ts';
import { NotForYou } from '../_base/NotForYou.tsx';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { formatWhen } from '../_kit/format/format-when.ts';
import { Link } from '../_kit/display/Link.tsx';
import { Pages } from '../_kit/display/Pages.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { keptWords, partsOf } from './duplicate-words.ts';
import { useFocusKept } from '../_kit/format/use-focus-kept.ts';
import { useMergeRefusal } from './use-merging.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import './duplicates.css';

const UnmergeDialog = lazyPart(() => import('./UnmergeDialog.tsx'), 'UnmergeDialog');

const CRUMBS = [
  { label: 'Contacts', href: '/contacts' },
  { label: 'Possible duplicates', href: '/contacts/duplicates' },
];

/** Merge history, newest first: each merge can be undone, and lists what that couldn't restore. */
export function MergesPage() {
  const refusal = useMergeRefusal();
  const [page, setPage] = useState(1);
  const [asked, setAsked] = useState<Merge | null>(null);
  const list = useResource(listMerges, refusal === undefined ? { query: { page, limit: DUPLICATES_PAGE_SIZE } } : null);
  const frame = useFocusKept<HTMLUListElement>('.merge-apart', 'a');
  if (refusal !== undefined) return <NotForYou reason={refusal} />;
  const known = list.data?.data ?? [];
  const total = list.data?.meta.total_count ?? 0;
  return (
    <>
      <PageBar title={titleOf('/contacts/merges')} crumbs={CRUMBS} />
      <div className="body">
        {list.data === null && list.error !== null ? (
          <ErrorPanel
            title="Couldn't load merge history"
            text={list.error.message}
            requestId={list.error.requestId}
            actions={<Button onClick={list.reload}>Try again</Button>}
          />
        ) : null}
        {list.pending ? <SkeletonLines lines={6} label="Loading merge history" /> : null}
        {list.data !== null && known.length === 0 ? (
          <EmptyState
            icon={MergeIcon}
            title="No merges yet"
            text="Merged contacts appear here. You can unmerge them."
            action={<ButtonLink href="/contacts/duplicates">Possible duplicates</ButtonLink>}
          />
        ) : null}
        <ul className="merges" ref={frame}>
          {known.map((merge) => (
            <MergeRow key={merge.id} merge={merge} onApart={() => setAsked(merge)} />
          ))}
        </ul>
      </div>
      <Pages page={page} limit={DUPLICATES_PAGE_SIZE} total={total} onPage={setPage} />
      <Suspense>
        {asked === null ? null : <UnmergeDialog key={asked.id} merge={asked} onClose={() => setAsked(null)} />}
      </Suspense>
    </>
  );
}

function MergeRow({ merge, onApart }: { merge: Merge; onApart: () => void }) {
  const zone = IANA_ZONES[useApp().user.timezone];
  const now = useNow();
  const { user, at, undone_at, kept } = merge;
  const { survivor, merged } = partsOf(merge);
  return (
    <li>
      <div className="grow">
        <p>
          {merged} <span className="soft">merged into</span>{' '}
          <Link href={`/contacts/${merge.survivor.number}`}>{survivor}</Link>
        </p>
        <p className="meta quiet">
          {user.name}, <time dateTime={at}>{formatWhen(at, zone, now)}</time>
          {undone_at === null ? null : (
            <>
              . Unmerged <time dateTime={undone_at}>{formatWhen(undone_at, zone, now)}</time>
            </>
          )}
        </p>
        {kept.length > 0 ? (
          <details>
            <summary className="soft">{keptWords(kept)}</summary>
            <ul className="merge-kept">
              {kept.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </details>
        ) : null}
      </div>
      {undone_at === null ? (
        <Button size="small" className="merge-apart" aria-label={`Unmerge: ${survivor}`} onClick={onApart}>
          Unmerge
        </Button>
      ) : null}
    </li>
  );
}
