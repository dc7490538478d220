import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openBrowser, openTab, signInAs, type Tab } from '../../tests/_e2e/browser.ts';
import { beginPath } from '../_walk/page-path.ts';
import { screenIn, walkMoves } from '../_walk/walk-moves.ts';
import { trace, walk } from '../_walk/walk.ts';
import { loginPageModel } from './login-page.model.ts';
import {
  callFrom,
  freshCode,
  giveTwoFactor,
  paperCode,
  signInByForm,
  type TwoFactorPerson,
} from './two-factor-person.ts';

/** Several, since only so many codes are mailed to one person in an hour, and so many guesses are free. */
const PEOPLE = ['lucia', 'joonho', 'aleksander', 'grace', 'emeka'];

/** Start of every path. */
const START = 'nobody is signed in';

let browser: Browser;
let admin: Tab;
let people: readonly TwoFactorPerson[];

beforeAll(async () => {
  browser = await openBrowser();
  admin = await openTab(browser, inject('appUrl'));
  await signInAs(admin.page, 'admin');
  const given: TwoFactorPerson[] = [];
  for (const username of PEOPLE) given.push(await giveTwoFactor(browser, inject('appUrl'), username));
  people = given;
});
afterAll(() => browser.close());

/** The code of the newest mail to this person. */
async function mailedCode({ username }: TwoFactorPerson): Promise<string> {
  const mails = await callFrom<{ data: { to: string; text: string }[] }>(admin.page, 'GET', '/v1/mail/outbox/list');
  const codes = mails.data
    .filter(({ to }) => to.startsWith(`${username}@`))
    .flatMap(({ text }) => /(\d{6}) is your/u.exec(text)?.[1] ?? []);
  return codes[0] ?? `no code for ${username} in ${mails.data.map(({ to }) => to).join(', ')}`;
}

/** A user at sign-in: makes the model's moves on the page, and checks the model's expectations. */
function visitor(tab: Tab) {
  const { page, context } = tab;
  let signIns = 0;
  let ends = 0;
  let person = people[0] as TwoFactorPerson;
  const next = () => {
    signIns += 1;
    person = people[signIns % people.length] as TwoFactorPerson;
    return person;
  };
  const heading = (name: string) => page.getByRole('heading', { name }).waitFor();
  const code = page.getByLabel(/^(Code|Recovery code)$/u);
  const enter = async (text: string) => {
    await code.fill(text);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  const rightCode = (screen: string) => {
    if (screen.includes('email')) return mailedCode(person);
    return screen.includes('app') ? freshCode(person) : paperCode(person);
  };
  const press = (name: RegExp | string) => page.getByRole('button', { name, exact: true }).click();

  const moves: Readonly<Record<string, (screen: string) => Promise<void>>> = {
    'a wrong password': () => signInByForm(page, next().username, 'not the password'),
    'the right password': () => signInByForm(page, next().username),
    'a wrong code': (screen) => enter(screen.includes('recovery') ? 'aaaa-bbbb-cccc' : '000000'),
    'the right code': async (screen) => enter(await rightCode(screen)),
    'the app instead': () => press('Use the authenticator app'),
    'a mail instead': () => press(/^E-mail a code to/u),
    'a recovery code instead': () => press('Use a recovery code'),
    'back to the password': () => press('Back to password'),
    'signs out': async () => {
      await press(/display options and sign out/u);
      await press('Sign out');
    },
    'the session ends elsewhere': async () => {
      await context.clearCookies();
      // A letter that many contacts have, and another one each time: it is remembered over the sign-in.
      ends += 1;
      const search = page.getByRole('searchbox').first().fill('abcdehlmrs'.charAt(ends));
      // Something else on the page may ask before the search does.
      await Promise.race([search, page.waitForURL(/\/login/u)]);
    },
  };
  const screens: Readonly<Record<string, () => Promise<void>>> = {
    'the form': () => heading('Sign in to Bellwether'),
    'the form, refused': () => page.getByText('Incorrect username or password.').waitFor(),
    'the form, unauthorized': () => page.getByText('Your session has ended. Sign in again.').waitFor(),
    'second step by app': () => page.getByText('The 6-digit code from your authenticator app.').waitFor(),
    'second step by email': () => page.getByText(/^We e-mailed a code to .•••@/u).waitFor(),
    'second step by recovery': () => page.getByLabel('Recovery code').waitFor(),
    'at work': async () => {
      await page.locator('main tbody tr a, .dashboard').first().waitFor();
      await page.locator('.fresh', { hasText: 'Live' }).waitFor();
    },
  };
  return {
    make: (move: string, screen: string) => moves[move]?.(screen) ?? Promise.reject(new Error(`cannot ${move}`)),
    see: async (screen: string) => {
      const isWrong = screen.startsWith('second step') && screen.endsWith(', refused');
      const plain = isWrong ? screen.slice(0, -', refused'.length) : screen;
      await (screens[plain]?.() ?? Promise.reject(new Error(`nobody knows the screen ${screen}`)));
      if (isWrong)
        await page
          .getByRole('alert')
          .getByText(/code is incorrect/u)
          .waitFor();
      if (screen === 'the form') expect(await page.getByRole('alert').count()).toBe(0);
      if (screen.startsWith('second step')) {
        expect(await code.evaluate((field) => field === document.activeElement)).toBe(true);
      }
    },
  };
}

test('every way through the password and the second step shows what the machines say', async () => {
  const { paths, edges } = await walk(loginPageModel, { onPage: true });
  const walked = new Set<string>();

  for (const { start, moves } of paths) {
    const tab = await openTab(browser, inject('appUrl'));
    const { make, see } = visitor(tab);
    const path = beginPath('session');
    const told = await trace(loginPageModel, { start: START, moves: moves.map(({ move }) => move) });
    await path.step(START, tab.page, () => tab.page.goto('/login').then(() => see(screenIn(start))), told.steps[0]);
    await walkMoves(moves, { page: tab.page, path, steps: told.steps, make, see });
    for (const { from, move } of moves) walked.add(`${from} ${move}`);
    expect(tab.faults).toEqual([]);
    path.end();
    await tab.close();
  }

  expect(walked.size).toBe(edges.length);
}, 300_000);
