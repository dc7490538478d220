import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { ContactsScope } from '#contract/contacts/scope.contract.ts';
import { aiEmail } from '../../src/store/ai-email.ts';
import { aiSearch } from '../../src/store/ai-search.ts';
import { resetStores } from '../../src/store/reset.ts';
import { type StoredFor, storedOnce } from '../../src/store/stored-once.ts';

const step = (user_id: number) => ({ user_id }) as StoredFor['identity'][number];
const MARCUS: StoredFor = { id: 1003, identity: [step(1003)] };
const DANA: StoredFor = { id: 1007, identity: [step(1007)] };
const DANA_AS_MARCUS: StoredFor = { id: 1003, identity: [step(1007), step(1003)] };

const EMAIL = { subject: 'Hello', body: 'Two plans.', purpose: 'service', contact: null } as const;

const reported = vi.fn<(error: unknown) => void>();

beforeEach(() => {
  sessionStorage.clear();
  reported.mockReset();
  vi.stubGlobal('reportError', reported);
});

describe('what MAX leaves for a page', () => {
  test('is taken once', () => {
    aiEmail.put(MARCUS, EMAIL);

    expect([aiEmail.take(MARCUS), aiEmail.take(MARCUS)]).toEqual([EMAIL, null]);
  });

  test('comes back with what the contract adds', () => {
    aiSearch.put(MARCUS, ContactsScope.parse({ q: 'ana', order: 'desc' }));

    expect(aiSearch.take(MARCUS)).toMatchObject({ q: 'ana', order: 'desc', contact_group: 'mine' });
  });

  test('gives way to what was left later', () => {
    aiEmail.put(MARCUS, EMAIL);
    aiEmail.put(MARCUS, { ...EMAIL, subject: 'Later' });

    expect(aiEmail.take(MARCUS)?.subject).toBe('Later');
  });

  test.each([
    ['somebody else', DANA],
    ['somebody who acts as them', DANA_AS_MARCUS],
  ])('is not for %s, and is dropped', (_who, other) => {
    aiEmail.put(MARCUS, EMAIL);

    expect([aiEmail.take(other), aiEmail.take(MARCUS)]).toEqual([null, null]);
  });

  test('goes at sign-out', () => {
    aiEmail.put(MARCUS, EMAIL);
    resetStores();

    expect(aiEmail.take(MARCUS)).toBeNull();
  });

  test('of another version is nothing', () => {
    storedOnce('ai-email', 0, z.unknown()).put(MARCUS, EMAIL);

    expect(aiEmail.take(MARCUS)).toBeNull();
  });

  test.each([
    ['out of contract', '{"for":"1003 as 1003","value":{"subject":3}}', 0],
    ['of nobody', 'null', 0],
    ['broken', '{', 1],
  ])('%s is nothing', (_what, text, reports) => {
    sessionStorage.setItem('bellwether.ai-email.v1', text);

    expect([aiEmail.take(MARCUS), reported.mock.calls.length, sessionStorage.length]).toEqual([null, reports, 0]);
  });
});

describe('a storage that fails', () => {
  test('is reported and yields nothing', () => {
    const failure = new DOMException('full', 'QuotaExceededError');
    vi.stubGlobal('sessionStorage', {
      setItem: () => {
        throw failure;
      },
      getItem: () => {
        throw failure;
      },
    });
    aiEmail.put(MARCUS, EMAIL);
    const taken = aiEmail.take(MARCUS);
    vi.unstubAllGlobals();

    expect([taken, reported.mock.calls]).toEqual([null, [[failure], [failure]]]);
  });
});
