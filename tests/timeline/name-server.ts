import { createSocket, type RemoteInfo } from 'node:dgram';

/** A name server's data for a name. `nothing`: the name exists, without a record of that type. */
export type Zone = Readonly<
  Record<string, 'noDomain' | 'failure' | 'silence' | { mx?: readonly string[]; a?: string; aaaa?: string }>
>;

export interface NameServer {
  /** `127.0.0.1:port` */
  readonly address: string;
  /** Names and types in the order in which they were asked for. */
  readonly asked: string[];
  close(): Promise<void>;
}

const TYPES: Readonly<Record<number, 'a' | 'mx' | 'aaaa'>> = { 1: 'a', 15: 'mx', 28: 'aaaa' };
const SERVFAIL = 2;
const NXDOMAIN = 3;

/** A name server on the loopback that speaks DNS over UDP (RFC 1035) and knows these names. */
export async function openNameServer(zone: Zone): Promise<NameServer> {
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

function recordsOf({ mx = [], a, aaaa }: Exclude<Zone[string], string>, type: string): Buffer[] {
  if (type === 'mx')
    return mx.map((exchange, place) => record(15, Buffer.concat([Buffer.from([0, place]), nameOf(exchange)])));
  if (type === 'a' && a !== undefined) return [record(1, Buffer.from(a.split('.').map(Number)))];
  if (type !== 'aaaa' || aaaa === undefined) return [];
  return [
    record(
      28,
      Buffer.from(
        aaaa.split(':').flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]),
      ),
    ),
  ];
}

/** About the name of the question, for a minute. */
function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc0_0c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
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
