import type { AppActors } from '../../../actors/root.ts';
import type { Freshness } from '../../../realtime/cable.ts';
import { formatDuration } from '../../_kit/format/format-duration.ts';

/** A fault and the number under which the server's log has it. */
export interface Fault {
  readonly error: unknown;
  /** `null`: the report has not arrived. */
  readonly requestId: string | null;
}

/** Facts at the head of a bug report, shown as they are. */
export type Surroundings = Readonly<Record<string, string>>;

/** Returns the part of a bug report about this tab, without query strings or error messages: both may contain names. */
export const surroundingsOf = (
  { boot, cable }: Pick<AppActors, 'boot' | 'cable'>,
  now: number,
  fault?: Fault,
): Surroundings => ({
  Version: `${boot.brand} ${boot.version}, ${boot.app_env}`,
  Time: new Date(now).toISOString(),
  Page: location.pathname,
  ...(fault && faultLines(fault)),
  Browser: navigator.userAgent,
  Window: `${innerWidth} × ${innerHeight}, ${document.visibilityState}`,
  Connection: freshnessWords(cable, now),
});

/** Places of the code that a fault names. Ours: what called what, without the framework below. */
const FRAMES = 8;
/** A line of a stack that names a place of the code; those of the message do not. */
const FRAME = /^(\s+at |[^\s@]*@).*:\d+:\d+\)?$/u;

function faultLines({ error, requestId }: Fault): Record<string, string> {
  const { name, stack = '' } = error instanceof Error ? error : new Error('');
  const frames = stack.split('\n').filter((line) => FRAME.test(line));
  return {
    Fault: [name, ...frames.slice(0, FRAMES).map((line) => line.trim())].join('\n  '),
    Report: requestId ?? 'not sent',
  };
}

function freshnessWords({ freshness$ }: AppActors['cable'], now: number): string {
  const replayed: Freshness[] = [];
  freshness$.subscribe((freshness) => replayed.push(freshness)).unsubscribe();
  const last = replayed.at(-1) ?? { state: 'connecting' };
  return last.state === 'stale' ? `offline for ${formatDuration(now - last.since)}` : last.state;
}
