import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { EICAR } from './sample-files.ts';

export interface ClamdStandIn {
  readonly url: string;
  /** Bytes of every stream that it was given. */
  readonly scanned: number[];
  /** Responses to the next streams instead of a verdict. */
  answer: string | null;
  close(): Promise<void>;
}

/** Speaks the INSTREAM command of clamd, and knows one virus. `path`: on a socket of the file system. */
export async function startClamd(path?: string): Promise<ClamdStandIn> {
  const standIn: { scanned: number[]; answer: string | null } = { scanned: [], answer: null };
  const server: Server = createServer((line) => {
    let held = Buffer.alloc(0);
    let size = 0;
    let seam = Buffer.alloc(0);
    let found = false;
    let greeted = false;
    line.on('error', () => undefined);
    line.on('data', (bytes: Buffer) => {
      held = Buffer.concat([held, bytes]);
      if (!greeted) {
        const end = held.indexOf(0);
        if (end === -1) return;
        if (held.subarray(0, end).toString() !== 'zINSTREAM') return void line.end('UNKNOWN COMMAND\0');
        greeted = true;
        held = held.subarray(end + 1);
      }
      while (held.length >= 4) {
        const next = held.readUInt32BE();
        if (next === 0) {
          standIn.scanned.push(size);
          line.end(standIn.answer ?? (found ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0'));
          return;
        }
        if (held.length < 4 + next) return;
        seam = Buffer.concat([seam.subarray(-EICAR.length), held.subarray(4, 4 + next)]);
        found ||= seam.includes(EICAR);
        size += next;
        held = held.subarray(4 + next);
      }
    });
  });
  if (path === undefined) server.listen(0, '127.0.0.1');
  else server.listen(path);
  await once(server, 'listening');
  const url = path === undefined ? `tcp://127.0.0.1:${(server.address() as AddressInfo).port}` : `unix:${path}`;
  return Object.assign(standIn, {
    url,
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  });
}
