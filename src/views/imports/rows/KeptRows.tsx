import { useState } from 'react';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import { sheetRow } from '#rules/imports/sheet-row.ts';
import { listKeptRows } from '#contract/imports/problems.contract.ts';
import { useResource } from '../../_base/use-resource.ts';
import { ButtonLink } from '../../_kit/controls/Button.tsx';
import { Card } from '../../_kit/display/Card.tsx';
import { formatCount } from '../../_kit/format/format-count.ts';
import { Anchor } from '../../_kit/display/Link.tsx';
import { Pages } from '../../_kit/display/Pages.tsx';
import { Cell, HeadCell, Table } from '../../_kit/display/Table.tsx';
import { createdByHref } from '../imported-contacts.ts';
import { KEPT_WORDS } from './kept-words.ts';

const PAGE_ROWS = 20;

/** Contacts that an undo skipped, each with its reason. */
export function KeptRows({ attempt }: { attempt: ImportAttempt }) {
  const [page, setPage] = useState(1);
  const list = useResource(listKeptRows, { params: { id: attempt.id }, query: { page, limit: PAGE_ROWS } });
  const rows = list.data?.data ?? [];
  const total = list.data?.meta.total_count ?? rows.length;
  const { created } = attempt.counts;
  return (
    <Card
      title="Skipped contacts"
      count={formatCount(total)}
      aside={
        created > (attempt.undo?.removed ?? 0) ? (
          <ButtonLink size="small" look="plain" href={createdByHref(attempt.id)}>
            Review in Contacts
          </ButtonLink>
        ) : undefined
      }
    >
      {list.error ? <p className="pad bad-t">{list.error.message}</p> : null}
      <Table compact className="kept-table">
        <thead>
          <tr>
            <HeadCell numeric className="c-row">
              Row
            </HeadCell>
            <HeadCell>Name</HeadCell>
            <HeadCell>Reason</HeadCell>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row_number}>
              <Cell numeric className="quiet">
                {formatCount(sheetRow(attempt.header_row, row.row_number))}
              </Cell>
              <Cell className="name">
                <Anchor href={`/contacts/${row.contact_number}`}>{row.name}</Anchor>
              </Cell>
              <Cell>{KEPT_WORDS[row.reason]}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      <Pages page={page} limit={PAGE_ROWS} total={total} onPage={setPage} />
    </Card>
  );
}
