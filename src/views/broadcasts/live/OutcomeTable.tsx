import { Clock, type LucideIcon, Send } from 'lucide-react';
import { useState } from 'react';
import { listRecipients } from '#contract/broadcasts.contract.ts';
import type { Broadcast, Recipient, RecipientOutcome } from '#contract/broadcasts/broadcast.contract.ts';
import { toGoOf } from '#rules/broadcasts/audience.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../../_base/use-app.ts';
import { useNow } from '../../_base/use-now.ts';
import { useResource } from '../../_base/use-resource.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { Anchor } from '../../_kit/display/Link.tsx';
import { Pages } from '../../_kit/display/Pages.tsx';
import { StatusWord } from '../../_kit/display/StatusWord.tsx';
import { Cell, HeadCell, Table } from '../../_kit/display/Table.tsx';
import { Tabs } from '../../_kit/display/Tabs.tsx';
import { formatCount } from '../../_kit/format/format-count.ts';
import { formatShortWhen } from '../../_kit/format/format-when.ts';
import { SkeletonLines } from '../../_kit/states/Skeleton.tsx';
import { addressWords, outcomeOf, peopleVersion, whyOf } from '../broadcast-words.ts';

export type OutcomeTab = 'everyone' | 'replied' | 'opted_out' | 'failed' | 'held_back' | 'waiting' | 'stopped';

/** Rows of a page. Ours: a screen. */
const ROWS = 20;

const NARROWED = {
  everyone: { outcome: 'gets_it' },
  replied: { answered: 'replied' },
  opted_out: { answered: 'opted_out' },
  failed: { outcome: 'failed' },
  held_back: { outcome: 'held_back' },
  waiting: { outcome: 'waiting' },
  stopped: { outcome: 'stopped' },
} as const;

/** Signs of outcomes that are neither good nor bad. */
const PLAIN_ICONS: Partial<Readonly<Record<RecipientOutcome, LucideIcon>>> = { waiting: Clock };

interface OutcomeTableProps {
  broadcast: Broadcast;
  tab: OutcomeTab;
  onTab: (tab: OutcomeTab) => void;
}

/** What became of each person, in words, the latest first. */
export function OutcomeTable({ broadcast, tab, onTab }: OutcomeTableProps) {
  const { progress, audience, channel } = broadcast;
  const items: readonly { key: OutcomeTab; label: string; count: number }[] = [
    { key: 'everyone', label: 'Everyone', count: audience?.recipients ?? 0 },
    ...(channel === 'text' || progress.replied > 0
      ? [{ key: 'replied' as const, label: 'Replied', count: progress.replied }]
      : []),
    { key: 'opted_out', label: 'Opted out', count: progress.opted_out },
    { key: 'failed', label: 'Failed', count: progress.failed },
    { key: 'held_back', label: 'Held back', count: progress.held_back },
    progress.stopped > 0
      ? { key: 'stopped', label: 'Canceled', count: progress.stopped }
      : { key: 'waiting', label: 'To go', count: toGoOf(progress) },
  ];
  return (
    <section className="card outcomes" aria-label="Recipients">
      <Tabs
        label="Recipients"
        items={items.map((item) => ({ ...item, count: formatCount(item.count) }))}
        current={tab}
        onSelect={(key) => onTab(key as OutcomeTab)}
      >
        <Rows key={tab} broadcast={broadcast} tab={tab} />
      </Tabs>
    </section>
  );
}

function Rows({ broadcast, tab }: Omit<OutcomeTableProps, 'onTab'>) {
  const { id, channel } = broadcast;
  const [page, setPage] = useState(1);
  const list = useResource(
    listRecipients,
    {
      params: { id },
      query: { page, limit: ROWS, order: tab === 'waiting' ? 'position' : 'recent', ...NARROWED[tab] },
    },
    { version: peopleVersion(broadcast) },
  );
  const rows = list.data?.data ?? [];
  const total = list.data?.meta.total_count ?? 0;
  if (list.pending) return <SkeletonLines lines={8} label="Loading recipients" />;
  if (list.data === null)
    return (
      <p className="pad" role="alert">
        {list.error?.message}{' '}
        <Button size="small" onClick={list.reload}>
          Try again
        </Button>
      </p>
    );
  if (rows.length === 0) return <p className="pad quiet">No one so far.</p>;
  return (
    <>
      <Table compact aria-label="Recipients">
        <thead>
          <tr>
            <HeadCell>Name</HeadCell>
            <HeadCell className="c-address not-small-cell">{channel === 'text' ? 'Number' : 'E-mail'}</HeadCell>
            <HeadCell className="c-outcome">Outcome</HeadCell>
            <HeadCell className="c-why not-small-cell">Why</HeadCell>
            <HeadCell numeric className="c-at">
              Time
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {rows.map((recipient) => (
            <Row key={recipient.position} recipient={recipient} broadcast={broadcast} />
          ))}
        </tbody>
      </Table>
      <Pages page={page} limit={ROWS} total={total} onPage={setPage} />
    </>
  );
}

function Row({ recipient, broadcast }: { recipient: Recipient; broadcast: Broadcast }) {
  const { contact, address, not_before, at } = recipient;
  const zone = IANA_ZONES[useApp().user.timezone];
  const now = useNow();
  const { text, tone } = outcomeOf(recipient);
  const why = whyOf(recipient, broadcast.channel);
  return (
    <tr>
      <Cell className="name">
        {contact === null ? (
          <span className="quiet">Hidden</span>
        ) : (
          <Anchor href={`/contacts/${contact.number}`}>{contact.name || `Contact ${contact.number}`}</Anchor>
        )}
      </Cell>
      <Cell className="num not-small-cell">{addressWords(address)}</Cell>
      <Cell>
        <StatusWord {...(tone ? { tone } : { icon: PLAIN_ICONS[recipient.outcome] ?? Send })}>{text}</StatusWord>
      </Cell>
      <Cell className="not-small-cell" title={why}>
        {why}
      </Cell>
      <Cell numeric className="quiet">
        {at !== null
          ? formatShortWhen(at, zone, now)
          : not_before === null
            ? ''
            : formatShortWhen(not_before, zone, now)}
      </Cell>
    </tr>
  );
}
