import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { toE164 } from '#rules/phone/phone-number.ts';

/** A phone number in any form as E.164, US when no country is named; `null` when it is none. */
export function readPhone(written: string): string | null {
  const quick = toE164(written);
  if (quick !== null) return quick;
  const parsed = parsePhoneNumberFromString(written, 'US');
  return parsed?.isValid() && parsed.ext === undefined ? parsed.number : null;
}
