import { createHash, createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Config } from '../../server/config/services.ts';

interface Unfinished {
  readonly key: string;
  readonly begun: Date;
  readonly parts: Map<number, Buffer>;
}

export interface S3StandIn {
  readonly config: S3Config;
  readonly files: Map<string, Buffer>;
  /** When a file came, of those that came long ago. */
  readonly ages: Map<string, Date>;
  readonly unfinished: Map<string, Unfinished>;
  /** Number of requests of a kind: `PUT part`, `GET` and so on. */
  readonly asked: Map<string, number>;
  /** Answers `status` instead, for the next `times` requests of a kind. `status` 0: it never answers. */
  fail(kind: string, status: number, times: number): void;
  close(): Promise<void>;
}

const BUCKET = 'people-files';
const SECRET = 'stand-in-secret';
const ID = 'STANDIN';
const sha = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/** True when a request is signed with our key. Source: AWS Signature Version 4. */
function isSigned({ method, url, headers }: IncomingMessage, body: Buffer): boolean {
  const [, scope = '', signed = '', signature = ''] =
    /Credential=STANDIN\/(\S+), ?SignedHeaders=(\S+), ?Signature=(\w+)/.exec(headers.authorization ?? '') ?? [];
  const { pathname, searchParams } = new URL(url ?? '', 'http://x');
  const query = [...searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&');
  const named = signed
    .split(';')
    .map((name) => `${name}:${String(headers[name]).trim()}\n`)
    .join('');
  const hash = String(headers['x-amz-content-sha256']);
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha(body)) return false;
  const canonical = [method, pathname, query, named, signed, hash].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((from, part) => hmac(from, part), `AWS4${SECRET}`);
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha(canonical)].join('\n');
  return hmac(key, text).toString('hex') === signature;
}

/** A bucket that speaks the protocol as far as the storage needs it, and holds it to its rules. */
export async function startS3(): Promise<S3StandIn> {
  const files = new Map<string, Buffer>();
  const ages = new Map<string, Date>();
  const unfinished = new Map<string, Unfinished>();
  const asked = new Map<string, number>();
  const failing = new Map<string, { status: number; times: number }>();
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    const key = decodeURIComponent(pathname.slice(BUCKET.length + 2));
    const uploadId = searchParams.get('uploadId');
    const part = searchParams.get('partNumber');
    const what =
      part !== null ? ' part' : searchParams.has('uploads') ? ' uploads' : uploadId !== null ? ' upload' : '';
    const kind = `${request.method}${what}`;
    asked.set(kind, (asked.get(kind) ?? 0) + 1);
    const refuse = (status: number, code: string) =>
      void response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
    const xml = (text: string) => void response.writeHead(200, { 'content-type': 'application/xml' }).end(text);
    const fault = failing.get(kind);
    if (fault !== undefined && fault.times > 0) {
      fault.times -= 1;
      return fault.status === 0 ? undefined : refuse(fault.status, fault.status === 503 ? 'SlowDown' : 'AccessDenied');
    }
    if (!isSigned(request, body)) return refuse(403, 'SignatureDoesNotMatch');
    if (!pathname.startsWith(`/${BUCKET}`)) return refuse(404, 'NoSuchBucket');

    const upload = uploadId === null ? null : unfinished.get(uploadId);
    if (upload === undefined) return refuse(404, 'NoSuchUpload');
    if (kind === 'HEAD') return void response.writeHead(200).end();
    if (kind === 'PUT') {
      files.set(key, body);
      return void response.writeHead(200, { etag: `"${sha(body)}"` }).end();
    }
    if (kind === 'POST uploads') {
      const id = randomUUID();
      unfinished.set(id, { key, begun: new Date(), parts: new Map() });
      return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    }
    if (kind === 'PUT part') {
      upload?.parts.set(Number(part), body);
      return void response.writeHead(200, { etag: `"${sha(body)}"` }).end();
    }
    if (kind === 'POST upload' && upload) {
      const parts = [...upload.parts].toSorted(([a], [b]) => a - b).map(([, bytes]) => bytes);
      if (parts.slice(0, -1).some((bytes) => bytes.length < 5 * 2 ** 20)) return refuse(400, 'EntityTooSmall');
      files.set(upload.key, Buffer.concat(parts));
      unfinished.delete(uploadId ?? '');
      return xml('<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>');
    }
    if (kind === 'DELETE upload') {
      unfinished.delete(uploadId ?? '');
      return void response.writeHead(204).end();
    }
    if (kind === 'DELETE') {
      files.delete(key);
      return void response.writeHead(204).end();
    }
    if (kind === 'GET uploads') return xml(listOf(unfinished, searchParams.get('upload-id-marker')));
    if (kind === 'GET' && key === '') return xml(contentsOf(files, ages, searchParams));
    const file = files.get(key);
    if (kind !== 'GET' || file === undefined) return refuse(404, 'NoSuchKey');
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (from === undefined) return void response.writeHead(200, { 'content-length': file.length }).end(file);
    const cut = file.subarray(Number(from), Number(to) + 1);
    response
      .writeHead(206, { 'content-length': cut.length, 'content-range': `bytes ${from}-${to}/${file.length}` })
      .end(cut);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    config: {
      bucket: BUCKET,
      region: 'eu-test-1',
      endpoint: `http://127.0.0.1:${port}`,
      accessKeyId: ID,
      secretAccessKey: SECRET,
    },
    files,
    ages,
    unfinished,
    asked,
    fail: (kind, status, times) => void failing.set(kind, { status, times }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** One per page, so that clients have to continue. */
function listOf(unfinished: ReadonlyMap<string, Unfinished>, after: string | null): string {
  const all = [...unfinished].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const rest = all.filter(([id]) => after === null || id > after);
  const [first] = rest;
  const uploads = rest
    .slice(0, 1)
    .map(
      ([id, { key, begun }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begun.toISOString()}</Initiated></Upload>`,
    );
  const next =
    rest.length > 1 && first !== undefined
      ? `<IsTruncated>true</IsTruncated><NextKeyMarker>${first[1].key}</NextKeyMarker><NextUploadIdMarker>${first[0]}</NextUploadIdMarker>`
      : '<IsTruncated>false</IsTruncated>';
  return `<ListMultipartUploadsResult>${uploads.join('')}${next}</ListMultipartUploadsResult>`;
}

/** Two per page, so that clients have to continue. */
function contentsOf(
  files: ReadonlyMap<string, Buffer>,
  ages: ReadonlyMap<string, Date>,
  asked: URLSearchParams,
): string {
  const after = asked.get('continuation-token') ?? '';
  const rest = [...files.keys()].filter((key) => key.startsWith(asked.get('prefix') ?? '') && key > after).toSorted();
  const page = rest.slice(0, 2);
  const dateOf = (key: string) => (ages.get(key) ?? new Date()).toISOString();
  const contents = page.map(
    (key) => `<Contents><Key>${key}</Key><LastModified>${dateOf(key)}</LastModified></Contents>`,
  );
  const next =
    rest.length > 2
      ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${page.at(-1)}</NextContinuationToken>`
      : '<IsTruncated>false</IsTruncated>';
  return `<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`;
}
