import { execFile } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IDENTITY_HEADER } from '#contract/_wire.contract.ts';
import { resetPasswordByToken } from '#contract/passwords.contract.ts';
import { acceptTos } from '#contract/profile.contract.ts';
import { readMe } from '#contract/session.contract.ts';
import { signIn } from '#contract/session/sign-in.contract.ts';
import { listUsers } from '#contract/users.contract.ts';
import { hashOf } from '../../server/http/authentication.ts';
import { type Agency, openAgency } from './agency.ts';

let it: Agency;
beforeAll(async () => {
  it = await openAgency();
});
afterAll(() => it.close());

const DANA = {
  agency: 'Tidewater Cover',
  name: 'Dana Marie Whitfield',
  email: 'dana@harbor.test',
  username: 'dana.w',
};

interface Said {
  readonly code: number;
  readonly text: string;
}

/** Runs the command as an operator does, against the database of this test. */
function createAdmin(answers: Partial<typeof DANA>): Promise<Said> {
  const flags = Object.entries(answers).flatMap(([name, value]) => [`--${name}`, value]);
  const env = {
    ...process.env,
    DATABASE_URL: String(it.owner.options.connectionString),
    APP_ENV: 'demo',
    APP_URL: 'https://crm.harbor.test',
  };
  return new Promise((done) => {
    execFile(process.execPath, ['server/operations/create-admin.ts', ...flags], { env }, (error, out, err) =>
      done({ code: Number(error?.code ?? 0), text: out + err }),
    );
  });
}

const tokenIn = ({ text }: Said) =>
  /^https:\/\/crm\.harbor\.test\/reset-password\?token=([\w-]+)$/mu.exec(text)?.[1] ?? '';

/** Validity of a link. */
async function minutesOf(token: string): Promise<number | undefined> {
  const { rows } = await it.owner.query<{ minutes: number }>(
    `select extract(epoch from expires_at - created_at)::int / 60 as minutes from password_resets where token_hash = $1`,
    [hashOf(token)],
  );
  return rows[0]?.minutes;
}

describe('where nobody can sign in', () => {
  test('the command opens an agency, and its link lets the administrator in', async () => {
    const said = await createAdmin(DANA);

    expect(said).toMatchObject({
      code: 0,
      text: expect.stringContaining('Created Tidewater Cover with dana.w as its administrator.'),
    });
    expect(said.text).toContain('Choose a password here. The link works once, for 3 days:');
    expect(await minutesOf(tokenIn(said))).toBe(3 * 24 * 60);
    const visitor = it.visitor();
    const chosen = { token: tokenIn(said), password: 'a long walk by the sea' };
    expect((await visitor.call(resetPasswordByToken, { body: chosen })).status).toBe(200);
    await visitor.call(signIn, { body: { username: DANA.username, password: chosen.password } });
    const { id } = (await visitor.call(readMe)).body.data;
    await visitor.call(acceptTos, { headers: { [IDENTITY_HEADER]: `${id}:0` } });
    const { body } = await visitor.call(listUsers, {});
    expect(body.data.map(({ username, account_type }) => [username, account_type])).toEqual([['dana.w', 'admin']]);
  });

  test('said twice, it prints another link, of minutes, and adds nobody', async () => {
    const said = await createAdmin(DANA);

    expect(said).toMatchObject({ code: 0, text: expect.stringContaining('dana.w already exists.') });
    expect(said.text).toContain('Choose a password here. The link works once, for 20 minutes:');
    expect(await minutesOf(tokenIn(said))).toBe(20);
    const { rows } = await it.owner.query("select count(*)::int as n from users where username = 'dana.w'");
    expect(rows).toEqual([{ n: 1 }]);
  });
});

test.each([
  [
    'the user name of somebody who leads nothing',
    { ...DANA, username: 'agent' },
    'The user name agent is taken. Choose another one.',
  ],
  [
    'the administrator of somebody else',
    { ...DANA, email: 'eve@harbor.test' },
    'The user name dana.w is taken. Choose another one.',
  ],
  [
    'an agency that is there',
    { ...DANA, username: 'eve' },
    'An agency named Tidewater Cover already exists. Its administrators can add users.',
  ],
])('%s is refused with a sentence, and nothing changes', async (_, answers, sentence) => {
  const before = await it.owner.query('select count(*)::int as n from users');

  expect(await createAdmin(answers)).toEqual({ code: 1, text: `${sentence}\n` });

  expect((await it.owner.query('select count(*)::int as n from users')).rows).toEqual(before.rows);
});

test('what is missing or wrong is named', async () => {
  const { agency: _, ...without } = DANA;

  expect(await createAdmin(without)).toMatchObject({ code: 1, text: expect.stringMatching(/^Missing: --agency\n/u) });
  expect(await createAdmin({ ...DANA, name: 'Dana', email: 'dana' })).toMatchObject({
    code: 1,
    text: expect.stringMatching(/^last_name: Enter a last name\.\nemail: .+\n$/u),
  });
});
