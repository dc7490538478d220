import { Secret, TOTP } from 'otpauth';
import { signIn } from '#contract/session/sign-in.contract.ts';
import { enableTwoFactor, generateQr } from '#contract/two-factor.contract.ts';
import type { Client, TestApp } from '../_api/app.ts';
import { PASSWORD, type Username } from '../_db/world.ts';

export interface Enrolled {
  readonly client: Client;
  readonly seed: string;
  /** Recovery codes. */
  readonly codes: readonly string[];
}

/** The code on the phone at that time. */
export const codeAt = (seed: string, at: Date): string =>
  new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(seed) }).generate({
    timestamp: at.getTime(),
  });

/** Two steps of codes, so that the next code is a fresh one. */
const NEXT_MS = 61_000;

/** Sets two-factor up as a person does; afterwards the code that was used is over. */
export async function enrol(it: TestApp, username: Username): Promise<Enrolled> {
  const client = await it.signIn(username);
  const { seed } = (await client.call(generateQr)).body.data;
  const enabled = await client.call(enableTwoFactor, { body: { otp_code: codeAt(seed, it.deps.now()) } });
  if (enabled.status !== 200) throw new Error(`two-factor was not enabled: ${JSON.stringify(enabled.body)}`);
  it.advance(NEXT_MS);
  return { client, seed, codes: enabled.body.data.recovery_codes };
}

/** Takes the first step and answers the challenge. */
export async function challenge(it: TestApp, username: Username) {
  const { body } = await it.visitor().call(signIn, { body: { username, password: PASSWORD } });
  if (!('otp_secret' in body.data)) throw new Error('no second step is owed');
  return body.data;
}

/** Takes the second step in a browser of its own. */
export const secondStep = (it: TestApp, secret: string, code: string) =>
  it.visitor().call(signIn, { body: { otp_secret: secret, otp_code: code } });
