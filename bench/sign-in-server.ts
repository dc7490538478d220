// The web process as it runs, which also says how late its event loop was.
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '../server/config.ts';
import { startWeb } from '../server/roles/web.ts';

/** Milliseconds between looks at the clock. */
const EVERY_MS = 5;

const lags: number[] = [];

async function watch(): Promise<void> {
  for (;;) {
    const from = performance.now();
    await sleep(EVERY_MS);
    lags.push(Math.max(0, performance.now() - from - EVERY_MS));
  }
}

const web = await startWeb(loadConfig(process.env));
process.on('message', (message: { type: string }) => {
  if (message.type === 'lags') process.send?.({ type: 'lags', lags: lags.splice(0) });
});
process.on('SIGTERM', () => void web.stop().finally(() => process.exit()));
process.send?.({ type: 'ready', url: web.url });
void watch();
