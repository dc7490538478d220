import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as contract from '#contract/users.contract.ts';
import { type Agency, openAgency, type Tab } from './agency.ts';

let it: Agency;
let admin: Tab;
let chief: Tab;
let manager: Tab;
beforeAll(async () => {
  it = await openAgency();
  [admin, chief, manager] = await Promise.all([it.enter('admin'), it.enter('chief'), it.enter('manager')]);
});
afterAll(() => it.close());

let hires = 0;
let someone: number;
let name: string;
beforeEach(async () => {
  hires += 1;
  name = `hire${hires}`;
  someone = await it.hire(name, 'agent', 'manager');
});

type Fields = Parameters<typeof change>[2];
const change = (tab: Tab, id: number, user: (typeof contract.updateAdminUser.body)['_zod']['input']['user']) =>
  tab.call(contract.updateAdminUser, { params: { id }, body: { user } });
const deactivate = (tab: Tab, id: number) => tab.call(contract.deactivateUser, { params: { id } });

const auditOf = async (id: number) => {
  const { rows } = await it.owner.query<{ action: string }>(
    `select action from audit_log where subject_type = 'user' and subject_id = $1 order by id`,
    [id],
  );
  return rows.map(({ action }) => action);
};

describe('reading', () => {
  test('the detail shows the person, what may be changed, and what happened', async () => {
    await change(admin, someone, { phone: '(512) 555-0142', first_name: ' Joan ' });

    const { body } = await admin.call(contract.readUser, { params: { id: someone } });

    expect(body.data).toMatchObject({
      first_name: 'Joan',
      phone: '+15125550142',
      account_type: 'agent',
      manager: { name: 'Max Manager' },
      two_fa_required: false,
      two_fa_enabled: false,
      auth_ips: [],
      flags: { c_1: false, aris: false, wallet_feature_enabled: false, regional_manager_enabled: false },
      login_types: ['login_as', 'impersonate'],
      may: { edit: true, roles: true, deactivate: true, paid_membership: true },
    });
    const [row] = body.data.audit;
    expect(row).toMatchObject({ actor: 'Ada Admin', acting_as: null, action: 'users.changed' });
    expect(row?.detail).toBe(`first name: Hire${hires} → Joan; phone: none → +15125550142`);
  });

  test('from where somebody of equal or higher role comes, and what happened to them, is not told', async () => {
    await it.owner.query(
      `insert into auth_ips (account_id, user_id, network) values ($1, $2, '0.0.0.0/0') on conflict do nothing`,
      [it.world.accountId, it.id('admin')],
    );
    await it.owner.query(
      `insert into audit_log (account_id, actor_id, acting_as_id, action, detail) values ($1, $2, $2, 'session.signedIn', '{"ip":"203.0.113.7"}')`,
      [it.world.accountId, it.id('admin')],
    );

    const insideOf = async (tab: Tab) => {
      const { audit, auth_ips } = (await tab.call(contract.readUser, { params: { id: it.id('admin') } })).body.data;
      return { signIns: audit.filter(({ action }) => action === 'session.signedIn').length, networks: auth_ips.length };
    };

    expect(await insideOf(chief)).toEqual({ signIns: 0, networks: 0 });
    expect(await insideOf(admin)).toEqual({ signIns: 1, networks: 1 });
  });

  test('somebody out of reach answers like nobody at all', async () => {
    const foreign = await admin.call(contract.readUser, { params: { id: it.id('outsider') } });
    const unknown = await admin.call(contract.readUser, { params: { id: 999_999 } });
    const far = await manager.call(contract.readUser, { params: { id: it.id('faragent') } });

    const plain = ({ request_id: _id, ...body }: Record<string, unknown>) => body;
    expect([foreign.status, far.status, unknown.status]).toEqual([404, 404, 404]);
    expect(plain(foreign.body as never)).toEqual(plain(unknown.body as never));
    expect(plain(far.body as never)).toEqual(plain(unknown.body as never));
  });

  test('a relationship manager reads somebody of an assigned account and changes nothing there', async () => {
    const rm = await it.enter('rm');

    const { status, body } = await rm.call(contract.readUser, { params: { id: it.id('outsider') } });

    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      account: { name: 'Summit Insurance' },
      login_types: ['impersonate'],
      may: { edit: false, roles: false, deactivate: false, paid_membership: false },
    });
  });
});

describe('who may change whom', () => {
  test.each([
    ['manager', () => someone, 403],
    ['chief', () => it.id('farmanager'), 404],
    ['chief', () => it.id('admin'), 403],
    ['chief', () => it.id('chief'), 403],
    ['admin', () => it.id('admin'), 403],
    ['admin', () => it.id('outsider'), 404],
    ['sub', () => it.id('admin'), 403],
  ])('%s is refused', async (caller, target, status) => {
    const tab = await it.enter(caller);

    expect((await change(tab, target(), { first_name: 'Changed' })).status).toBe(status);
    const { rows } = await it.owner.query(`select from users where first_name = 'Changed'`);
    expect(rows).toEqual([]);
  });

  test('a business-unit admin changes the people of the unit', async () => {
    expect((await change(chief, someone, { last_name: 'Renamed' })).body.data.last_name).toBe('Renamed');
  });

  test('an admin of an account that an assigned account is not may not change its people', async () => {
    await it.owner.query('insert into account_assignments values ($1, $2, $3)', [
      it.world.accountId,
      it.id('admin'),
      it.world.otherAccountId,
    ]);

    expect((await change(admin, it.id('outsider'), { last_name: 'Renamed' })).status).toBe(403);
    await it.owner.query('delete from account_assignments where user_id = $1', [it.id('admin')]);
  });
});

describe('refused fields', () => {
  const refusals: readonly [string, Fields, string][] = [
    ['an unknown business unit', { business_unit_id: 999_999 }, 'user.business_unit_id'],
    ['a manager who leads nobody', { manager_id: 0 }, 'user.manager_id'],
    ['a phone number that is none', { phone: '12' }, 'user.phone'],
    ['an address that is none', { auth_ips: [{ network: '300.1.1.1', label: '' }] }, 'user.auth_ips.0.network'],
    ['an octal address', { auth_ips: [{ network: '010.1', label: '' }] }, 'user.auth_ips.0.network'],
    ['a network that is none', { auth_ips: [{ network: '10.0.0.0/99', label: '' }] }, 'user.auth_ips.0.network'],
    ['an e-mail address that is none', { email: 'nobody' }, 'user.email'],
    ['an empty name', { first_name: '\u0000' }, 'user.first_name'],
  ];
  test.each(refusals)('%s', async (_name, fields, field) => {
    const user = fields.manager_id === 0 ? { manager_id: it.id('peer') } : fields;

    const { status, body } = await change(admin, someone, user);

    expect([status, Object.keys((body as unknown as { errors: object }).errors)]).toEqual([422, [field]]);
  });

  test('nobody stands below their own people', async () => {
    const boss = await it.hire(`boss${hires}`, 'manager', 'chief');
    const field = await it.hire(`under${hires}`, 'field_manager', `boss${hires}`);

    for (const [id, manager_id] of [
      [boss, field],
      [boss, boss],
    ] as const) {
      const { status, body } = await change(admin, id, { manager_id });
      expect([status, body]).toEqual([
        422,
        expect.objectContaining({ error: expect.stringMatching(/^A user can't report/u) }),
      ]);
    }
  });

  test('a manager stands above in role', async () => {
    const field = await it.hire(`field${hires}`, 'field_manager', 'manager');
    const other = await it.hire(`lead${hires}`, 'manager', 'chief');

    expect((await change(admin, other, { manager_id: field })).status).toBe(422);
    expect((await change(admin, someone, { manager_id: field })).status).toBe(200);
  });

  test('only an administrator puts somebody at the top', async () => {
    expect((await change(chief, someone, { manager_id: null })).status).toBe(422);
    expect((await change(admin, someone, { manager_id: null })).body.data.manager).toBeNull();
  });
});

describe('e-mail and phone, where codes and links go', () => {
  const codeOf = (body: unknown) => (body as { code?: string }).code;

  test('are changed with a recent proof of identity only', async () => {
    const late = await it.enter('chief');
    await it.owner.query('update sessions set sudo_until = now() where user_id = $1', [late.id]);

    for (const fields of [{ email: 'other@example.test' }, { phone: '5125550143' }]) {
      const { status, body } = await change(late, someone, fields);
      expect([status, codeOf(body)]).toEqual([403, 'sudo_required']);
    }
    expect((await change(late, someone, { first_name: 'Other' })).status).toBe(200);
  });

  test('are never changed by who acts for another', async () => {
    const acting = await it.enter('admin');
    await acting.call(contract.loginAsUser, {
      params: { id: it.id('chief') },
      body: { login_type: 'login_as', reason: 'To help with a file' },
    });
    acting.identity = `${it.id('chief')}:1`;

    const { status, body } = await change(acting, someone, { email: 'other@example.test' });

    expect([status, codeOf(body)]).toEqual([403, 'access_denied']);
    expect((await change(acting, someone, { last_name: 'Other' })).status).toBe(200);
  });

  test('are told at both addresses', async () => {
    await change(admin, someone, { email: 'other@example.test' });

    const { rows } = await it.owner.query<{ recipient: string }>(
      'select recipient from outbox_mails order by id desc limit 2',
    );
    expect(rows.map(({ recipient }) => recipient).toSorted()).toEqual([`${name}@example.test`, 'other@example.test']);
  });

  test('a link to a new password that went to the former address works no more', async () => {
    await it.owner.query(`insert into password_resets values ($1, $2, $3, now(), now() + interval '20 minutes')`, [
      Buffer.from(name),
      it.world.accountId,
      someone,
    ]);

    await change(admin, someone, { email: 'other@example.test' });

    const { rows } = await it.owner.query(
      'select used_at is not null as used from password_resets where user_id = $1',
      [someone],
    );
    expect(rows).toEqual([{ used: true }]);
  });
});

describe('moving', () => {
  test('takes the downline along', async () => {
    const boss = await it.hire(`boss${hires}`, 'manager', 'chief');
    const under = await it.hire(`under${hires}`, 'agent', `boss${hires}`);

    await change(admin, boss, { manager_id: it.id('farchief'), business_unit_id: it.far });

    const { rows } = await it.owner.query<{ ancestor_id: number }>(
      'select ancestor_id from user_tree where descendant_id = $1 order by depth desc',
      [under],
    );
    expect(rows.map(({ ancestor_id: id }) => id)).toEqual([it.id('admin'), it.id('farchief'), boss, under]);
  });

  test('two moves at once that would make a circle: one is refused', async () => {
    const one = await it.hire(`one${hires}`, 'bu_admin', 'admin');
    const two = await it.hire(`two${hires}`, 'manager', 'admin');
    const three = await it.hire(`three${hires}`, 'field_manager', `two${hires}`);

    const moves = await Promise.all([
      change(admin, two, { manager_id: one }),
      change(admin, one, { manager_id: three }),
    ]);

    expect(moves.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  });
});

describe('allowed addresses', () => {
  test('are kept as networks, and written to the audit log', async () => {
    const auth_ips = [
      { network: '203.0.113.7/24', label: ' Office ' },
      { network: '2001:db8::1', label: '' },
    ];

    const { body } = await change(admin, someone, { auth_ips });

    expect(body.data.auth_ips).toEqual([
      { network: '203.0.113.0/24', label: 'Office' },
      { network: '2001:db8::1/128', label: '' },
    ]);
    expect(body.data.audit[0]?.detail).toBe('allowed addresses: none → 203.0.113.0/24, 2001:db8::1/128');
  });
});

describe('paid membership', () => {
  const pay = (tab: Tab, paid: boolean) =>
    tab.call(contract.setPaidMembership, { params: { id: someone }, body: { paid_membership: paid } });

  test('is given and taken by an administrator only', async () => {
    expect((await pay(chief, false)).status).toBe(403);
    expect((await pay(admin, false)).body.data.paid_membership).toBe(false);
    expect((await pay(admin, true)).body.data.paid_membership).toBe(true);
    expect(await auditOf(someone)).toEqual(['users.membershipChanged', 'users.membershipChanged']);
  });
});

describe('choices', () => {
  const idsOf = async (tab: Tab, endpoint: typeof contract.listAdminOwners) =>
    (await tab.call(endpoint)).body.data.map(({ id }) => id);

  test('pages that show users hear of a change', async () => {
    await it.owner.query(`delete from events where body ->> 'subject' = 'user'`);
    await deactivate(admin, someone);

    const { rows } = await it.owner.query<{ stream: string; reads: string[] }>(
      `select stream, body -> 'reads' as reads from events where body ->> 'subject' = 'user'`,
    );

    expect(rows).toEqual([
      { stream: `account:${it.world.accountId}`, reads: expect.arrayContaining(['listUsers', 'readUser']) },
    ]);
  });

  test('owners are the active people in sight', async () => {
    const mine = await idsOf(manager, contract.listAdminOwners);

    expect(mine).toContain(someone);
    expect(mine).not.toContain(it.id('faragent'));
    await deactivate(admin, someone);
    expect(await idsOf(manager, contract.listAdminOwners)).not.toContain(someone);
  });

  test('pool holders are those who hold one', async () => {
    await it.owner.query(
      `with made as (insert into pools (account_id, name) values ($1, $2) returning id)
       insert into pool_holders select $1, id, $3 from made`,
      [it.world.accountId, name, someone],
    );

    expect(await idsOf(manager, contract.listPoolHolders)).toEqual([someone]);
    expect(await idsOf(await it.enter('farmanager'), contract.listPoolHolders)).toEqual([]);
  });

  test('places are the units that one may place people in, and those who lead', async () => {
    const unitsOf = async (tab: Tab) => (await tab.call(contract.listUserPlaces)).body.data.business_units.length;

    expect([await unitsOf(admin), await unitsOf(chief)]).toEqual([2, 1]);
    const { managers } = (await chief.call(contract.listUserPlaces)).body.data;
    expect(managers.map(({ id }) => id)).toEqual(expect.arrayContaining([it.id('chief'), it.id('manager')]));
    expect(managers.map(({ id }) => id)).not.toContain(someone);
  });
});
