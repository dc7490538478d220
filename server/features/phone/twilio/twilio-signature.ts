import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Text that Twilio signs for a form. Source: its "Webhooks security": the address, then each name and value, by name.
 */
export function signatureOf(authToken: string, url: string, form: Readonly<Record<string, string>>): string {
  const names = Object.keys(form).toSorted();
  const said = names.reduce((text, name) => text + name + (form[name] ?? ''), url);
  return createHmac('sha1', authToken).update(said, 'utf8').digest('base64');
}

/** Verifies that the carrier sent the request. Constant time, so a partly correct signature reveals nothing. */
export function isSigned(
  authToken: string,
  url: string,
  form: Readonly<Record<string, string>>,
  signature: string,
): boolean {
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(authToken, url, form))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The form as received; `null`: a name occurs twice, which Twilio never sends and no signature could distinguish. */
export function formOf(body: string): Record<string, string> | null {
  const entries = [...new URLSearchParams(body)];
  const form = Object.fromEntries(entries);
  return Object.keys(form).length === entries.length ? form : null;
}
