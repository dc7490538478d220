import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ListMeta } from '#contract/_wire.contract.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { Pages } from '../_kit/display/Pages.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import './mail.css';

interface OutboxListProps<Message> {
  /** Label of the kind: "mail", "text". */
  noun: string;
  icon: LucideIcon;
  /** `null`: not there yet. */
  data: { data: Message[]; meta: ListMeta } | null;
  error: { message: string; requestId: string | null } | null;
  pending: boolean;
  onReload: () => void;
  onPage: (page: number) => void;
  card: (message: Message) => ReactNode;
}

/** One kind of messages that stayed inside, newest first. */
export function OutboxList<Message>({
  noun,
  icon,
  data,
  error,
  pending,
  onReload,
  onPage,
  card,
}: OutboxListProps<Message>) {
  return (
    <>
      <div className="scroll">
        <div className="body outbox">
          {pending ? <SkeletonLines lines={8} label={`Loading ${noun}s`} /> : null}
          {data === null && error !== null ? (
            <ErrorPanel
              title="Couldn't load outbox"
              text={error.message}
              requestId={error.requestId}
              actions={<Button onClick={onReload}>Try again</Button>}
            />
          ) : null}
          {data?.data.length === 0 ? (
            <EmptyState
              icon={icon}
              title={`No ${noun} yet`}
              text={`Messages the app would send by ${noun} appear here.`}
            />
          ) : null}
          {data?.data.map(card)}
        </div>
      </div>
      {data === null ? null : (
        <Pages
          page={data.meta.current_page}
          limit={data.meta.limit}
          total={data.meta.total_count ?? 0}
          onPage={onPage}
        />
      )}
    </>
  );
}
