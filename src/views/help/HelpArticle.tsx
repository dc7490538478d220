import { BookX } from 'lucide-react';
import { useEffect } from 'react';
import { type HelpEntry, type HelpPage, readHelpPage } from '#contract/help.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { useResource } from '../_base/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { GetHelp } from './GetHelp.tsx';
import { HelpBlocks } from './HelpBlocks.tsx';
import './help.css';

const CRUMBS = [{ label: 'Help', href: '/help' }];

interface HelpArticleProps {
  slug: string;
  /** The place on the page that the address names; empty: its top. */
  anchor: string;
}

/** One help page. */
export function HelpArticle({ slug, anchor }: HelpArticleProps) {
  const { data, error, isEarlier, reload } = useResource(readHelpPage, { params: { slug } });
  const page = isEarlier ? null : (data?.data ?? null);
  if (page !== null) return <Article key={slug} page={page} anchor={anchor} />;
  return (
    <>
      <PageBar title={titleOf('/help/$page')} crumbs={CRUMBS} />
      {error === null ? <SkeletonLines lines={10} label="Loading help page" /> : null}
      {error?.kind === 'notFound' ? (
        <EmptyState
          icon={BookX}
          title="Help page not found"
          text="The address may be wrong, or the page covers a feature that isn't available."
          action={<ButtonLink href="/help">Help contents</ButtonLink>}
        />
      ) : null}
      {error && error.kind !== 'notFound' ? (
        <ErrorPanel
          title="Couldn't load help page"
          text={error.message}
          requestId={error.requestId}
          actions={<Button onClick={reload}>Try again</Button>}
        />
      ) : null}
    </>
  );
}

function Article({ page, anchor }: { page: HelpPage; anchor: string }) {
  const { title, summary, blocks, related, previous, next, closed } = page;
  useEffect(() => {
    const place = anchor === '' ? null : document.getElementById(anchor);
    place?.scrollIntoView({ block: 'start' });
    place?.focus({ preventScroll: true });
  }, [anchor]);
  return (
    <>
      <PageBar title={title} crumbs={CRUMBS} actions={<GetHelp />} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be focusable */}
      <section className="scroll" tabIndex={0} aria-label={title}>
        <article className="body help help-article">
          <p className="soft">{summary}</p>
          {closed === '' ? null : (
            <Note tone="info" title="Not available to you">
              {closed}
            </Note>
          )}
          <HelpBlocks blocks={blocks} />
          {related.length === 0 ? null : <Related pages={related} />}
          <nav className="help-turn" aria-label="Help pages">
            {previous === null ? null : <Link href={`/help/${previous.slug}`}>Previous: {previous.title}</Link>}
            {next === null ? null : (
              <Link href={`/help/${next.slug}`} className="end">
                Next: {next.title}
              </Link>
            )}
          </nav>
        </article>
      </section>
    </>
  );
}

function Related({ pages }: { pages: readonly HelpEntry[] }) {
  return (
    <>
      <h2>See also</h2>
      <ul className="help-list">
        {pages.map(({ slug, title, summary }) => (
          <li key={slug}>
            <Link href={`/help/${slug}`}>{title}</Link>
            <p className="meta quiet">{summary}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
