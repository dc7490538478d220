import { randomBytes } from 'node:crypto';
import type { APIRequestContext, Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { openTab, type Tab } from '../_e2e/browser.ts';

/** Ours: longer than a call rings, and than a crashed service takes on a busy computer. */
const PATIENCE_MS = 30_000;

const PASSWORD = 'bellwether-demo';

/** Messages of the page over the line, oldest first, each with its socket. */
interface Frame {
  readonly socket: number;
  readonly type: string;
}

/** Calls the server directly. */
interface Caller {
  readonly request: APIRequestContext;
  readonly origin: string;
}

export interface PhoneTab extends Tab, Caller {
  readonly number: string;
  readonly frames: readonly Frame[];
  /** Hosts that the page asked for anything. */
  readonly hosts: ReadonlySet<string>;
}

/** A user at their desk, with the phone ready. */
export async function openPhone(
  browser: Browser,
  url: string,
  username: string,
  prepare: (tab: Tab) => Promise<void> = () => Promise.resolve(),
): Promise<PhoneTab> {
  const tab = await openTab(browser, url);
  await prepare(tab);
  tab.context.setDefaultTimeout(PATIENCE_MS);
  await tab.context.addInitScript(keepConnections);
  const hosts = noteHosts(tab.context);
  const frames = noteFrames(tab.page);
  await tab.page.goto('/login?redirect=%2Fcontacts');
  await tab.page.getByLabel('Username').fill(username);
  await tab.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  const [reply] = await Promise.all([
    tab.page.waitForResponse((response) => response.url().includes('/dialer/fetch_device_token')),
    tab.page.getByRole('button', { name: 'Sign in', exact: true }).click(),
  ]);
  const { call_from: number } = (await reply.json()) as { call_from: string };
  await launcher(tab.page, /^Phone.*, (?!starting)/iu);
  return { ...tab, request: tab.context.request, origin: url, number, frames, hosts };
}

/** State of the launcher, from its start until it is final. */
const launcher = (page: Page, state: RegExp) => page.getByRole('button', { name: state }).waitFor();
export const ready = (page: Page) => launcher(page, /^Phone.*, (ready|incoming only)$/iu);

export const panelOf = (page: Page) => page.locator('.phone-float');
export const button = (page: Page, name: string | RegExp) => panelOf(page).getByRole('button', { name });

/** Clicks as soon as it is enabled, even while moving: this tests the line, not the pointer. */
export const press = (found: Locator) =>
  found.and(found.page().locator(':not([aria-disabled="true"])')).dispatchEvent('click');

/** Types a number and calls it. */
export async function dial({ page }: Tab, number: string): Promise<void> {
  const panel = panelOf(page);
  if (!(await panel.isVisible())) await page.keyboard.press('Control+.');
  const done = button(page, 'Done');
  const keypad = panel.getByRole('tab', { name: 'Keypad' });
  await done.or(keypad).first().waitFor();
  if (await done.isVisible()) await press(done);
  await press(keypad);
  const input = panel.getByLabel('Number', { exact: true });
  await input.fill('');
  await input.fill(number);
  await press(button(page, /^Call( |$)/u));
}

/** Answers, or declines, by the keys for it. */
export async function answer({ page }: Pick<Tab, 'page'>, keys = 'Control+Shift+A'): Promise<void> {
  await button(page, 'Answer').waitFor();
  await page.keyboard.press(keys);
}
export const decline = (tab: Tab) => answer(tab, 'Control+Shift+D');
export const end = ({ page }: Pick<Tab, 'page'>) => page.keyboard.press('Control+Shift+H');
export const talks = ({ page }: Tab) => panelOf(page).getByRole('timer').waitFor();
export const says = ({ page }: Tab, words: string | RegExp) => panelOf(page).getByText(words).first().waitFor();

interface Parsed {
  readonly packets: number;
  readonly energy: number;
}

/** Data received over the connection of the current call. */
export const heard = ({ page }: Tab): Promise<Parsed> => page.evaluate(lastInbound);

/** Both packets and sound come in. */
export async function hears(tab: Tab): Promise<void> {
  const before = await heard(tab);
  const grows = async () => {
    const now = await heard(tab);
    return now.packets > before.packets + 10 && now.energy > before.energy + 0.001;
  };
  await expect.poll(grows, { interval: 100, timeout: 5_000 }).toBe(true);
}

/** Packets come in, and over a second and more there is nothing in them: the beeps are a second apart. */
export async function hearsNothing(tab: Tab): Promise<void> {
  let before = await heard(tab);
  const isQuiet = async () => {
    const now = await heard(tab);
    if (now.packets < before.packets + 60) return false;
    const energy = now.energy - before.energy;
    before = now;
    return energy < 0.000_1;
  };
  await expect.poll(isQuiet, { interval: 100, timeout: 8_000 }).toBe(true);
}

/** Simulates a denied permission. */
export async function denyMicrophone({ context, page }: Tab): Promise<void> {
  const session = await context.newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  await session.send('Browser.setPermission', {
    permission: { name: 'microphone' },
    setting: 'denied',
    ...(targetInfo.browserContextId !== undefined && { browserContextId: targetInfo.browserContextId }),
  });
}

/** A request of the person who is signed in; writes carry what proves them. */
export async function ask<Reply>(
  { request, origin }: Caller,
  method: string,
  path: string,
  body?: unknown,
): Promise<Reply> {
  const me = (await (await request.get('/v1/users/me')).json()) as {
    data: { id: number; identity: readonly unknown[] };
  };
  const response = await request.fetch(path, {
    method,
    ...(body !== undefined && { data: body }),
    headers: {
      origin,
      'x-identity': `${me.data.id}:${me.data.identity.length - 1}`,
      'idempotency-key': randomBytes(16).toString('hex'),
    },
  });
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as Reply;
}

/** The voice service crashes, as the demo world's bench lets an admin do. */
export async function killVoice(browser: Browser, url: string): Promise<void> {
  const admin = await browser.newContext({ baseURL: url });
  const { request } = admin;
  const data = { username: 'admin', password: PASSWORD };
  await request.post('/v1/sessions', { data, headers: { origin: url } });
  await ask({ request, origin: url }, 'POST', '/v1/demo/world', { do: 'kill', part: 'voice' });
  await admin.close();
}

/** Cuts the socket of the line, as a network does; on the next one the line says once that the token ends now. */
export const loseSocket = ({ page }: Tab) => page.evaluate(closeSocket);

function noteHosts(context: BrowserContext): Set<string> {
  const hosts = new Set<string>();
  context.on('request', (request) => hosts.add(new URL(request.url()).hostname));
  context.on('page', (page) => page.on('websocket', (socket) => hosts.add(new URL(socket.url()).hostname)));
  return hosts;
}

function noteFrames(page: Page): Frame[] {
  const frames: Frame[] = [];
  let sockets = 0;
  page.on('websocket', (opened) => {
    if (!opened.url().endsWith('/voice')) return;
    sockets += 1;
    const socket = sockets;
    opened.on('framesent', ({ payload }) => {
      const text = String(payload);
      if (text.startsWith('{')) frames.push({ socket, type: (JSON.parse(text) as { type: string }).type });
    });
  });
  return frames;
}

type Kept = typeof globalThis & { peers: RTCPeerConnection[]; sockets: WebSocket[]; tokenEnds: boolean };

/** Runs in the page, before anything of its own: keeps what the tests look into. */
function keepConnections(): void {
  const kept = globalThis as Kept;
  kept.peers = [];
  kept.sockets = [];
  kept.tokenEnds = false;
  const { RTCPeerConnection: Peer, WebSocket: Socket } = globalThis;
  globalThis.RTCPeerConnection = class extends Peer {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      kept.peers.push(this);
    }
  };
  globalThis.WebSocket = class extends Socket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      if (!String(url).endsWith('/voice')) return;
      kept.sockets.push(this);
      this.addEventListener('message', (event: MessageEvent<string>) => {
        if (!kept.tokenEnds || !event.data.includes('"ttl":')) return;
        kept.tokenEnds = false;
        event.stopImmediatePropagation();
        const data = event.data.replace(/"ttl":\d+/u, '"ttl":1');
        this.dispatchEvent(new MessageEvent('message', { data }));
      });
    }
  };
}

/** Runs in the page. */
async function lastInbound(): Promise<Parsed> {
  const peer = (globalThis as Kept).peers.at(-1);
  const reports = peer ? [...(await peer.getStats()).values()] : [];
  const inbound = reports.find(({ type }: RTCStats) => type === 'inbound-rtp') as RTCInboundRtpStreamStats | undefined;
  return { packets: inbound?.packetsReceived ?? 0, energy: inbound?.totalAudioEnergy ?? 0 };
}

/** Runs in the page. */
function closeSocket(): void {
  const kept = globalThis as Kept;
  kept.tokenEnds = true;
  kept.sockets.at(-1)?.close();
}
