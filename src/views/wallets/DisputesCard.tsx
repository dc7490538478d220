import { useState } from 'react';
import { type Dispute, listDisputes } from '#contract/wallets/disputes.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { formatMicros, fromDollars } from '#rules/wallets/micros.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import { Card } from '../_kit/display/Card.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { Pages } from '../_kit/display/Pages.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { Cell, HeadCell, Table } from '../_kit/display/Table.tsx';
import { formatCount, formatCounted } from '../_kit/format/format-count.ts';
import { formatWhen } from '../_kit/format/format-when.ts';
import { Slice } from './Slice.tsx';
import { reasonWords, STATUS_WORDS } from './dispute-words.ts';

const LIMIT = 20;

const money = (amount: number): string => formatMicros(fromDollars(amount));

/** Card payments whose money a bank wants back; nothing as long as there are none. */
export function DisputesCard() {
  const [page, setPage] = useState(1);
  const list = useResource(listDisputes, { query: { page, limit: LIMIT } });
  if (list.pending || list.data?.meta.total_count === 0) return null;
  return (
    <div className="body">
      <Slice of={list} what="disputes">
        {({ data, meta: { total_count: total, waiting } }) => (
          <>
            {waiting > 0 ? (
              <Note tone="bad" title={`${formatCounted(waiting, 'dispute needs', 'disputes need')} a response.`}>
                Respond in the card provider's dashboard. Without a response, the bank keeps the money.
              </Note>
            ) : null}
            <Card title="Disputes" count={formatCount(total ?? 0)}>
              <Lines of={data} />
              <Pages page={page} limit={LIMIT} total={total ?? 0} onPage={setPage} />
            </Card>
          </>
        )}
      </Slice>
    </div>
  );
}

function Lines({ of: disputes }: { of: readonly Dispute[] }) {
  return (
    <Table stacks aria-label="Disputes">
      <thead>
        <tr>
          <HeadCell>Payment</HeadCell>
          <HeadCell>Status</HeadCell>
          <HeadCell>Reason</HeadCell>
          <HeadCell>Respond by</HeadCell>
          <HeadCell numeric>Amount</HeadCell>
        </tr>
      </thead>
      <tbody>
        {disputes.map((dispute) => (
          <Line key={dispute.id} of={dispute} />
        ))}
      </tbody>
    </Table>
  );
}

function Line({ of: dispute }: { of: Dispute }) {
  const { user } = useApp();
  const now = useNow();
  const { text, tone } = STATUS_WORDS[dispute.status];
  return (
    <tr>
      <Cell narrow="title">
        {dispute.description}
        <span className="meta quiet">{`${dispute.payer} · ${dispute.record}`}</span>
      </Cell>
      <Cell narrow="sub">
        <StatusWord tone={tone}>{text}</StatusWord>
      </Cell>
      <Cell narrow="sub">{reasonWords(dispute.reason)}</Cell>
      <Cell narrow="sub-aside">
        {dispute.respond_by === null ? (
          ''
        ) : (
          <time dateTime={dispute.respond_by}>{formatWhen(dispute.respond_by, IANA_ZONES[user.timezone], now)}</time>
        )}
      </Cell>
      <Cell numeric narrow="aside">
        {money(dispute.amount)}
        {dispute.not_covered > 0 ? (
          <span className="meta quiet">{money(dispute.not_covered)} not in the wallet</span>
        ) : null}
      </Cell>
    </tr>
  );
}
