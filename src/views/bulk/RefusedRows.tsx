import { useState } from 'react';
import { type BulkJob, listRefusedRows } from '#contract/bulk.contract.ts';
import { useResource } from '../_app/use-resource.ts';
import { Card } from '../_kit/Card.tsx';
import { formatCount, formatRange } from '../_kit/format-count.ts';
import { Anchor } from '../_kit/Link.tsx';
import { Pager } from '../_kit/Pager.tsx';
import { Cell, HeadCell, Table } from '../_kit/Table.tsx';
import { REASON_WORDS } from './bulk-words.ts';

const PAGE_ROWS = 20;
const TITLES = { job: 'Left alone', undo: 'Not put back' } as const;

/** Contacts that a job or its undo left alone, each with its reason. */
export function RefusedRows({ job, of, total }: { job: BulkJob; of: 'job' | 'undo'; total: number }) {
  const [page, setPage] = useState(1);
  const list = useResource(listRefusedRows, { params: { id: job.id }, query: { page, limit: PAGE_ROWS, of } });
  const from = (page - 1) * PAGE_ROWS;
  return (
    <Card title={TITLES[of]} count={formatCount(total)}>
      {list.error ? <p className="pad bad-t">{list.error.message}</p> : null}
      <Table compact aria-label={TITLES[of]}>
        <thead>
          <tr>
            <HeadCell>Name</HeadCell>
            <HeadCell>Why</HeadCell>
          </tr>
        </thead>
        <tbody>
          {(list.data?.data ?? []).map(({ position, contact, reason }) => (
            <tr key={position}>
              <Cell className="name">
                {contact ? (
                  <Anchor href={`/contacts/${contact.number}`}>{contact.name || `Contact ${contact.number}`}</Anchor>
                ) : (
                  <span className="quiet">Not shown</span>
                )}
              </Cell>
              <Cell>{REASON_WORDS[reason]}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      {total > PAGE_ROWS ? (
        <Pager
          text={formatRange(from + 1, Math.min(from + PAGE_ROWS, total), total)}
          onPrevious={page > 1 ? () => setPage(page - 1) : undefined}
          onNext={from + PAGE_ROWS < total ? () => setPage(page + 1) : undefined}
        />
      ) : null}
    </Card>
  );
}
