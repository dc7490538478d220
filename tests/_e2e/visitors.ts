import type { Browser, Page } from 'playwright-core';
import {
  callFrom,
  freshCode,
  giveTwoFactor,
  paperCode,
  signInByForm,
  type TwoFactorPerson,
} from '../../model-tests/session/two-factor-person.ts';
import { contactFile } from '../../server/features/demo/contact-file.ts';
import { DEMO_PASSWORD } from '../../server/features/demo/demo-people.ts';
import { openTab, signInAs } from './browser.ts';

export const WIDE = { width: 1440, height: 900 };
const LEADS = 'First name,Last name,Phone,Email\nAda,Reyes,512-555-0142,ada.reyes@example.com\nBo,Lund,12,bo@\n';

/** Visitors of places: demo users by their situation. */
export type Visitor =
  | 'stranger'
  | 'agent'
  | 'manager'
  | 'admin'
  | 'acting'
  | 'newcomer'
  | 'member'
  /** An agent in a tab of their own, where MAX stays open. */
  | 'asker'
  | 'guarded'
  /** Signed in by a recovery code, which opens no window for what is sensitive. */
  | 'doubted'
  /** Has a large import that is paused. */
  | 'importer';

/** Tabs by visitor, opened and signed in when they are asked for, and kept. */
export class Visitors {
  readonly #tabs = new Map<Visitor, Promise<Page>>();
  readonly #looks = new Map<Visitor, Promise<void>>();
  readonly #browser: Browser;
  readonly #url: string;
  readonly #visits = new Map<Visitor, number>();
  readonly #guarded = new Map<string, Promise<TwoFactorPerson>>();
  #paused: Promise<string> | undefined;
  #importPath: Promise<string> | undefined;
  #transferPath: Promise<string> | undefined;

  constructor(browser: Browser, url: string) {
    this.#browser = browser;
    this.#url = url;
  }

  page(visitor: Visitor): Promise<Page> {
    const known = this.#tabs.get(visitor) ?? this.#open(visitor);
    this.#tabs.set(visitor, known);
    return known;
  }

  /** One visit at a time in each tab; different visitors run in parallel. */
  async visit(visitor: Visitor, look: (page: Page) => Promise<void>): Promise<void> {
    const before = this.#looks.get(visitor);
    const looking = (async () => {
      await before?.catch(() => undefined);
      const page = await this.page(visitor);
      // What the last look has cut.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      if (BY_PASSWORD.has(visitor)) await this.#keepConfirmed(visitor, page);
      // A look that cut the line and failed must not fail those after it.
      try {
        await look(page);
      } finally {
        await page.context().setOffline(false);
      }
    })();
    this.#looks.set(visitor, looking);
    await looking;
  }

  /** A user with two-factor. */
  guarded(username = 'sofia'): Promise<TwoFactorPerson> {
    const known = this.#guarded.get(username) ?? giveTwoFactor(this.#browser, this.#url, username);
    this.#guarded.set(username, known);
    return known;
  }

  /** The address of an import of the agent's that is done: one row of it was bad. */
  importPath(): Promise<string> {
    this.#importPath ??= this.page('agent').then(importLeads);
    return this.#importPath;
  }

  /** The address of a transfer of the manager's that is complete: of one contact. */
  transferPath(): Promise<string> {
    this.#transferPath ??= this.page('manager').then(transferOne);
    return this.#transferPath;
  }

  /** The address of an import that is paused. */
  pausedPath(): Promise<string> {
    this.#paused ??= this.page('importer').then(pauseImport);
    return this.#paused;
  }

  /** Opens the window for sensitive actions again before it closes: places in it come late in a long run. */
  async #keepConfirmed(visitor: Visitor, page: Page): Promise<void> {
    const visits = (this.#visits.get(visitor) ?? 0) + 1;
    this.#visits.set(visitor, visits);
    if (visits % VISITS_IN_A_WINDOW !== 0) return;
    await callFrom(page, 'POST', '/v1/sessions/mine/confirm', { password: DEMO_PASSWORD });
  }

  async #open(visitor: Visitor): Promise<Page> {
    // Without motion: a button that becomes ready while it is judged would be measured halfway between two colors.
    const { page } = await openTab(this.#browser, this.#url, WIDE, 'reduce');
    // Skips the question about unsaved changes.
    page.on('dialog', (question) => void question.accept());
    await page.goto('/login?redirect=%2Fcontacts');
    switch (visitor) {
      case 'stranger':
        break;
      case 'agent':
      case 'manager':
      case 'admin':
        await signInAs(page, visitor);
        break;
      case 'asker':
        await signInAs(page, 'agent');
        break;
      case 'acting':
        await signInAs(page, 'manager');
        await actForAgent(page);
        break;
      case 'newcomer':
        await signIn(page, 'terrell');
        break;
      case 'member':
        await signIn(page, 'manager.hill');
        await becomeMember(page);
        break;
      case 'guarded':
        await giveCode(page, 'Code', await this.guarded(), freshCode);
        break;
      case 'doubted':
        await giveCode(page, 'Recovery code', await this.guarded('buadmin.gulf'), paperCode);
        break;
      case 'importer':
        await signIn(page, 'priya');
    }
    return page;
  }
}

/** Those who stay longer than the window for sensitive actions is open, and whose password is enough to open it again. */
const BY_PASSWORD: ReadonlySet<Visitor> = new Set(['agent', 'manager', 'admin']);

/** A visit takes up to half a minute on a busy computer, and the window stays open for 15. */
const VISITS_IN_A_WINDOW = 15;

async function signIn(page: Page, username: string): Promise<void> {
  await signInByForm(page, username);
  await page.waitForURL((at) => at.pathname !== '/login');
}

async function giveCode(
  page: Page,
  label: 'Code' | 'Recovery code',
  person: TwoFactorPerson,
  code: (person: TwoFactorPerson) => string,
): Promise<void> {
  await signInByForm(page, person.username);
  if (label === 'Recovery code') await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel(label, { exact: true }).fill(code(person));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/contacts/u);
}

export async function upload(page: Page, content = LEADS): Promise<void> {
  await page.goto('/imports/new');
  const file = { name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from(content) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Check the file' }).waitFor();
}

async function transferOne(tab: Page): Promise<string> {
  await tab.goto('/contacts');
  await tab.locator('tbody tr a').first().waitFor();
  await tab.keyboard.press('j');
  await tab.keyboard.press('x');
  await tab.getByRole('toolbar').getByRole('button', { name: 'Transfer' }).click();
  await tab.locator('.picker-person').first().click();
  const answer = tab.waitForResponse(/update_transfer_group/u);
  await tab.getByRole('button', { name: 'Transfer 1 contact' }).click();
  const { data } = (await (await answer).json()) as { data: { id: number } };
  return `/transfers/${data.id}`;
}

async function importLeads(page: Page): Promise<string> {
  await upload(page);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('button', { name: /^Import /u }).click();
  await page.getByText('Done', { exact: true }).first().waitFor();
  return new URL(page.url()).pathname;
}

/** Rows of a file that takes long enough to be paused on the way. */
const LONG_ROWS = 20_000;

async function pauseImport(page: Page): Promise<string> {
  await upload(page, [...contactFile({ rows: LONG_ROWS, seed: 11 })].join(''));
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('button', { name: /^Import /u }).click();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByRole('button', { name: 'Resume', exact: true }).waitFor();
  return new URL(page.url()).pathname;
}

/** Without a page of the app, which would load itself anew as soon as it hears of the other user, and end a visit that has begun. */
async function actForAgent(page: Page): Promise<void> {
  const origin = new URL(page.url()).origin;
  await page.goto('about:blank');
  const { request } = page.context();
  const read = async <Data>(path: string) => ((await (await request.get(path)).json()) as { data: Data }).data;
  const me = await read<{ id: number }>('/v1/users/me');
  const found = await read<{ id: number; username: string }[]>('/v1/admin/users?q=Whitfield');
  const id = found.find(({ username }) => username === 'agent')?.id;
  const answer = await request.post(`/v1/admin/users/${id}/login`, {
    headers: { origin, 'idempotency-key': crypto.randomUUID(), 'x-identity': `${me.id}:0` },
    data: { login_type: 'login_as', reason: 'a page to look at' },
  });
  if (!answer.ok()) throw new Error(`nobody acts for ${id}: ${await answer.text()}`);
}

async function becomeMember(page: Page): Promise<void> {
  await page.goto('/billing/update?plan=1');
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expires (MM/YY)').fill('04/30');
  await page.getByRole('button', { name: 'Save card' }).click();
  await page.getByRole('button', { name: /^Pay /u }).click();
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
}
