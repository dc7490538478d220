import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { toE164 } from '#rules/phone/phone-number.ts';

/** A phone number in any form as E.164, US when no country is named; `null` when it is none. */
export function readPhone(written: string): string | null {
  const quick = toE164(written);
  if (quick !== null) return quick;
  const read = readPhoneAndExtension(written);
  return read !== null && read.extension === null ? read.number : null;
}

/** Like `readPhone`, of a number that may have an extension: "(210) 555-0112 ext. 45". */
export function readPhoneAndExtension(
  written: string,
): { readonly number: string; readonly extension: string | null } | null {
  const quick = toE164(written);
  if (quick !== null) return { number: quick, extension: null };
  const parsed = parsePhoneNumberFromString(written, 'US');
  return parsed?.isValid() ? { number: parsed.number, extension: parsed.ext ?? null } : null;
}
