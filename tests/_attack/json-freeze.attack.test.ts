import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { ErrorBody } from '#contract/_wire.contract.ts';
import { readHealth } from '#contract/health.contract.ts';
import { type Client, clientOf } from '../_api/app.ts';
import { postJson, signInAs, underAttack } from './attacker.ts';

const url = inject('appUrl');
const stranger = clientOf(url, null);
const health = () => stranger.call(readHealth);
let user: Client;
beforeAll(async () => {
  user = await signInAs(url, 'agent');
});

/** Milliseconds that a bystander waits at most. Ours: these bodies took 1 to 18 s. */
const CALM_MS = 800;

const keys = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":0`).join(',')}}`;
const nested = (depth: number) => '['.repeat(depth);

describe('a body of JSON freezes nothing', () => {
  test.each([
    ['200,000 unknown keys', '/v1/sessions', keys(200_000)],
    ['7.8 MB of brackets', '/v1/sessions', nested(7_800_000)],
    ['7.8 MB of brackets to an unknown path', '/v1/nothing', nested(7_800_000)],
  ])('of a stranger: %s', async (_, path, body) => {
    // The server may close the connection while the body is still arriving.
    const attack = () => postJson(stranger, path, body).catch(() => null);
    const { result, slowest, statuses } = await underAttack(health, attack);

    expect([null, 400, 404]).toContain(result?.status ?? null);
    expect(JSON.stringify(result?.body ?? '').length).toBeLessThan(1_000);
    expect([...statuses]).toEqual([200]);
    expect(slowest).toBeLessThan(CALM_MS);
  });

  test.each([
    ['400,000 unknown keys, four times', keys(400_000)],
    ['7.8 MB of brackets, four times', nested(7_800_000)],
  ])('of a user: %s', async (_, body) => {
    const attack = () => Promise.all([1, 2, 3, 4].map(() => postJson(user, '/v1/contacts', body)));
    const { result, slowest } = await underAttack(health, attack);

    expect(result.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(slowest).toBeLessThan(CALM_MS);
  });

  test('names 20 problems at most', async () => {
    const { body } = await postJson(user, '/v1/contacts', keys(10_000));

    expect(Object.keys((body as ErrorBody).errors)).toHaveLength(21);
  });
});
