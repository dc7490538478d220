import { expect, test } from 'vitest';
import { identityOf } from '../../server/features/bulk/caller.ts';
import { Refusal } from '../../server/errors.ts';

const caller = (user_id: number, active = true) => ({
  user_id,
  business_unit_id: 3,
  roles: ['agent' as const],
  active,
});

test("work on behalf of another user is theirs and the signed-in one's, who both must be active", () => {
  const both = identityOf({ account_id: 1 }, [caller(7), caller(8)]);
  const gone = identityOf({ account_id: 1 }, [caller(7), caller(8, false)]);

  expect([both.userId, both.actorId, both.depth, both.permissions.length > 0, gone.permissions]).toEqual([
    7,
    8,
    1,
    true,
    [],
  ]);
});

test('work without a user is refused, so that it ends instead of being retried', () => {
  expect(() => identityOf({ account_id: 1 }, [])).toThrow(Refusal);
});
