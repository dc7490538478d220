import { expect, test } from 'vitest';
import { PERMISSIONS, ROLES } from '../../src/api/contract/access.contract.ts';
import { mayDo, reachOf } from '../../src/rules/permissions.ts';

test('every permission is held by someone', () => {
  expect(PERMISSIONS.filter((permission) => !ROLES.some((role) => mayDo([role], permission)))).toEqual([]);
});

test('an agent works with contacts and watches nobody', () => {
  expect(PERMISSIONS.filter((permission) => mayDo(['agent'], permission))).toEqual([
    'contacts.read',
    'contacts.write',
    'contacts.delete',
    'imports.run',
  ]);
});

test('without a role nothing is allowed', () => {
  expect(PERMISSIONS.filter((permission) => mayDo([], permission))).toEqual([]);
});

test('the widest of several roles counts for how far one sees', () => {
  expect([reachOf(['agent']), reachOf(['bu_admin', 'agent']), reachOf(['bu_admin', 'sub_admin'])]).toEqual([
    'downline',
    'businessUnit',
    'account',
  ]);
});
