import { useState } from 'react';
import { listSkippedContacts, type PrintJob } from '#contract/printing.contract.ts';
import { useResource } from '../_app/use-resource.ts';
import { Card } from '../_kit/Card.tsx';
import { formatCount, formatRange } from '../_kit/format-count.ts';
import { Anchor } from '../_kit/Link.tsx';
import { Pager } from '../_kit/Pager.tsx';
import { Cell, HeadCell, Table } from '../_kit/Table.tsx';
import { REASON_WORDS } from './print-words.ts';

const PAGE_ROWS = 20;

/** Contacts that a print left out, each with its reason. */
export function SkippedContacts({ job: { id, skipped } }: { job: PrintJob }) {
  const [page, setPage] = useState(1);
  const list = useResource(listSkippedContacts, { params: { id }, query: { page, limit: PAGE_ROWS } });
  const from = (page - 1) * PAGE_ROWS;
  return (
    <Card title="Left out" count={formatCount(skipped)}>
      {list.error ? <p className="pad bad-t">{list.error.message}</p> : null}
      <Table compact aria-label="Left out">
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
      {skipped > PAGE_ROWS ? (
        <Pager
          text={formatRange(from + 1, Math.min(from + PAGE_ROWS, skipped), skipped)}
          onPrevious={page > 1 ? () => setPage(page - 1) : undefined}
          onNext={from + PAGE_ROWS < skipped ? () => setPage(page + 1) : undefined}
        />
      ) : null}
    </Card>
  );
}
