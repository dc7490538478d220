import { act } from 'react';
import { describe, expect, test } from 'vitest';
import type { AdminUser } from '#contract/users.contract.ts';
import { ActAsDialog } from '../../src/views/users/ActAsDialog.tsx';
import { PeoplePicker } from '../../src/views/users/PeoplePicker.tsx';
import { UsersPage } from '../../src/views/users/UsersPage.tsx';
import type { UsersSearch } from '../../src/views/users/users-search.ts';
import { click, only, type as typeInto } from '../_kit/mount.ts';
import { type Answer, button, calm, key, openDesk, refused } from '../contacts/contacts-desk.tsx';

const person = (id: number, differs: Partial<AdminUser> = {}): AdminUser => ({
  id,
  username: `person${id}`,
  first_name: 'Ada',
  last_name: `Reyes${id}`,
  email: `person${id}@example.test`,
  number: '',
  roles: ['agent'],
  account_type: 'agent',
  active: true,
  paid_membership: true,
  account: { id: 1, name: 'Harbor' },
  business_unit: { id: 1, name: 'Head office' },
  manager: null,
  downline_count: 0,
  last_seen_at: null,
  created_at: '2026-01-05T15:04:00Z',
  login_types: ['login_as'],
  no_login: '',
  ...differs,
});

const list = (rows: readonly AdminUser[], total = rows.length) => ({
  data: rows,
  meta: { current_page: 1, limit: 50, total_count: total, total_pages: Math.ceil(total / 50) },
});

const MANAGER = { roles: ['manager'], permissions: ['users.read', 'users.actAs'], first_name: 'Max', last_name: 'M' };
const ADMIN = { ...MANAGER, roles: ['admin'], permissions: ['users.read', 'users.actAs', 'users.manage'] };

async function openList(search: UsersSearch, answers: Record<string, Answer>, who: object = MANAGER) {
  const searches: UsersSearch[] = [];
  const view = <UsersPage search={search} setSearch={(next) => searches.push(next)} />;
  return { ...(await openDesk(view, answers, who)), searches };
}

describe('the list', () => {
  test('says in words why one may not act for somebody', async () => {
    const rows = [person(1), person(2, { login_types: [], no_login: 'This user is deactivated.', active: false })];
    await openList({}, { listUsers: list(rows) });

    expect([...document.querySelectorAll('tbody tr td:last-child')].map((cell) => cell.textContent)).toEqual([
      'Log in as',
      'This user is deactivated.',
    ]);
  });

  test('j and Enter open the person', async () => {
    const { opened } = await openList({}, { listUsers: list([person(1), person(2)]) });
    await key('j');
    await key('j');
    await key('Enter');

    expect(opened).toEqual([{ to: '/admin/users/$id', params: { id: '2' } }]);
  });

  test('Ctrl and A stay the browser’s: nobody is selected here', async () => {
    await openList({}, { listUsers: list([person(1), person(2)]) });
    const press = new KeyboardEvent('keydown', { key: 'a', ctrlKey: true, bubbles: true, cancelable: true });
    document.body.dispatchEvent(press);

    expect(press.defaultPrevented).toBe(false);
  });

  test('adding is there for those who manage people', async () => {
    await openList({}, { listUsers: list([person(1)]) }, ADMIN);
    expect(document.querySelectorAll('.topbar .btn.primary').length).toBe(1);
  });

  test('is not there for those who do not', async () => {
    await openList({}, { listUsers: list([person(1)]) });
    expect(document.querySelectorAll('.topbar .btn.primary').length).toBe(0);
  });

  test('a filter starts at the first page', async () => {
    const { searches } = await openList({ page: 3, q: 'ada' }, { listUsers: list([person(1)], 400) });
    const role = only<HTMLInputElement>('.user-filters input[type=checkbox]');
    click(role);
    await calm();

    expect(searches).toEqual([{ q: 'ada', impersonators: 'true' }]);
  });

  test('the next page is asked for by its number', async () => {
    const { searches } = await openList({ page: 2 }, { listUsers: list([person(1)], 400) });
    click(button('Next page'));

    expect(searches).toEqual([{ page: 3 }]);
  });

  test('a search without a match offers to clear it', async () => {
    const { searches } = await openList({ q: 'zz' }, { listUsers: list([]) });
    click(button('Clear search and filters'));

    expect(searches).toEqual([{}]);
  });

  test('a failure can be tried again', async () => {
    const { asked } = await openList({}, { listUsers: refused({}) });
    click(button('Try again'));
    await calm();

    expect(asked('listUsers').length).toBe(2);
  });
});

describe('the dialog before acting', () => {
  test('sends the way and the reason, then tells the session', async () => {
    const { asked, sent } = await openDesk(
      <ActAsDialog person={person(7, { login_types: ['login_as', 'impersonate'] })} onClose={() => undefined} />,
      { loginAsUser: { data: { user: {}, marker: 'impersonating' } } },
      ADMIN,
    );
    click(document.querySelectorAll<HTMLInputElement>('input[type=radio]')[1] ?? document.body);
    typeInto(only<HTMLInputElement>('input[type=text]'), 'To look at a fault');
    click(button('Impersonate Ada Reyes7'));
    await calm();

    expect(asked('loginAsUser')).toEqual([
      { params: { id: 7 }, body: { login_type: 'impersonate', reason: 'To look at a fault' } },
    ]);
    expect(sent).toEqual([{ type: 'session.actedFor' }]);
  });

  test('offers no choice where there is one way', async () => {
    await openDesk(<ActAsDialog person={person(7)} onClose={() => undefined} />, {}, MANAGER);

    expect(document.querySelectorAll('input[type=radio]').length).toBe(0);
  });

  test('a missing reason is said at the field, and what was typed stays', async () => {
    const { sent } = await openDesk(
      <ActAsDialog person={person(7)} onClose={() => undefined} />,
      { loginAsUser: refused({ reason: ['Say why, in a few words.'] }) },
      MANAGER,
    );
    typeInto(only<HTMLInputElement>('input[type=text]'), 'x');
    click(button('Log in as Ada Reyes7'));
    await calm();

    expect(only('.field .why').textContent).toBe('Say why, in a few words.');
    expect(only<HTMLInputElement>('input[type=text]').value).toBe('x');
    expect(sent).toEqual([]);
  });
});

describe('the people picker', () => {
  test('asks for those one may act for, and the arrows and Enter choose among them', async () => {
    const { asked } = await openDesk(
      <PeoplePicker open onClose={() => undefined} />,
      { listUsers: list([person(1), person(2)], 20) },
      MANAGER,
    );
    expect(asked('listUsers')).toEqual([{ query: { impersonators: 'true', limit: 8 } }]);

    const search = only<HTMLInputElement>('input[type=search]');
    await key('ArrowDown', search);
    act(() => search.form?.requestSubmit());
    await calm();

    expect(only('h2').textContent).toBe('Log in as Ada Reyes2');
  });

  test('says when there is nobody', async () => {
    await openDesk(<PeoplePicker open onClose={() => undefined} />, { listUsers: list([]) }, MANAGER);

    expect(document.body.textContent).toContain('No users to log in as.');
  });
});
