import { expect, test } from 'vitest';
import { PERMISSIONS, ROLES } from '../../src/api/contract/access.contract.ts';
import { mayDo, permissionsOf, permissionsOnPages, reachOf, scopesOf } from '../../src/rules/access/permissions.ts';

test('every permission is held by someone', () => {
  expect(PERMISSIONS.filter((permission) => !ROLES.some((role) => mayDo([role], permission)))).toEqual([]);
});

test('an agent works with contacts and watches no one', () => {
  expect(PERMISSIONS.filter((permission) => mayDo(['agent'], permission))).toEqual([
    'contacts.read',
    'contacts.write',
    'contacts.delete',
    'contacts.reveal',
    'contacts.transfer',
    'contacts.export',
    'phone.call',
    'chat.use',
    'quotes.ask',
    'imports.run',
    'broadcasts.send',
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

test('in demo and development everyone may inspect the machines, elsewhere only with the permission', () => {
  const inspects = (env: 'development' | 'demo' | 'stage' | 'production') =>
    permissionsOnPages(env, ['contacts.read']).includes('machines.inspect');

  expect([inspects('development'), inspects('demo'), inspects('stage'), inspects('production')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(permissionsOnPages('production', permissionsOf([['admin']]))).toContain('machines.inspect');
  expect(permissionsOnPages('production', permissionsOf([['admin'], ['agent']]))).not.toContain('machines.inspect');
});

test('a key may have what calls ask for, not what a page alone needs', () => {
  expect(permissionsOf([['admin']])).toContain('machines.inspect');
  expect(scopesOf(permissionsOf([['admin']]))).not.toContain('machines.inspect');
});
