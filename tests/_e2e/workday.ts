import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { callFrom } from '../../model-tests/session/two-factor-person.ts';
import { openBrowser, openTab, signInAs } from './browser.ts';
import { startApp } from './running-app.ts';

/** An app whose clock shows a Wednesday noon in Chicago, when people may be called and texted, and a browser. */
export interface Workday {
  readonly url: string;
  readonly browser: Browser;
  readonly end: () => Promise<void>;
}

/** An app of its own. Its simulated phones behave by the last digit of their number. */
export async function openWorkday(flags: readonly string[] = []): Promise<Workday> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bw-workday-'));
  const extra = { NODE_ENV: 'production', BRAND: 'bellwether', LOG_LEVEL: 'warn' };
  const app = await startApp({ dataDir, port: 0, extra });
  const browser = await openBrowser(flags);
  const admin = await openTab(browser, app.url);
  await signInAs(admin.page, 'admin');
  // The planned text of the demo world would leave at that noon, and its answer be counted.
  await callFrom(admin.page, 'POST', '/v1/admin/quiet_jobs', {});
  await callFrom(admin.page, 'POST', '/v1/demo/world', { do: 'clock', to: wednesdayNoon() });
  await admin.close();
  const end = async () => {
    await browser.close();
    await app.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url: app.url, browser, end };
}

/** Of next week, so that the clock never goes back. */
function wednesdayNoon(): string {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + 7 - ((day.getUTCDay() + 4) % 7));
  return `${day.toISOString().slice(0, 10)}T18:00Z`;
}

interface Found {
  readonly id: number;
  readonly phone: string | null;
}

/** A contact of the agent whose phone ends with one of these digits. */
export async function contactWith(page: Page, digits: string): Promise<number> {
  const { data } = await callFrom<{ data: Found[] }>(page, 'PATCH', '/v1/contacts', {
    contacts_scope: { contact_group: 'mine', limit: 200, order: 'desc' },
  });
  const found = data.find(({ phone }) => phone !== null && digits.includes(phone.at(-1) ?? '-'));
  if (found === undefined) throw new Error(`no contact with a phone that ends with ${digits}`);
  return found.id;
}

/** The conversation with a contact, ready for a text. */
export async function openThread(page: Page, contact: number): Promise<void> {
  await page.goto(`/messages?contact=${contact}`);
  await page.locator('.thread-head').waitFor();
  const service = page.getByRole('button', { name: 'Send as a service text' });
  await service.or(page.locator('.thread-may')).first().waitFor();
  if (await service.isVisible()) await service.click();
}
