// The readers of bench/cable.ts, in a process of their own: bare sockets that note when each event arrives.
import { connect, type Socket } from 'node:net';

/** One group of sockets to open. */
export interface OpenCommand {
  readonly type: 'open';
  readonly port: number;
  readonly path: string;
  /** One socket for each cookie. */
  readonly cookies: readonly string[];
  /** Text frames to send after the welcome, for every socket. */
  readonly commands: readonly string[];
  /** Text frames of which each socket must have had this many before it counts as ready. */
  readonly ready: { readonly text: string; readonly count: number };
}
export interface ReportCommand {
  readonly type: 'report';
  /** Receipts to wait for. */
  readonly receipts: number;
}
export interface Report {
  /** Milliseconds from publish to receipt, one a receipt. */
  readonly latencies: number[];
  /** Events that did not follow the one before them in their stream on their socket. */
  disorder: number;
}

const TEXT = 0x1;
const PING = 0x9;
/** A masked pong without content. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);
const AT = Buffer.from('"at":');
const STREAM = Buffer.from('"stream":"');
const OFFSET = Buffer.from('"offset":');

let latencies: number[] = [];
let disorder = 0;
let wanted: { receipts: number } | null = null;

process.on('message', (command: OpenCommand | ReportCommand) => {
  if (command.type === 'open') void openAll(command);
  else {
    wanted = command;
    reportWhenDone();
  }
});
process.on('disconnect', () => process.exit(0));

function reportWhenDone(): void {
  if (wanted === null || latencies.length < wanted.receipts) return;
  process.send?.({ latencies, disorder } satisfies Report);
  latencies = [];
  disorder = 0;
  wanted = null;
}

/** A hundred at a time, as a listen queue is short. */
async function openAll(command: OpenCommand): Promise<void> {
  for (let at = 0; at < command.cookies.length; at += 100) {
    await Promise.all(command.cookies.slice(at, at + 100).map((cookie) => open(command, cookie)));
  }
  process.send?.('ready');
}

const numberAfter = (frame: Buffer, mark: Buffer): number => {
  const at = frame.indexOf(mark);
  return at < 0 ? Number.NaN : Number.parseInt(frame.toString('latin1', at + mark.length, at + mark.length + 16), 10);
};

function streamOf(frame: Buffer): string {
  const from = frame.indexOf(STREAM) + STREAM.length;
  return frame.toString('latin1', from, frame.indexOf('"', from));
}

function note(frame: Buffer, offsets: Map<string, number>): void {
  const at = numberAfter(frame, AT);
  if (Number.isNaN(at)) return;
  latencies.push(Number(process.hrtime.bigint()) / 1e6 - at / 1e3);
  const [stream, offset] = [streamOf(frame), numberAfter(frame, OFFSET)];
  const before = offsets.get(stream);
  if (before !== undefined && offset !== before + 1) disorder += 1;
  offsets.set(stream, offset);
  if (wanted !== null) reportWhenDone();
}

function open({ port, path, commands, ready }: OpenCommand, cookie: string): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  const offsets = new Map<string, number>();
  let shaken = false;
  let rest: Buffer = Buffer.alloc(0);
  let left = ready.count;
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\nUpgrade: websocket\r\n` +
      `Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n` +
      `Sec-WebSocket-Protocol: actioncable-v1-json\r\nCookie: ${cookie}\r\n\r\n`,
  );
  return new Promise((done, fail) => {
    socket.on('error', fail);
    socket.on('data', (data) => {
      rest = rest.length === 0 ? data : Buffer.concat([rest, data]);
      if (!shaken) {
        const end = rest.indexOf('\r\n\r\n');
        if (end < 0) return;
        if (!rest.subarray(0, 12).equals(Buffer.from('HTTP/1.1 101'))) return fail(new Error(rest.toString()));
        shaken = true;
        rest = rest.subarray(end + 4);
        for (const command of commands) socket.write(maskedFrame(command));
        if (left === 0) done();
      }
      rest = eachFrame(rest, socket, (frame) => {
        if (left > 0 && frame.includes(ready.text)) {
          left -= 1;
          if (left === 0) done();
        } else note(frame, offsets);
      });
    });
  });
}

/** Hands on each whole text frame, answers pings, and answers what is left over. */
function eachFrame(data: Buffer, socket: Socket, take: (frame: Buffer) => void): Buffer {
  let at = 0;
  while (data.length - at >= 2) {
    const short = (data[at + 1] ?? 0) & 0x7f;
    const head = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (data.length - at < head) break;
    const length = head === 2 ? short : head === 4 ? data.readUInt16BE(at + 2) : Number(data.readBigUInt64BE(at + 2));
    if (data.length - at < head + length) break;
    const opcode = (data[at] ?? 0) & 0x0f;
    if (opcode === TEXT) take(data.subarray(at + head, at + head + length));
    else if (opcode === PING) socket.write(PONG);
    at += head + length;
  }
  return data.subarray(at);
}

/** The mask is zero: allowed, and nothing to compute. */
function maskedFrame(text: string): Buffer {
  const bytes = Buffer.from(text);
  const head =
    bytes.length < 126 ? [0x81, 0x80 | bytes.length] : [0x81, 0x80 | 126, bytes.length >> 8, bytes.length & 0xff];
  return Buffer.concat([Buffer.from(head), Buffer.alloc(4), bytes]);
}
