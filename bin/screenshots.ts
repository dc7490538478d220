// Takes the pictures in docs/screenshots from the real app: `npm run screenshots`.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { contactFile } from '../server/features/demo/contact-file.ts';
import { DEMO_PASSWORD } from '../server/features/demo/demo-people.ts';
import { openBrowser, openTab, signInAs, SOUND_FLAGS } from '../tests/_e2e/browser.ts';
import { startApp } from '../tests/_e2e/running-app.ts';

const OUT = join(import.meta.dirname, '../docs/screenshots');
const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };
const LOOKS = [
  { name: '1440', viewport: WIDE, dark: false },
  { name: '1440-dark', viewport: WIDE, dark: true },
  { name: '390', viewport: NARROW, dark: false },
  { name: '390-dark', viewport: NARROW, dark: true },
];

/** Rows of the file that is under way while its pictures are taken: enough for it not to end before. */
const LIVE_ROWS = 150_000;

mkdirSync(OUT, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'bw-shots-'));
const file = join(folder, 'tx_aep_leads_nov.csv');
writeFileSync(file, [...contactFile({ rows: LIVE_ROWS, seed: 3 })].join(''));
const app = await startApp({ dataDir: join(folder, 'data'), port: 0, extra: { DEMO_BOOK: '4000' } });
const browser = await openBrowser(SOUND_FLAGS);
try {
  await takeAll(browser);
  await takeBigWork(browser);
  await takePhone(browser);
  await takeAdmin(browser);
  await takeUnpaid(browser);
} finally {
  await browser.close();
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function takeAll(opened: Browser): Promise<void> {
  const { page } = await openTab(opened, app.url, WIDE);
  const boss = await openTab(opened, app.url, WIDE);
  await signInAs(boss.page, 'manager');

  await page.goto('/login');
  await page.getByLabel('Username').waitFor();
  await take(page, 'sign-in');

  await signInAs(page, 'agent');
  await page.locator('tbody tr').first().waitFor();
  await take(page, 'contacts');
  await page
    .getByRole('link', { name: /^Abernathy/u })
    .first()
    .click();
  await page.getByRole('heading', { name: /Abernathy/u, level: 1 }).waitFor();
  await page.locator('.event').first().waitFor();
  await take(page, 'contact');

  await page.goto('/imports/new');
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Check the file' }).waitFor();
  await take(page, 'import-match');
  await page.getByRole('button', { name: 'Check the file' }).click();
  const start = page.getByRole('button', { name: /^Import /u });
  await start.waitFor({ timeout: 60_000 });
  await take(page, 'import-check');
  await start.click();
  await page.waitForFunction(
    () => Number(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')) > 20_000,
    null,
    { timeout: 60_000 },
  );
  await take(page, 'import-live');
  await boss.page.goto('/live');
  await boss.page.getByText('tx_aep_leads_nov.csv').first().waitFor();
  await take(boss.page, 'live');
  await page.goto('/imports');
  await page.getByText('tx_aep_leads_nov.csv').first().waitFor();
  await take(page, 'imports');
}

/** Duplicates, transfers, exports, prints and rules, as who keeps the account sees them. */
async function takeBigWork(opened: Browser): Promise<void> {
  const { page } = await openTab(opened, app.url, WIDE);
  await signInAs(page, 'admin');
  await page.goto('/contacts/duplicates');
  const merge = page.getByRole('link', { name: /^Merge…/u }).last();
  await merge.waitFor();
  await take(page, 'duplicates');
  await merge.click();
  await page.getByRole('button', { name: /^Merge \d/u }).waitFor();
  await take(page, 'merge');
  await page.goto('/transfers');
  await page
    .getByRole('link', { name: /Joon-ho/u })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Activity' }).waitFor();
  await take(page, 'transfer');
  await page.goto('/exports');
  await page.locator('tbody tr').first().waitFor();
  await take(page, 'exports');
  await page.goto('/admin/rules');
  await page.getByText('Counsel must review these rules').waitFor();
  await take(page, 'rules');
  await page.goto('/contacts?contact_group=all');
  await page.locator('tbody input[type=checkbox]').first().check();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Print…' }).click();
  await page.getByRole('button', { name: /^Print \d/u }).waitFor();
  await take(page, 'print');
}

/** The phone of an agent whom the manager calls, and who calls a contact. */
async function takePhone(opened: Browser): Promise<void> {
  const { page } = await openTab(opened, app.url, WIDE);
  await signInAs(page, 'agent');
  const panel = page.locator('.phone-float');
  await page.getByRole('button', { name: /^Phone.*ready/iu }).click();
  await panel.getByLabel('Number', { exact: true }).fill('1-254-555-0167');
  await panel.getByText('can be called').first().waitFor();
  await take(page, 'phone-keypad');
  await panel.getByRole('tab', { name: 'Recent' }).click();
  await panel.getByRole('link', { name: 'All calls' }).waitFor();
  await take(page, 'phone-recent');

  const boss = await openTab(opened, app.url, WIDE);
  await signInAs(boss.page, 'manager');
  await boss.page.getByRole('button', { name: /^Phone.*ready/iu }).click();
  const numbers = boss.page.locator('.phone-float').getByLabel('Number', { exact: true });
  await numbers.fill('1-656-555-0107');
  await numbers.press('Enter');
  await panel.getByRole('button', { name: 'Decline', exact: true }).waitFor();
  await take(page, 'phone-incoming');
  await page.keyboard.press('Control+Shift+D');
  await panel.getByRole('button', { name: 'Done' }).click();
  await boss.context.close();

  await page.goto('/calls');
  await page.getByRole('link', { name: 'Élise Boudreaux' }).first().click();
  await page.getByRole('link', { name: 'Élise Boudreaux' }).first().click();
  await page.getByRole('heading', { name: 'Élise Boudreaux', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Call', exact: true }).click();
  await panel.getByRole('button', { name: 'End call' }).waitFor();
  await panel
    .getByText(/^00:0[3-9]$/u)
    .first()
    .waitFor();
  await take(page, 'contact-on-call');
  await panel.getByRole('button', { name: 'End call' }).click();
  await panel.getByRole('button', { name: 'Done' }).waitFor();
  await page.goto('/calls');
  await page.locator('tbody tr').first().waitFor();
  await take(page, 'calls');
  await page.locator('tbody tr a').first().click();
  await page.getByRole('heading', { name: 'Activity' }).waitFor();
  await take(page, 'call');
}

async function takeAdmin(opened: Browser): Promise<void> {
  const { page } = await openTab(opened, app.url, WIDE);
  await signInAs(page, 'admin');
  const show = async (path: string, shown: string, name: string) => {
    await page.goto(path);
    await page.locator(shown).first().waitFor();
    await take(page, name);
  };
  await show('/admin/features', 'tbody select', 'features');
  await show('/admin/demo', '.demo-clock', 'demo-world');
  await page.goto('/_machines');
  await page.getByRole('row', { name: /^Session/u }).click();
  await page.getByRole('heading', { name: 'Session' }).waitFor();
  await take(page, 'machines');
  await show('/account/profile', 'form', 'profile');
  await show('/account/profile?tab=features', 'tbody tr', 'plan-and-features');
  await page.goto('/account/profile?tab=two_factor');
  await page.getByRole('button', { name: 'Set up two-factor' }).click();
  await page.getByRole('img').first().waitFor();
  await take(page, 'two-factor');
  await show('/admin/users', 'tbody tr a', 'people');
  await page.getByRole('link', { name: /Whitfield/u }).click();
  await page.getByRole('heading', { name: 'Activity' }).waitFor();
  await take(page, 'person');
  await page.getByRole('button', { name: /^Log in as/u }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Cannot find the AEP leads');
  await take(page, 'acting-dialog');
  await dialog.getByRole('button', { name: /^Log in as/u }).click();
  await page.waitForURL('**/contacts');
  await page.locator('tbody tr').first().waitFor();
  await take(page, 'acting');
}

async function takeUnpaid(opened: Browser): Promise<void> {
  const { page } = await openTab(opened, app.url, WIDE);
  await page.goto('/reset-password');
  await page.getByRole('textbox').first().waitFor();
  await take(page, 'reset-password');
  await page.goto('/login');
  await page.getByLabel('Username').fill('noor');
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/billing?**');
  await page.getByText('Choose a plan', { exact: true }).first().waitFor();
  await take(page, 'billing');
  await page.goto('/billing/plan');
  await page
    .getByRole('link', { name: /^Choose /u })
    .first()
    .waitFor();
  await take(page, 'billing-plan');
}

async function take(page: Page, name: string): Promise<void> {
  // A page behind another window is not repainted.
  await page.bringToFront();
  for (const look of LOOKS) {
    await page.setViewportSize(look.viewport);
    await page.evaluate((dark) => {
      document.documentElement.dataset['bg'] = dark ? 'dark' : 'default';
    }, look.dark);
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: join(OUT, `${name}-${look.name}.png`), animations: 'disabled' });
  }
  await page.setViewportSize(WIDE);
  await page.evaluate(() => {
    document.documentElement.dataset['bg'] = 'default';
  });
}
