import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  NoSuchKey,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { S3Config } from '../../config/services.ts';
import { KEY, MissingFile, requireKey, type Storage } from './storage.ts';

/** Bytes of a part, of which two are held at a time. Source: the least that S3 takes is 5 MiB. */
const PART_BYTES = 8 * 2 ** 20;
const PARTS_AT_ONCE = 2;

/** Milliseconds to connect, and between two bytes. Our choice. */
const CONNECT_MS = 5_000;
const SILENCE_MS = 30_000;

/** Files in a bucket of S3 or a compatible service. A file exists completely or not at all. */
export function s3Storage(config: S3Config, { partBytes = PART_BYTES, silenceMs = SILENCE_MS } = {}): Storage {
  const client = clientOf(config, silenceMs);
  const at = (key: string) => ({ Bucket: config.bucket, Key: requireKey(key) });
  return {
    save: async (key, source) => {
      const body = new CountedBytes();
      const upload = new Upload({
        client,
        params: { ...at(key), Body: body },
        partSize: partBytes,
        queueSize: PARTS_AT_ONCE,
      });
      // A source that fails fails the upload, which then forgets its parts; an upload that fails ends its source.
      const sent = upload.done().catch((error: unknown) => {
        body.destroy(error as Error);
        throw error;
      });
      const [flowed, done] = await Promise.allSettled([pipeline(source, body), sent]);
      if (flowed.status === 'rejected') throw flowed.reason;
      if (done.status === 'rejected') throw done.reason;
      return body.bytes;
    },
    open: async (key, range) => {
      const wanted = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` };
      try {
        const { Body } = await client.send(new GetObjectCommand({ ...at(key), ...wanted }));
        return Body as Readable;
      } catch (error) {
        throw error instanceof NoSuchKey ? new MissingFile(key, { cause: error }) : error;
      }
    },
    remove: async (key) => {
      await client.send(new DeleteObjectCommand(at(key)));
    },
    list: async function* (prefix, before) {
      let next: string | undefined;
      do {
        const page: ListObjectsV2CommandOutput = await client.send(
          new ListObjectsV2Command({ Bucket: config.bucket, Prefix: prefix, ContinuationToken: next }),
        );
        yield (page.Contents ?? []).flatMap(({ Key, LastModified }) =>
          Key !== undefined && KEY.test(Key) && LastModified !== undefined && LastModified < before ? [Key] : [],
        );
        next = page.NextContinuationToken;
      } while (next !== undefined);
    },
    sweep: async (before) => {
      for await (const { Key, UploadId, Initiated } of unfinished(client, config.bucket)) {
        if (Initiated === undefined || Initiated >= before) continue;
        await client.send(new AbortMultipartUploadCommand({ Bucket: config.bucket, Key, UploadId }));
      }
    },
  };
}

/** @throws when the bucket does not answer, or not to these keys. */
export async function reachBucket(config: S3Config, answerMs: number): Promise<void> {
  const client = clientOf(config, answerMs);
  try {
    await client.send(new HeadBucketCommand({ Bucket: config.bucket }));
  } finally {
    client.destroy();
  }
}

class CountedBytes extends Transform {
  bytes = 0;

  override _transform(chunk: Buffer, _: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.bytes += chunk.length;
    done(null, chunk);
  }
}

const clientOf = ({ endpoint, region, accessKeyId, secretAccessKey }: S3Config, silenceMs: number): S3Client =>
  new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Private buckets have no host names of their own.
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    // Others that speak S3 know no trailing checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: silenceMs,
      requestTimeout: silenceMs,
      throwOnRequestTimeout: true,
    },
  });

async function* unfinished(client: S3Client, bucket: string) {
  let from: { KeyMarker?: string; UploadIdMarker?: string } | null = {};
  while (from !== null) {
    const page: Awaited<ReturnType<typeof ask>> = await ask(from);
    yield* page.Uploads ?? [];
    from =
      page.IsTruncated === true && page.NextKeyMarker !== undefined
        ? { KeyMarker: page.NextKeyMarker, ...(page.NextUploadIdMarker && { UploadIdMarker: page.NextUploadIdMarker }) }
        : null;
  }

  function ask(marks: { KeyMarker?: string; UploadIdMarker?: string }) {
    return client.send(new ListMultipartUploadsCommand({ Bucket: bucket, ...marks }));
  }
}
