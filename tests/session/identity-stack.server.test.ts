import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTag } from '#contract/tags.contract.ts';
import { readMe, signOut } from '#contract/session.contract.ts';
import { listOwnSessions } from '#contract/session/own-sessions.contract.ts';
import { withAccount } from '../../server/db/tx.ts';
import { revokePerson } from '../../server/features/session/revoke-person.ts';
import { openApp, type TestApp } from '../_api/app.ts';
import { contractEndpoints } from '../_api/contract-endpoints.ts';
import { type Member, type Staff, staffOf } from './staff.ts';
import { openTab, type Tab } from './tab.ts';

const MINUTE = 60_000;

let it: TestApp;
let staff: Staff;
beforeAll(async () => {
  it = await openApp();
  staff = staffOf(it.owner, it.deps);
});
afterAll(() => it.close());

const audits = async (action: string) => {
  const { rows } = await it.owner.query<{
    account_id: number;
    actor_id: number;
    acting_as_id: number;
    stack: number[];
  }>(
    `select account_id, actor_id, acting_as_id, stack, subject_id, detail from audit_log where action = $1
     order by id desc limit 2`,
    [action],
  );
  return rows;
};

/** The admin as the manager as the agent. */
async function deep(): Promise<Tab> {
  const { manager, agent } = it.world.people;
  const tab = await openTab(it, 'admin');
  await tab.actFor(manager.id);
  await tab.actFor(agent.id);
  return tab;
}

describe('acting for somebody', () => {
  test('answers them, the marker and the whole stack', async () => {
    const { admin, manager } = it.world.people;
    const tab = await openTab(it, 'admin');

    const { body } = await tab.actFor(manager.id, 'impersonate');

    expect(body.data.marker).toBe('impersonating');
    expect(body.data.user.identity).toMatchObject([
      { user_id: admin.id, name: 'Ada Admin', marker: null, reason: '' },
      { user_id: manager.id, name: 'Max Manager', marker: 'impersonating', reason: 'a look at the book' },
    ]);
    expect((await tab.call(readMe)).body.data).toEqual(body.data.user);
  });

  test('leaves the rights of both', async () => {
    const tab = await openTab(it, 'admin');
    const before = tab.user().permissions;

    await tab.actFor(it.world.people.manager.id);

    const after = tab.user().permissions;
    expect(before).toContain('flags.manage');
    expect(after).not.toContain('flags.manage');
    expect(before).toEqual(expect.arrayContaining(after));
  });

  test('is written with everybody in the stack, as is all that is done meanwhile', async () => {
    const { admin, manager, agent } = it.world.people;
    const tab = await deep();

    await tab.call(createTag, { body: { name: 'While acting' } });

    const everybody = { actor_id: admin.id, acting_as_id: agent.id, stack: [admin.id, manager.id, agent.id] };
    expect((await audits('session.actingBegun'))[0]).toMatchObject({
      ...everybody,
      subject_id: agent.id,
      detail: { reason: 'a look at the book', marker: 'logged_as_manager', login_type: 'login_as' },
    });
    expect((await audits('tag.created'))[0]).toMatchObject(everybody);
  });

  test('ends after an hour in any case, and is no longer than the session below', async () => {
    const tab = await deep();
    const [, first, second] = tab.user().identity;
    expect(second?.expires_at).toBe(first?.expires_at);

    it.advance(55 * MINUTE);
    const used = await tab.status();
    it.advance(5 * MINUTE);

    expect([used, await tab.status()]).toEqual([200, 401]);
  });

  test('is refused a third time on top', async () => {
    const place = { accountId: it.world.accountId, businessUnitId: it.world.people.agent.businessUnitId };
    const chief = await staff.hire('bu_admin', place);
    const lead = await staff.hire('manager', place, chief);
    const last = await staff.hire('agent', place, lead);
    const tab = await openTab(it, 'admin');
    await tab.actFor(chief.id);
    await tab.actFor(lead.id);

    const third = await tab.actFor(last.id);

    expect([third.status, third.body]).toMatchObject([
      403,
      { code: 'access_denied', error: "You're already 2 log-ins deep. Exit one first." },
    ]);
  });

  test('is refused to who owes two-factor themselves, not for who is acted for', async () => {
    const { manager, agent } = it.world.people;
    const require = (id: number) =>
      it.owner.query('update users set two_fa_required = not two_fa_required where id = $1', [id]);
    const tab = await openTab(it, 'manager');

    await require(manager.id);
    const owing = await tab.actFor(agent.id);
    await require(manager.id);
    await require(agent.id);
    const { status } = await tab.actFor(agent.id);
    await require(agent.id);

    expect([owing.status, owing.body, status]).toMatchObject([403, { code: 'two_factor_due' }, 200]);
  });

  test('tells of somebody out of reach what it tells of nobody', async () => {
    const tab = await openTab(it, 'manager');

    const answers = [await tab.actFor(it.world.people.outsider.id), await tab.actFor(999_999)];

    const [first, second] = answers.map(({ status, body }) => [status, { ...body, request_id: '' }]);
    expect(first).toEqual(second);
    expect(first?.[0]).toBe(404);
  });

  test('crosses accounts by an assignment, and both accounts have it in their log', async () => {
    const { accountId, otherAccountId, people } = it.world;
    const keeper = { ...people.admin, id: people.admin.id };
    await staff.assign(keeper, otherAccountId);
    const tab = await openTab(it, 'admin');

    const { status, body } = await tab.actFor(people.outsider.id);
    await tab.leave();

    expect([status, body.data.user.company.id]).toEqual([200, otherAccountId]);
    for (const action of ['session.actingBegun', 'session.left']) {
      expect((await audits(action)).map((row) => row.account_id).toSorted((a, b) => a - b)).toEqual(
        [accountId, otherAccountId].toSorted((a, b) => a - b),
      );
    }
    await it.owner.query('delete from account_assignments');
  });

  test('is no way to what a person may do for themselves alone', async () => {
    const tab = await deep();
    const own = contractEndpoints.filter(({ access }) => access === 'self');

    const statuses = await Promise.all(
      own.map(async ({ name, method, path }) => {
        const identity = `${tab.user().id}:2`;
        const answer = await tab.client.send(method, path.replaceAll(/:\w+/g, '1'), {
          headers: { 'x-identity': identity },
        });
        return [name, answer.status] as const;
      }),
    );

    expect(own.length).toBeGreaterThan(10);
    expect(statuses.filter(([, status]) => status !== 403)).toEqual([]);
  });
});

describe('leaving', () => {
  test('pops one, with a new token for the session below', async () => {
    const { admin, manager } = it.world.people;
    const tab = await deep();
    const [bottom, middle] = tab.user().identity;

    const first = await tab.leave();
    const second = await tab.leave();

    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body.data.user.identity.map((step) => step.session_id)).toEqual(
      [bottom, middle].map((s) => s?.session_id),
    );
    expect([first.body.data.user.id, second.body.data.user.id]).toEqual([manager.id, admin.id]);
    expect((await audits('session.left')).map((row) => row.stack.length)).toEqual([2, 3]);
  });

  test('goes to the session directly below and to no other', async () => {
    const tab = await deep();
    const other = await deep();
    const [bottom, , top] = tab.user().identity;
    const elsewhere = other.user().identity[1];

    const asked = [bottom, top, elsewhere].map((step) => step?.session_id ?? 0);
    const statuses = [];
    for (const id of asked) statuses.push((await tab.leave(id)).status);

    expect(statuses).toEqual([404, 404, 404]);
    expect(await tab.status()).toBe(200);
  });

  test('twice at once pops one', async () => {
    const tab = await deep();
    const below = tab.user().identity.at(-2)?.session_id ?? 0;
    const { cookie } = tab.client;

    const answers = await Promise.all([1, 2, 3, 4].map(() => tab.leave(below)));

    const done = answers.filter(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    expect(done[0]?.body.data.user.identity.length).toBe(2);
    // A late answer clears no cookie.
    expect(answers.filter(({ status }) => status === 409).map(({ headers }) => headers['set-cookie'])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(await tab.status(cookie)).toBe(409);
  });

  const ENDINGS: readonly [string, (manager: Member) => Promise<unknown>][] = [
    ['was deactivated', (person) => change(person, 'active = false')],
    ['was demoted', (person) => change(person, `roles = '{field_manager}'`)],
    ['has another password', (person) => change(person, `password_hash = ''`)],
    [
      'has been there too long',
      ({ id }) =>
        it.owner.query('update sessions set expires_at = $1 where user_id = $2', [
          new Date(it.deps.now().getTime() - 1),
          id,
        ]),
    ],
  ];
  const change = ({ id, accountId }: Member, set: string) =>
    withAccount(it.deps.pool, { accountId }, async (tx) => {
      await tx.raw(`update users set ${set} where id = $1`, [id]);
      await revokePerson(tx, id, it.deps.now());
    });

  test.each(ENDINGS)('leads nowhere when who is below %s', async (_what, end) => {
    const place = { accountId: it.world.accountId, businessUnitId: it.world.people.agent.businessUnitId };
    const below = await staff.hire('manager', place);
    const last = await staff.hire('agent', place, below);
    const tab = await openTab(it, 'admin');
    const cookies = [tab.client.cookie];
    for (const person of [below, last]) {
      await tab.actFor(person.id);
      cookies.push(tab.client.cookie);
    }

    await end(below);
    const answer = await tab.leave();
    it.advance(10_001);

    expect([answer.status, answer.headers['set-cookie']]).toEqual([
      401,
      'token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    ]);
    expect(await Promise.all(cookies.map((cookie) => tab.status(cookie)))).toEqual([401, 401, 401]);
  });
});

test('signing out ends the whole stack', async () => {
  const tab = await deep();
  const { cookie } = tab.client;
  const ids = tab.user().identity.map((step) => step.session_id);

  await tab.call(signOut);

  expect(await tab.status(cookie)).toBe(401);
  const { rows } = await it.owner.query('select from sessions where id = any($1) and ended_at is null', [ids]);
  expect(rows).toEqual([]);
});

test('who is acted for does not see that among their own sessions', async () => {
  const own = await openTab(it, 'agent');
  const acting = await deep();

  const { body } = await own.call(listOwnSessions);

  const ids = body.data.map(({ id }) => id);
  expect(ids).toContain(own.user().identity[0]?.session_id);
  expect(ids).not.toContain(acting.user().identity[2]?.session_id);
});
