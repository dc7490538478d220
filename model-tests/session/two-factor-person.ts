import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { openTab } from '../../tests/_e2e/browser.ts';

const PASSWORD = 'bellwether-demo';
const STEP_MS = 30_000;

/** A person of the demo world with two-factor, and the codes that they have left. */
export interface TwoFactorPerson {
  readonly username: string;
  readonly totp: TOTP;
  readonly recoveryCodes: string[];
  /** The last step of the app whose code was used. */
  usedStep: number;
}

export async function signInByForm(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** One call of the page's signed-in user, as its own script would make it. */
export const callFrom = <Answer>(page: Page, method: string, path: string, body?: unknown): Promise<Answer> =>
  page.evaluate(
    async ([verb, url, json]) => {
      const me = (await (await fetch('/v1/users/me')).json()) as { data: { id: number; identity: unknown[] } };
      const answer = await fetch(url, {
        method: verb,
        headers: {
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
          'x-identity': `${me.data.id}:${me.data.identity.length - 1}`,
        },
        ...(json !== null && { body: json }),
      });
      if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
      return (answer.status === 204 ? null : await answer.json()) as Answer;
    },
    [method, path, body === undefined ? null : JSON.stringify(body)] as const,
  );

/** Sets up two-factor for a user right after sign-in, when no re-authentication is due. */
export async function giveTwoFactor(browser: Browser, url: string, username: string): Promise<TwoFactorPerson> {
  const tab = await openTab(browser, url);
  await tab.page.goto('/login');
  await signInByForm(tab.page, username);
  await tab.page.waitForURL((at) => at.pathname !== '/login');
  const { data } = await callFrom<{ data: { seed: string } }>(tab.page, 'POST', '/v1/two_factor/generate_qr');
  const totp = new TOTP({ secret: Secret.fromBase32(data.seed) });
  const usedStep = Math.floor(Date.now() / STEP_MS);
  const enabled = await callFrom<{ data: { recovery_codes: string[] } }>(tab.page, 'POST', '/v1/two_factor/enable', {
    otp_code: totp.generate({ timestamp: usedStep * STEP_MS }),
  });
  await tab.close();
  return { username, totp, recoveryCodes: enabled.data.recovery_codes, usedStep };
}

/** A code that the server takes: of the app while it has a fresh one, else from the paper. */
export function freshCode(person: TwoFactorPerson): string {
  const now = Math.floor(Date.now() / STEP_MS);
  const step = Math.max(now, person.usedStep + 1);
  if (step > now + 1) return paperCode(person);
  person.usedStep = step;
  return person.totp.generate({ timestamp: step * STEP_MS });
}

export function paperCode({ username, recoveryCodes }: TwoFactorPerson): string {
  const code = recoveryCodes.shift();
  if (code === undefined) throw new Error(`${username} has no recovery code left`);
  return code;
}
