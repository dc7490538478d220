import { Card } from '../_kit/display/Card.tsx';
import { formatCount } from '../_kit/format/format-count.ts';
import { Anchor } from '../_kit/display/Link.tsx';
import { Pages } from '../_kit/display/Pages.tsx';
import { Cell, HeadCell, Table } from '../_kit/display/Table.tsx';

/** Contacts of a page. Ours. */
export const LEFT_ALONE_ROWS = 20;

interface LeftAlone {
  readonly position: number;
  /** `null`: not theirs to see. */
  readonly contact: { readonly number: number; readonly name: string } | null;
  /** Why, in words. */
  readonly why: string;
}

interface LeftAloneCardProps {
  title: string;
  total: number;
  page: number;
  onPage: (page: number) => void;
  error: string | null;
  rows: readonly LeftAlone[];
}

/** Contacts that a job skipped, each with its reason. */
export function LeftAloneCard({ title, total, page, onPage, error, rows }: LeftAloneCardProps) {
  return (
    <Card title={title} count={formatCount(total)}>
      {error === null ? null : <p className="pad bad-t">{error}</p>}
      <Table compact aria-label={title}>
        <thead>
          <tr>
            <HeadCell>Name</HeadCell>
            <HeadCell>Reason</HeadCell>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ position, contact, why }) => (
            <tr key={position}>
              <Cell className="name">
                {contact ? (
                  <Anchor href={`/contacts/${contact.number}`}>{contact.name || `Contact ${contact.number}`}</Anchor>
                ) : (
                  <span className="quiet">Hidden</span>
                )}
              </Cell>
              <Cell>{why}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      <Pages page={page} limit={LEFT_ALONE_ROWS} total={total} onPage={onPage} />
    </Card>
  );
}
