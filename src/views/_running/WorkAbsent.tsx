import { FileQuestion } from 'lucide-react';
import { capital } from '#rules/words/capital.ts';
import type { ReactNode } from 'react';
import type { FollowedContext } from '../../machines/_running/followed-setup.ts';
import type { Work } from '../../machines/_running/work.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ErrorPanel, type Kept } from '../_kit/states/ErrorPanel.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';

interface WorkAbsentProps {
  /** "print job" */
  what: string;
  title: string;
  crumbs?: readonly { label: string; href: string }[];
  snapshot: {
    readonly hasTag: (tag: 'missing' | 'unreachable') => boolean;
    readonly context: Pick<FollowedContext<Work>, 'failure'>;
  };
  /** Data that is safe while it can't be loaded. */
  kept: Kept;
  /** Link to the list, for missing work. */
  list: { label: string; href: string };
  lines: number;
  onReload: () => void;
  /** Instead of the skeleton. */
  children?: ReactNode;
}

/** The page of long-running work that isn't known: it loads, can't be loaded, or isn't there. */
export function WorkAbsent({ what, title, crumbs, snapshot, kept, list, lines, onReload, children }: WorkAbsentProps) {
  const { failure } = snapshot.context;
  return (
    <>
      <PageBar title={title} {...(crumbs && { crumbs })} />
      {snapshot.hasTag('missing') ? (
        <EmptyState
          icon={FileQuestion}
          title={`${capital(what)} not found`}
          text={`The ${what} doesn't exist, or you don't have access.`}
          action={<ButtonLink href={list.href}>{list.label}</ButtonLink>}
        />
      ) : snapshot.hasTag('unreachable') ? (
        <ErrorPanel
          title={`Couldn't load ${what}`}
          text={failure?.text ?? ''}
          requestId={failure?.requestId ?? null}
          kept={[kept]}
          actions={<Button onClick={onReload}>Try again</Button>}
        />
      ) : (
        (children ?? <SkeletonLines lines={lines} label={`Loading ${what}`} />)
      )}
    </>
  );
}
