// Readers of bench/faults-readers.ts, in a process of their own: they subscribe and then read nothing, or a byte a second.
import { connect, type Socket } from 'node:net';

export interface OpenSlow {
  readonly type: 'open';
  readonly port: number;
  readonly cookies: readonly string[];
  readonly identifier: string;
}

const readers: Socket[] = [];

process.on('message', (command: OpenSlow) => void openAll(command));
process.on('disconnect', () => process.exit(0));

async function openAll({ port, cookies, identifier }: OpenSlow): Promise<void> {
  for (let at = 0; at < cookies.length; at += 50) {
    await Promise.all(cookies.slice(at, at + 50).map((cookie) => open(port, cookie, identifier)));
  }
  // Every second one takes a byte a second, the others nothing.
  setInterval(() => {
    for (const [place, socket] of readers.entries()) if (place % 2 === 0) socket.read(1);
  }, 1_000).unref();
  process.send?.('ready');
}

function open(port: number, cookie: string, identifier: string): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  readers.push(socket);
  socket.on('error', () => undefined);
  socket.write(
    `GET /cable HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\nUpgrade: websocket\r\n` +
      `Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n` +
      `Sec-WebSocket-Protocol: actioncable-v1-json\r\nCookie: ${cookie}\r\n\r\n`,
  );
  let heard = '';
  let asked = false;
  return new Promise((done, fail) => {
    const hear = (data: Buffer) => {
      heard += data.toString('latin1');
      if (!asked && heard.includes('"welcome"')) {
        asked = true;
        socket.write(maskedFrame(JSON.stringify({ command: 'subscribe', identifier })));
      }
      if (heard.includes('reject_subscription') || heard.startsWith('HTTP/1.1 4')) fail(new Error(heard));
      if (!heard.includes('stream.positioned')) return;
      socket.off('data', hear).pause();
      done();
    };
    socket.on('data', hear);
  });
}

/** The mask is zero: allowed, and nothing to compute. */
function maskedFrame(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length > 125) throw new Error('This frame is too long for a short head.');
  return Buffer.concat([Buffer.from([0x81, 0x80 | bytes.length]), Buffer.alloc(4), bytes]);
}
