import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** Debian's Chromium without a window; `CHROMIUM` names another one. */
const EXECUTABLE = process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell';

const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];

/** A microphone that beeps every second; without a network calls go over loopback. */
export const SOUND_FLAGS = [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  '--allow-loopback-in-peer-connection',
];

/** @throws when there is no Chromium; `bin/test` installs one. */
export function openBrowser(flags: readonly string[] = []): Promise<Browser> {
  if (!existsSync(EXECUTABLE)) throw new Error(`no Chromium at ${EXECUTABLE}: run bin/test, or set CHROMIUM`);
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: EXECUTABLE, args: [...QUIET, ...asRoot, ...flags] });
}

export interface Tab {
  readonly context: BrowserContext;
  readonly page: Page;
  /**
   * Errors of the page: uncaught errors, console errors except expected responses, and everything that its content
   * security policy has blocked.
   */
  readonly faults: readonly string[];
  readonly close: () => Promise<void>;
}

/** Chromium writes refused requests to the console as well, and sockets without a session; those are answers, not faults. */
const REFUSED = /^Failed to load resource|^WebSocket connection to '[^']*' failed: HTTP Authentication failed/u;

/** Milliseconds after which something is taken to hang. A job on a computer with two browsers has taken over 30 s. */
const HANGS_MS = 60_000;

/** A tab with cookies of its own. Unless it keeps the view of the contact list, `/contacts` is the same for every test. */
export async function openTab(
  browser: Browser,
  url: string,
  viewport = { width: 1280, height: 800 },
  reducedMotion: 'reduce' | null = null,
  keepsView = false,
): Promise<Tab> {
  const context = await browser.newContext({ baseURL: url, viewport, reducedMotion });
  context.setDefaultTimeout(HANGS_MS);
  const faults: string[] = [];
  await context.exposeBinding('noteViolation', (_, told: string) => {
    faults.push(told);
  });
  await context.addInitScript(reportViolations);
  if (!keepsView) await context.addInitScript(keepNoView);
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !REFUSED.test(message.text())) faults.push(message.text());
  });
  return { context, page, faults, close: () => context.close() };
}

/** Runs in the page, before anything of its own. */
function reportViolations(): void {
  const { noteViolation } = globalThis as unknown as { noteViolation: (told: string) => void };
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) => {
    noteViolation(`security policy: ${effectiveDirective} stopped ${blockedURI} at ${sourceFile}:${lineNumber}`);
  });
}

/** Runs in the page, before anything of its own. */
function keepNoView(): void {
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function set(this: Storage, key: string, value: string) {
    if (!key.startsWith('bellwether.contacts-view.')) setItem.call(this, key, value);
  };
}

/** Signs in through the page, as a demo person, and waits for the page that comes then. */
export async function signInAs(page: Page, username: 'admin' | 'manager' | 'agent'): Promise<void> {
  await page.goto('/login?redirect=%2Fcontacts');
  await page.getByRole('button', { name: new RegExp(`^${username}`, 'u') }).click();
  await page.waitForURL(/\/contacts/u);
}
