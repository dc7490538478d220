import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FlakyLine, openLine } from '../../server/roles/demo-bench/flaky-line.ts';

/** Milliseconds in which nothing comes that is not coming. */
const QUIET_MS = 80;

let echo: Server;
let line: FlakyLine;
const far = new Set<Socket>();

beforeEach(async () => {
  echo = createServer({ allowHalfOpen: true }, (socket) => {
    far.add(socket);
    socket.on('error', () => undefined);
    socket.pipe(socket);
  });
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const { port } = echo.address() as AddressInfo;
  line = await openLine({ at: [{ host: '127.0.0.1', port: 0 }], to: { host: '127.0.0.1', port } });
});

afterEach(async () => {
  await line.close();
  for (const socket of far) socket.destroy();
  far.clear();
  echo.close();
});

interface Caller {
  readonly socket: Socket;
  readonly heard: () => string;
  /** Settles with the code of its end; empty for an end in order. */
  readonly ended: Promise<string>;
  /** Settles once so many characters have come. */
  readonly hears: (length: number) => Promise<string>;
}

async function call(): Promise<Caller> {
  const socket = connect(line.port, '127.0.0.1');
  let heard = '';
  let code = '';
  socket.setEncoding('utf8');
  socket.on('data', (text) => (heard += String(text)));
  socket.on('error', (error: NodeJS.ErrnoException) => (code = error.code ?? 'error'));
  const ended = new Promise<string>((done) => socket.on('close', () => done(code)));
  await Promise.race([new Promise((done) => socket.once('connect', done)), ended]);
  return {
    socket,
    heard: () => heard,
    ended,
    hears: async (length) => {
      while (heard.length < length) await sleep(2);
      return heard;
    },
  };
}

/** Time that work takes, in ms. */
async function taken(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

describe('a whole line', () => {
  test('carries both ways, and an end in order', async () => {
    const caller = await call();

    caller.socket.end('hello');

    expect([await caller.ended, caller.heard()]).toEqual(['', 'hello']);
  });

  test('names the sender by the PROXY protocol when asked to', async () => {
    const { port } = echo.address() as AddressInfo;
    await line.close();
    line = await openLine({
      at: [{ host: '127.0.0.1', port: 0 }],
      to: { host: '127.0.0.1', port },
      announces: true,
    });
    const caller = await call();

    const announced = `PROXY TCP4 127.0.0.1 127.0.0.1 ${caller.socket.localPort} ${line.port}\r\n`;
    expect(await caller.hears(announced.length)).toBe(announced);
  });

  test('resets the client when the destination is down', async () => {
    echo.close();

    expect(await (await call()).ended).toBe('ECONNRESET');
  });
});

describe('a delay', () => {
  test('delays bytes, several connections in parallel', async () => {
    line.set({ fault: 'delay', delay_ms: 60 });
    const caller = await call();

    const ms = await taken(async () => {
      for (let turn = 0; turn < 5; turn += 1) caller.socket.write('x'.repeat(10));
      await caller.hears(50);
    });

    expect(ms).toBeGreaterThanOrEqual(115);
    expect(ms).toBeLessThan(400);
  });

  test('keeps all bytes and their order under jitter', async () => {
    line.set({ fault: 'delay', delay_ms: 5, jitter_ms: 5 });
    const caller = await call();
    const sent = Array.from({ length: 200 }, (_, index) => `${index} `.repeat(300));

    for (const piece of sent) {
      if (!caller.socket.write(piece)) await once(caller.socket, 'drain');
    }
    caller.socket.end();

    expect(await caller.ended).toBe('');
    expect(caller.heard() === sent.join('')).toBe(true);
  });

  test('lets no more bytes through than its rate', async () => {
    line.set({ fault: 'delay', delay_ms: 0, bytes_per_s: 10_000 });
    const caller = await call();

    const ms = await taken(async () => {
      caller.socket.write('x'.repeat(1_000));
      await caller.hears(1_000);
    });

    expect(ms).toBeGreaterThanOrEqual(190);
  });
});

describe('a blackhole', () => {
  test('passes nothing and closes nothing; once healed all arrives', async () => {
    const before = await call();
    line.set({ fault: 'blackhole' });
    const during = await call();
    before.socket.write('one');
    during.socket.write('two');
    await sleep(QUIET_MS);
    const silent = [before.heard(), during.heard(), before.socket.closed];

    line.set(null);

    expect([silent, await before.hears(3), await during.hears(3)]).toEqual([['', '', false], 'one', 'two']);
  });

  test('keeps even the end of the other side from the caller', async () => {
    const caller = await call();
    caller.socket.write('x');
    await caller.hears(1);
    line.set({ fault: 'blackhole' });
    for (const socket of far) socket.resetAndDestroy();
    await sleep(QUIET_MS);
    const during = caller.socket.closed;

    line.set(null);

    expect([during, await caller.ended]).toEqual([false, 'ECONNRESET']);
  });
});

describe('a dropped line', () => {
  test('resets every connection and takes none, until it is healed', async () => {
    const before = await call();
    line.set({ fault: 'drop' });
    const during = await call();
    const ends = [await before.ended, await during.ended];

    line.set(null);
    const after = await call();
    after.socket.write('back');

    expect([ends, await after.hears(4)]).toEqual([['ECONNRESET', 'ECONNRESET'], 'back']);
  });
});

describe('a half-open line', () => {
  test('keeps open connections silently dead; new connections work', async () => {
    const before = await call();
    before.socket.write('a');
    await before.hears(1);
    line.set({ fault: 'half-open' });
    before.socket.write('b');
    const during = await call();
    during.socket.write('new');
    await sleep(QUIET_MS);

    expect([before.heard(), before.socket.closed, await during.hears(3)]).toEqual(['a', false, 'new']);
    line.set(null);
    expect(await before.ended).toBe('ECONNRESET');
  });
});

describe('a cut', () => {
  test('resets every connection once', async () => {
    const before = await call();

    line.cut();
    const after = await call();
    after.socket.write('back');

    expect([await before.ended, await after.hears(4)]).toEqual(['ECONNRESET', 'back']);
  });

  test('comes again and again when it is asked to, and ends with the fault', async () => {
    line.set({ fault: 'delay', delay_ms: 0, cut_every_s: 0.05 });
    const first = await (await call()).ended;
    const second = await (await call()).ended;
    line.set(null);
    const third = await call();
    await sleep(QUIET_MS);

    expect([first, second, third.socket.closed]).toEqual(['ECONNRESET', 'ECONNRESET', false]);
  });
});
