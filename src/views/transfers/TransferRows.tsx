import { useSelector } from '@xstate/react';
import { Undo2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { TRANSFER_DETAIL_PAGE_SIZE, type TransferAttempt, type TransferRow } from '#contract/transfers.contract.ts';
import type { FollowedActor } from '../../machines/_running/followed-work.machine.ts';
import { isRevertible } from '../../machines/transfers/transfer-stage.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { formatCount } from '../_kit/format/format-count.ts';
import { Anchor, Link } from '../_kit/display/Link.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { Pages } from '../_kit/display/Pages.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { Cell, HeadCell, Table, TableScroll } from '../_kit/display/Table.tsx';
import { Tabs } from '../_kit/display/Tabs.tsx';
import { useFocusKept } from '../_kit/format/use-focus-kept.ts';
import { rowWords } from './transfer-words.ts';
import { countOfTab, type RowsTab, type TransferRowsShown } from './use-transfer-rows.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const RevertQuestion = lazyPart(() => import('./RevertQuestion.tsx'), 'RevertQuestion');

const TABS: readonly { key: RowsTab; label: string; none: string }[] = [
  { key: 'all', label: 'All', none: "Contacts appear here as they're processed." },
  { key: 'moved', label: 'Transferred', none: 'No contacts transferred.' },
  { key: 'left', label: 'Skipped', none: 'No contacts skipped.' },
  { key: 'put_back', label: 'Reverted', none: 'No contacts reverted.' },
  { key: 'kept', label: 'Not reverted', none: 'All contacts were reverted.' },
];

/** Element that always exists, to receive the focus. */
export const SHOWN_TAB = '[role=tab][aria-selected=true]';

interface TransferRowsProps {
  actor: FollowedActor<TransferAttempt>;
  attempt: TransferAttempt;
  rows: TransferRowsShown;
}

/** The contacts of a transfer, a page at a time; moved ones can be selected and reverted individually. */
export function TransferRows({ actor, attempt, rows }: TransferRowsProps) {
  const { tab, page, contacts } = rows;
  const canRevert = useSelector(actor, (now) => now.can({ type: 'work.undo' }) && !now.hasTag('busy'));
  const isOffered = rows.mayChange && canRevert && contacts.some(isRevertible);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [asking, setAsking] = useState(false);
  const frame = useFocusKept<HTMLDivElement>('.transfer-chosen .btn', '.c-check input', SHOWN_TAB);
  const here = contacts.filter(isRevertible).map(({ contact }) => contact.id);
  const picked = isOffered ? chosen.filter((id) => here.includes(id)) : [];
  const total = countOfTab(attempt, tab);
  return (
    <div ref={frame}>
      <Card title="Contacts" className="transfer-rows">
        <Tabs
          label="Contacts by result"
          items={TABS.map(({ key, label }) => ({ key, label, count: formatCount(countOfTab(attempt, key)) }))}
          current={tab}
          onSelect={(key) => rows.setTab(key as RowsTab)}
        >
          {picked.length > 0 ? (
            <div className="transfer-chosen" role="toolbar" aria-label="Selected contacts">
              <output className="med num">{formatCount(picked.length)} selected</output>
              <Button size="small" icon={Undo2} onClick={() => setAsking(true)}>
                Revert {formatCount(picked.length)}
              </Button>
              <Button size="small" look="plain" onClick={() => setChosen([])}>
                Clear
              </Button>
            </div>
          ) : null}
          {rows.pending ? <SkeletonLines lines={6} label="Loading contacts" /> : null}
          {rows.error && contacts.length === 0 ? (
            <div className="pad">
              <Note tone="bad" title={rows.error.message}>
                <Button size="small" onClick={rows.reload}>
                  Try again
                </Button>
              </Note>
            </div>
          ) : null}
          {!rows.pending && !rows.error && contacts.length === 0 ? (
            <p className="pad quiet">{TABS.find(({ key }) => key === tab)?.none}</p>
          ) : null}
          {contacts.length > 0 ? (
            <RowTable contacts={contacts} chosen={picked} choosable={isOffered ? here : null} onChoose={setChosen} />
          ) : null}
          <Pages page={page} limit={TRANSFER_DETAIL_PAGE_SIZE} total={total} onPage={rows.setPage} />
        </Tabs>
        <Suspense>
          {asking ? (
            <RevertQuestion
              count={picked.length}
              onCancel={() => setAsking(false)}
              onConfirm={() => {
                setAsking(false);
                setChosen([]);
                actor.send({ type: 'work.undo', ids: picked });
              }}
            />
          ) : null}
        </Suspense>
      </Card>
    </div>
  );
}

interface RowTableProps {
  contacts: readonly TransferRow[];
  chosen: readonly number[];
  /** `null`: nothing can be chosen now. */
  choosable: readonly number[] | null;
  onChoose: (chosen: readonly number[]) => void;
}

function RowTable({ contacts, chosen, choosable, onChoose }: RowTableProps) {
  const all = choosable !== null && chosen.length === choosable.length;
  const hasWhy = contacts.some((row) => rowWords(row).why !== '');
  return (
    <TableScroll label="Transferred contacts">
      <Table compact stacks>
        <thead>
          <tr>
            {choosable === null ? null : (
              <HeadCell className="c-check" narrow="check">
                <Checkbox
                  aria-label="Select all on this page"
                  checked={chosen.length > 0 && !all ? 'some' : all}
                  onCheckedChange={(on) => onChoose(on ? choosable : [])}
                />
              </HeadCell>
            )}
            <HeadCell>Name</HeadCell>
            <HeadCell className="c-outcome">Outcome</HeadCell>
            <HeadCell className="c-person">From</HeadCell>
            <HeadCell className="c-person">To</HeadCell>
            {hasWhy ? <HeadCell>Reason</HeadCell> : null}
          </tr>
        </thead>
        <tbody>
          {contacts.map((row) => (
            <ContactLine
              key={row.position}
              row={row}
              isOffered={choosable !== null}
              hasWhy={hasWhy}
              chosen={chosen}
              onChoose={onChoose}
            />
          ))}
        </tbody>
      </Table>
    </TableScroll>
  );
}

interface ContactLineProps extends Pick<RowTableProps, 'chosen' | 'onChoose'> {
  row: TransferRow;
  isOffered: boolean;
  hasWhy: boolean;
}

function ContactLine({ row, isOffered, hasWhy, chosen, onChoose }: ContactLineProps) {
  const { contact, from, to, first_transfer_id } = row;
  const { text, tone, why } = rowWords(row);
  const name = contact ? contact.name || `Contact ${contact.number}` : 'Hidden';
  return (
    <tr>
      {isOffered ? (
        <Cell className="c-check" narrow="check">
          {isRevertible(row) ? (
            <Checkbox
              aria-label={`Select ${name}`}
              checked={chosen.includes(row.contact.id)}
              onCheckedChange={(on) =>
                onChoose(on ? [...chosen, row.contact.id] : chosen.filter((id) => id !== row.contact.id))
              }
            />
          ) : null}
        </Cell>
      ) : null}
      <Cell className="name" narrow="title">
        {contact ? <Anchor href={`/contacts/${contact.number}`}>{name}</Anchor> : <span className="quiet">{name}</span>}
      </Cell>
      <Cell narrow="aside">
        <StatusWord {...(tone && { tone })}>{text}</StatusWord>
      </Cell>
      <Cell narrow="none">{from?.name}</Cell>
      <Cell narrow="sub-aside">{to?.name}</Cell>
      {hasWhy ? (
        <Cell narrow="sub" title={why}>
          {why}
          {first_transfer_id === null ? null : (
            <>
              {': '}
              <Link href={`/transfers/${first_transfer_id}`}>see it</Link>
            </>
          )}
        </Cell>
      ) : null}
    </tr>
  );
}
