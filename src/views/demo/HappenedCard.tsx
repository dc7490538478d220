import type { DemoWorld } from '#contract/demo.contract.ts';
import { Card } from '../_kit/display/Card.tsx';
import { formatTimeWithSeconds } from '../_kit/format/format-when.ts';

/** Lines that are shown. Ours: what a tester still remembers. */
const SHOWN = 12;

/** Recent events, in real time. */
export function HappenedCard({ log, zone }: { log: DemoWorld['log']; zone: string }) {
  return (
    <Card title="Activity" aside={<span className="meta quiet">real time, newest first</span>} padded>
      {log.length === 0 ? (
        <p className="soft">No activity yet. Actions from this page and bin/demo-world appear here.</p>
      ) : (
        <ol className="demo-log">
          {log.slice(0, SHOWN).map(({ at, text }) => (
            <li key={`${at} ${text}`}>
              <span className="meta quiet num">{formatTimeWithSeconds(at, zone)}</span>
              <span>{text}</span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
