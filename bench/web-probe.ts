import type { Page } from 'playwright-core';

/** Probe inside a measured page. All times are of the page's own clock, in ms. */
export interface Probe {
  /** Since the navigation began, when a full page of rows had been painted and the page could answer. */
  readonly ready: Promise<number>;
  /**
   * From the last press, click or key until every row is another one, or the first and the last are these, and
   * painted. Ask before the input.
   */
  shown: (rows?: readonly [first: string, last: string]) => Promise<number>;
  /** From the last press, click or key until this selector matches something painted. */
  appeared: (selector: string) => Promise<number>;
  /** Goes back in the history, as a separate input. */
  back: () => void;
  /** Lengths of long tasks since the last asking. */
  longTasks: () => number[];
  /** The sum of layout shifts that no input caused. */
  shift: () => number;
  /** Longest of the interactions since the last asking, from input to the next paint. */
  interaction: () => number;
}

declare global {
  var probe: Probe;
}

/** Milliseconds after which what is waited for counts as never coming. Ours: twenty times the slowest list seen. */
const PATIENCE_MS = 60_000;

/** Installs the probe in every document of the page, before its own scripts run. */
export const installProbe = (page: Page): Promise<void> =>
  page.addInitScript(startProbe, PATIENCE_MS).then(() => undefined);

/** Runs in the page: everything it needs is inside. */
function startProbe(patienceMs: number): void {
  const tasks: number[] = [];
  let shift = 0;
  let longest = 0;
  let input = 0;

  const watch = (type: string, note: (entry: PerformanceEntry) => void, options: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...options });
  watch('longtask', ({ duration }) => tasks.push(duration));
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) shift += value;
  });
  watch('event', ({ duration }) => (longest = Math.max(longest, duration)), { durationThreshold: 16 });
  for (const type of ['pointerdown', 'click', 'keydown']) {
    addEventListener(type, ({ timeStamp }) => (input = timeStamp), { capture: true });
  }

  const rows = () =>
    [...document.querySelectorAll<HTMLElement>('tbody tr[data-contact]')].map(({ dataset }) => dataset['contact']);

  /** A task after the next frame: what came before is on the screen, and the page answers again. */
  const painted = () =>
    new Promise<number>((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(null);
      });
    });

  const until = (holds: () => boolean): Promise<number> =>
    new Promise((resolve, reject) => {
      if (holds()) return void painted().then(resolve);
      const waiting = setTimeout(
        () => reject(new Error(`not there after ${patienceMs} ms: ${rows().length} rows are`)),
        patienceMs,
      );
      const watching = new MutationObserver(() => {
        if (!holds()) return;
        watching.disconnect();
        clearTimeout(waiting);
        void painted().then(resolve);
      });
      watching.observe(document, { subtree: true, childList: true, attributes: true });
    });

  globalThis.probe = {
    ready: until(() => rows().length === 50),
    shown: (wanted) => {
      const before = new Set(rows());
      const holds = () => {
        const now = rows();
        if (wanted === undefined) return now.length > 0 && now.every((id) => !before.has(id));
        return now[0] === wanted[0] && now.at(-1) === wanted[1];
      };
      return until(holds).then((at) => at - input);
    },
    appeared: (selector) => until(() => document.querySelector(selector) !== null).then((at) => at - input),
    back: () => {
      input = performance.now();
      history.back();
    },
    longTasks: () => tasks.splice(0),
    shift: () => shift,
    interaction: () => {
      const told = longest;
      longest = 0;
      return told;
    },
  };
}
