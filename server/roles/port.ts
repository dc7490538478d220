import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartFault } from '../start-fault.ts';
import { portTaken } from './sentence-of.ts';

/** Time for a killed process to free its port, in ms. Our choice. */
const RELEASE_MS = 2_000;

const PAUSE_MS = 100;

/**
 * Proves that the port can be had, before anything slow begins.
 * @throws {StartFault} when another program keeps it; whatever the system says when the host or port is impossible.
 */
export async function provePort(host: string, port: number): Promise<void> {
  if (port === 0) return;
  const until = Date.now() + RELEASE_MS;
  for (const address of host === 'localhost' ? ['127.0.0.1', '::1'] : [host]) {
    while (!(await isFree(address, port))) {
      if (Date.now() > until) throw new StartFault(portTaken(port));
      await sleep(PAUSE_MS);
    }
  }
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((done, refuse) => {
    const server = createServer();
    server.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') done(false);
      // A machine without IPv6 has no ::1.
      else if (host === '::1') done(true);
      else refuse(error);
    });
    server.listen({ host, port, exclusive: true }, () => server.close(() => done(true)));
  });
}
