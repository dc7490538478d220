import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, loadConfig } from '../../server/config.ts';
import { pagePolicyOf } from '../../server/http/content-policy.ts';

const BUCKET = { S3_BUCKET: 'people-files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

describe('a bucket', () => {
  test('is one of Amazon, unless an endpoint is named', () => {
    const known = { bucket: 'people-files', accessKeyId: 'id', secretAccessKey: 'secret' };

    expect(loadConfig(BUCKET).s3).toEqual({ ...known, region: 'us-east-1', endpoint: null });
    expect(loadConfig({ ...BUCKET, S3_REGION: 'eu-1', S3_ENDPOINT: 'http://minio:9000/' }).s3).toEqual({
      ...known,
      region: 'eu-1',
      endpoint: 'http://minio:9000',
    });
  });

  test('needs both keys', () => {
    expect(faultsOf({ S3_BUCKET: 'people-files' })).toEqual([
      'S3_ACCESS_KEY_ID is missing: a bucket for files needs S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY.',
      'S3_SECRET_ACCESS_KEY is missing: a bucket for files needs S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY.',
    ]);
  });

  test('may keep its keys in files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'bellwether-settings-'));
    writeFileSync(join(folder, 'secret'), 'from a file\n');
    const { S3_SECRET_ACCESS_KEY: _, ...others } = BUCKET;

    const { s3 } = loadConfig({ ...others, S3_SECRET_ACCESS_KEY_FILE: join(folder, 'secret') });

    rmSync(folder, { recursive: true });
    expect(s3?.secretAccessKey).toBe('from a file');
  });
});

describe('files', () => {
  test('have a quota, and no scanner and no host of their own by default', () => {
    expect(loadConfig({}).files).toEqual({ origin: null, quotaBytes: 5 * 2 ** 30, scanner: null });
  });

  test('go by what is set', () => {
    const env = {
      FILES_QUOTA_MB: '100',
      CLAMD_URL: 'unix:/run/clamd.sock',
      FILES_ORIGIN: 'https://files.example.com/x',
    };

    expect(loadConfig(env).files).toEqual({
      origin: 'https://files.example.com',
      quotaBytes: 100 * 2 ** 20,
      scanner: 'unix:/run/clamd.sock',
    });
  });

  test.each([
    ['FILES_QUOTA_MB', '5 GB', 'FILES_QUOTA_MB must be a whole number of megabytes, such as 5120.'],
    [
      'CLAMD_URL',
      'clamd:3310',
      'CLAMD_URL must look like tcp://clamd.example.com:3310 or unix:/run/clamav/clamd.sock.',
    ],
    ['FILES_ORIGIN', 'files', 'FILES_ORIGIN must be the address that people type, such as https://crm.example.com.'],
  ])('take no %s of %s', (name, value, fault) => {
    expect(faultsOf({ [name]: value })).toEqual([fault]);
  });

  test('on a host of their own may be shown and played by the pages, not run', () => {
    const files = { origin: 'https://files.example.com', quotaBytes: 1, scanner: null };
    const { imgSrc, mediaSrc, scriptSrc } = pagePolicyOf({
      appUrl: null,
      stripe: null,
      twilio: null,
      files,
    }).directives;

    expect([imgSrc.at(-1), mediaSrc.at(-1), scriptSrc]).toEqual([files.origin, files.origin, ["'self'"]]);
  });
});
