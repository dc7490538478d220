import { createSocket, type RemoteInfo } from 'node:dgram';

/** A name server's data for a name. `nothing`: the name exists, without a record of that type. */
export type Zone = Readonly<Record<string, 'noDomain' | 'failure' | 'silence' | Records>>;

interface Records {
  readonly mx?: readonly string[];
  readonly a?: string | readonly string[];
  /** All eight groups. */
  readonly aaaa?: string;
  /** Answers every other type, too. */
  readonly cname?: string;
  readonly ns?: readonly string[];
  readonly txt?: readonly string[];
  /** Values of `issue`. */
  readonly caa?: readonly string[];
  /** Seconds; absent: a minute. */
  readonly ttl?: number;
}

export interface NameServer {
  /** `127.0.0.1:port` */
  readonly address: string;
  /** Names and types in the order in which they were asked for. */
  readonly asked: string[];
  /** Changes what it knows. */
  know(zone: Zone): void;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<number, string>> = {
  1: 'a',
  2: 'ns',
  5: 'cname',
  15: 'mx',
  16: 'txt',
  28: 'aaaa',
  257: 'caa',
};
const SERVFAIL = 2;
const NXDOMAIN = 3;

/** A name server on the loopback that speaks DNS over UDP (RFC 1035) and knows these names. */
export async function openNameServer(first: Zone): Promise<NameServer> {
  let zone = first;
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query: Buffer, { port, address }: RemoteInfo) => {
    const { name, type, end } = questionOf(query);
    asked.push(`${name} ${type}`);
    const known = zone[name] ?? 'noDomain';
    if (known === 'silence') return;
    const records = typeof known === 'string' ? [] : recordsOf(known, type);
    const code = known === 'noDomain' ? NXDOMAIN : known === 'failure' ? SERVFAIL : 0;
    socket.send(answerOf(query, end, code, records), port, address);
  });
  await new Promise<void>((bound) => socket.bind(0, '127.0.0.1', bound));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    know: (next) => {
      zone = next;
    },
    close: () => new Promise<void>((closed) => socket.close(() => closed())),
  };
}

function questionOf(query: Buffer): { name: string; type: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: TYPES[query.readUInt16BE(at + 1)] ?? '', end: at + 5 };
}

const nameOf = (name: string): Buffer =>
  Buffer.concat([
    ...name
      .split('.')
      .filter(Boolean)
      .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, 'latin1')])),
    Buffer.from([0]),
  ]);

const textOf = (text: string): Buffer =>
  Buffer.concat((text.match(/.{1,255}/gs) ?? ['']).map((part) => Buffer.from([part.length, ...Buffer.from(part)])));

const addressOf = (address: string): Buffer =>
  address.includes(':')
    ? Buffer.from(
        address.split(':').flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]),
      )
    : Buffer.from(address.split('.').map(Number));

function recordsOf(
  { mx = [], a = [], aaaa, cname, ns = [], txt = [], caa = [], ttl = 60 }: Records,
  type: string,
): Buffer[] {
  const all = (number: number, data: readonly Buffer[]) => data.map((one) => record(number, one, ttl));
  if (cname !== undefined) return all(5, [nameOf(cname)]);
  if (type === 'mx')
    return all(
      15,
      mx.map((exchange, place) => Buffer.concat([Buffer.from([0, place]), nameOf(exchange)])),
    );
  if (type === 'a') return all(1, [a].flat().map(addressOf));
  if (type === 'aaaa') return all(28, aaaa === undefined ? [] : [addressOf(aaaa)]);
  if (type === 'ns') return all(2, ns.map(nameOf));
  if (type === 'txt') return all(16, txt.map(textOf));
  return type === 'caa'
    ? all(
        257,
        caa.map((issuer) => Buffer.from(`\0\u0005issue${issuer}`, 'latin1')),
      )
    : [];
}

/** About the name of the question. */
function record(type: number, data: Buffer, ttl: number): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc0_0c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(ttl, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function answerOf(query: Buffer, questionEnd: number, code: number, records: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x81_80 | code, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  return Buffer.concat([head, query.subarray(12, questionEnd), ...records]);
}
