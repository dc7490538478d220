import { type LookupAddress, lookup } from 'node:dns';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Why there was no answer. */
export type PostFault = 'timeout' | 'unreachable' | 'private_address' | 'certificate';

/** The answer of another program: a status, or a fault. */
export interface Posted {
  readonly status: number | null;
  readonly fault: '' | PostFault;
  /** The beginning of its body. */
  readonly answer: string;
}

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  /** Bytes of the answer that are read. */
  readonly most: number;
  /** True: private addresses are allowed. */
  readonly toPrivate: boolean;
  /** Ends it early, as a fault of this side. */
  readonly signal?: AbortSignal;
  /** Absent: that of the system. */
  readonly resolve?: typeof lookup;
}

class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
}

/** A host as a socket takes it: without the brackets of IPv6. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** Connects to what was checked: the socket uses this answer, and asks no second time. */
const guarded =
  (resolve: typeof lookup): LookupFunction =>
  (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const [first] = found ?? [];
      if (error !== null || first === undefined) return done(error ?? new Error('no address'), []);
      if (!found.every(({ address }) => isPublicAddress(address))) return done(new PrivateAddress(host), []);
      return options.all === true ? done(null, found) : done(null, first.address, first.family);
    });

function faultOf(error: unknown, isLate: boolean): PostFault {
  if (isLate) return 'timeout';
  if (error instanceof PrivateAddress) return 'private_address';
  const { code = '' } = error as NodeJS.ErrnoException;
  return /CERT|SELF_SIGNED|VERIFY|^ERR_(SSL|TLS)|EPROTO/.test(code) ? 'certificate' : 'unreachable';
}

/**
 * Posts to an address that a user has entered: to public addresses alone (promise P13), checked where the connection is
 * made, and following no redirect. Answers faults as well. @throws when the signal ends it.
 */
export async function postOutside({
  url,
  headers,
  body,
  timeoutMs,
  most,
  toPrivate,
  signal,
  resolve,
}: Post): Promise<Posted> {
  const to = new URL(url);
  const host = hostOf(to);
  // A socket looks up no address that is one already.
  if (!toPrivate && isIP(host) !== 0 && !isPublicAddress(host))
    return { status: null, fault: 'private_address', answer: '' };
  const late = AbortSignal.timeout(timeoutMs);
  const over = signal === undefined ? late : AbortSignal.any([late, signal]);
  try {
    const response = await sent(to, {
      headers,
      body,
      over,
      ...(toPrivate ? {} : { lookup: guarded(resolve ?? lookup) }),
    });
    const answer = await beginning(response, most);
    return { status: response.statusCode ?? 0, fault: '', answer };
  } catch (error) {
    signal?.throwIfAborted();
    return { status: null, fault: faultOf(error, late.aborted), answer: '' };
  }
}

interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly over: AbortSignal;
  readonly lookup?: LookupFunction;
}

function sent(to: URL, { headers, body, over, ...more }: Sent): Promise<IncomingMessage> {
  const request = to.protocol === 'https:' ? requestTls : requestPlain;
  return new Promise((resolve, reject) => {
    const bytes = Buffer.from(body);
    request(to, {
      ...more,
      method: 'POST',
      agent: false,
      headers: { ...headers, 'content-length': bytes.length },
      signal: over,
    })
      .on('response', resolve)
      .on('error', reject)
      .end(bytes);
  });
}

/** As text; the rest isn't read. */
async function beginning(response: IncomingMessage, most: number): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= most) break;
  }
  response.destroy();
  return Buffer.concat(parts).subarray(0, most).toString('utf8').replaceAll('\0', '');
}
