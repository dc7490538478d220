import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

export interface CuttableLine {
  /** Leads through the line. */
  readonly url: string;
  /** Whatever is connected hears nothing more, and nobody hears it; new connections are fine. */
  silence(): void;
  speak(): void;
  close(): Promise<void>;
}

/** A line to a database that can fall silent without being closed, as when a machine vanishes from the network. */
export async function cuttableLine(databaseUrl: string): Promise<CuttableLine> {
  const target = new URL(databaseUrl);
  const folder = target.searchParams.get('host') ?? decodeURIComponent(target.hostname);
  const port = Number(target.port || 5432);
  const open = folder.startsWith('/')
    ? () => createConnection(`${folder}/.s.PGSQL.${port}`)
    : () => createConnection(port, folder);
  const sockets = new Set<Socket>();
  let silent = false;
  const server = createServer((near) => {
    const far = open();
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => to.destroy());
      from.on('data', (bytes) => {
        if (!silent) to.write(bytes);
      });
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    silence: () => {
      silent = true;
    },
    speak: () => {
      silent = false;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
