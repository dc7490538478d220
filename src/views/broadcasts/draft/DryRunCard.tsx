import { RefreshCw } from 'lucide-react';
import type { BroadcastChannel, DryRun } from '#contract/broadcasts/broadcast.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../../_base/use-app.ts';
import { useNow } from '../../_base/use-now.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { Card } from '../../_kit/display/Card.tsx';
import { Cell, HeadCell, Table } from '../../_kit/display/Table.tsx';
import { formatCount } from '../../_kit/format/format-count.ts';
import { formatTime, formatTimeWithSeconds, formatWhen } from '../../_kit/format/format-when.ts';
import { rateWords, zoneWords } from '../broadcast-words.ts';

interface DryRunCardProps {
  run: DryRun;
  channel: BroadcastChannel;
  /** Of an earlier version of the draft. */
  isEarlier: boolean;
  /** The last check failed: the numbers are those of the one before. */
  isFailed: boolean;
  onReload: () => void;
}

/** What would go where and when, in the time of the current user. */
export function DryRunCard({ run, channel, isEarlier, isFailed, onReload }: DryRunCardProps) {
  const zone = IANA_ZONES[useApp().user.timezone];
  const now = useNow();
  const isText = channel === 'text';
  const held = run.empty_fields.reduce((sum, { recipients }) => sum + recipients, 0) + run.too_late;
  return (
    <Card
      title="Dry run"
      aside={
        <>
          <span className="meta quiet num">
            {isFailed
              ? 'Not up to date'
              : isEarlier
                ? 'Checking…'
                : `${formatTimeWithSeconds(run.at, zone)}, nothing was sent`}
          </span>
          <Button look="plain" size="small" icon={RefreshCw} short="Again" onClick={onReload}>
            Dry run again
          </Button>
        </>
      }
    >
      <Table aria-label="Dry run" aria-busy={isEarlier && !isFailed}>
        <thead>
          <tr>
            <HeadCell>Time zone</HeadCell>
            <HeadCell numeric className="c-num">
              People
            </HeadCell>
            {isText ? (
              <HeadCell numeric className="c-num not-small-cell">
                Segments
              </HeadCell>
            ) : null}
            <HeadCell numeric className="c-starts">
              Starts, your time
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {run.zones.map((line) => (
            <tr key={line.zone}>
              <Cell className="name">{zoneWords(line.zone)}</Cell>
              <Cell numeric>{formatCount(line.recipients)}</Cell>
              {isText ? (
                <Cell numeric className="not-small-cell">
                  {formatCount(line.segments)}
                </Cell>
              ) : null}
              <Cell numeric>
                {line.starts_at === null ? 'Never that day' : spanWords(line.starts_at, line.ends_at, zone, now)}
              </Cell>
            </tr>
          ))}
          <tr className="total">
            <Cell className="name">All</Cell>
            <Cell numeric>
              <b>{formatCount(run.zones.reduce((sum, { recipients }) => sum + recipients, 0))}</b>
            </Cell>
            {isText ? (
              <Cell numeric className="not-small-cell">
                <b>{formatCount(run.segments)}</b>
              </Cell>
            ) : null}
            <Cell numeric>{run.pace === null ? '' : rateWords(run.pace)}</Cell>
          </tr>
        </tbody>
      </Table>
      {held === 0 && run.exact ? null : (
        <p className="items-foot meta quiet">
          {held === 0
            ? ''
            : `${formatCount(held)} of ${formatCount(run.recipients)} are held back: see Before you send. `}
          {run.exact ? '' : 'Estimated from the first of them.'}
        </p>
      )}
    </Card>
  );
}

/** "Tomorrow 10:00 AM to 10:04 AM" */
function spanWords(from: string, to: string | null, zone: string, now: Date): string {
  const start = formatWhen(from, zone, now);
  const begins = start.includes(':') ? start : `${start}, ${formatTime(from, zone)}`;
  const ends = to === null ? '' : formatTime(to, zone);
  return ends === '' || ends === formatTime(from, zone) ? begins : `${begins} to ${ends}`;
}
