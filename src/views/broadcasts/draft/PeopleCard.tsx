import { useEffect, useRef, useState } from 'react';
import { listRecipients } from '#contract/broadcasts.contract.ts';
import type { Broadcast, RecipientReason } from '#contract/broadcasts/broadcast.contract.ts';
import { useResource } from '../../_base/use-resource.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { Anchor } from '../../_kit/display/Link.tsx';
import { Pages } from '../../_kit/display/Pages.tsx';
import { Cell, HeadCell, Table } from '../../_kit/display/Table.tsx';
import { formatCount } from '../../_kit/format/format-count.ts';
import { SkeletonLines } from '../../_kit/states/Skeleton.tsx';
import { REASON_WORDS } from '../broadcast-words.ts';

/** A line of the subtraction. */
export type AudienceLine = 'matched' | 'gets_it' | RecipientReason;

/** Rows of a page. Ours: the card fits beside the subtraction. */
const ROWS = 12;

interface PeopleCardProps {
  broadcast: Broadcast;
  line: AudienceLine;
  /** Counts up when a line was opened; 0: none so far. */
  takesFocus: number;
}

/** The people of one line. */
export function PeopleCard({ broadcast, line, takesFocus }: PeopleCardProps) {
  const [turned, setPage] = useState(1);
  const page = Math.min(turned, Math.max(1, Math.ceil(countOf(broadcast, line) / ROWS)));
  const heading = useRef<HTMLHeadingElement>(null);
  const narrowed =
    line === 'matched'
      ? {}
      : line === 'gets_it'
        ? ({ outcome: 'gets_it' } as const)
        : ({ outcome: 'left_out', reason: line } as const);
  const list = useResource(
    listRecipients,
    { params: { id: broadcast.id }, query: { page, limit: ROWS, order: 'position', ...narrowed } },
    { version: broadcast.audience?.frozen_at },
  );
  useEffect(() => {
    if (takesFocus > 0) heading.current?.focus();
  }, [takesFocus]);
  const rows = list.data?.data ?? [];
  const total = list.data?.meta.total_count ?? countOf(broadcast, line);
  const title = titleOf(broadcast, line);
  return (
    <section className="card people" aria-label={title}>
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <span className="count">{formatCount(total)}</span>
      </header>
      {list.pending ? <SkeletonLines lines={6} label="Loading people" /> : null}
      {list.error && list.data === null ? (
        <p className="pad" role="alert">
          {list.error.message}{' '}
          <Button size="small" onClick={list.reload}>
            Try again
          </Button>
        </p>
      ) : null}
      {list.data !== null && rows.length === 0 ? <p className="pad quiet">No one.</p> : null}
      {rows.length > 0 ? (
        <Table compact aria-label={title}>
          <thead>
            <tr>
              <HeadCell>Name</HeadCell>
              <HeadCell className="c-place">City</HeadCell>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ position, contact }) => (
              <tr key={position}>
                <Cell className="name">
                  {contact === null ? (
                    <span className="quiet">Hidden</span>
                  ) : (
                    <Anchor href={`/contacts/${contact.number}`}>{contact.name || `Contact ${contact.number}`}</Anchor>
                  )}
                </Cell>
                <Cell>{contact === null ? '' : [contact.city, contact.state].filter(Boolean).join(', ')}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      ) : null}
      <Pages page={page} limit={ROWS} total={total} onPage={setPage} />
    </section>
  );
}

function titleOf({ channel }: Broadcast, line: AudienceLine): string {
  if (line === 'matched') return 'Contacts that match';
  return line === 'gets_it' ? 'Will get it' : REASON_WORDS[line].label[channel];
}

function countOf({ audience }: Broadcast, line: AudienceLine): number {
  if (audience === null) return 0;
  if (line === 'matched') return audience.matched;
  if (line === 'gets_it') return audience.recipients;
  return audience.left_out.find(({ reason }) => reason === line)?.contacts ?? 0;
}
