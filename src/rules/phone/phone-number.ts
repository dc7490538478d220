/** Punctuation that people put into phone numbers. */
const PUNCTUATION = /[\s().\-–/·]/g;

/**
 * A US number in any common form as E.164 (`512-555-0142` → `+15125550142`); a number that starts with `+`
 * keeps its country. `null` when it is no phone number; the server asks libphonenumber before it gives up.
 */
export function toE164(written: string): string | null {
  const compact = written.replace(PUNCTUATION, '');
  const digits = compact.startsWith('+') ? compact.slice(1) : compact;
  if (!/^\d+$/.test(digits)) return null;
  if (compact.startsWith('+') && !digits.startsWith('1')) return /^[2-9]\d{7,14}$/.test(digits) ? `+${digits}` : null;
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  return /^[2-9]\d{2}[2-9]\d{6}$/.test(national) ? `+1${national}` : null;
}

const EXTENSION = /(?<=\d)[\s,;]*(?:x|ext\.?|extension|#|,)\s*[:=]?\s*(\d{1,7})$/i;

/** The digits at the end that are dialed after the answer: `512-555-0142x45`, `…, ext. 45`, `…;ext=45`. */
export const extensionIn = (written: string): string | null => EXTENSION.exec(written.trim())?.[1] ?? null;

export const withoutExtension = (written: string): string => written.trim().replace(EXTENSION, '');

/** A number with the extension that is dialed after the answer: `+12105550112 ext. 45`. */
export const phoneText = (number: string, extension: string | null): string =>
  extension === null || extension === '' ? number : `${number} ext. ${extension}`;

/** With dashes, 11 digits grouped 1-3-3-4 (core §5): `+15125550142` → `1-512-555-0142`. Anything else as it is; an extension stays. */
export function formatPhone(text: string): string {
  const [number = '', extension = null] = text.split(' ext. ');
  if (extension !== null) return phoneText(formatPhone(number), extension);
  const digits = number.replace(/\D/g, '');
  const eleven = digits.length === 10 ? `1${digits}` : digits;
  return eleven.length === 11 && eleven.startsWith('1')
    ? `${eleven[0]}-${eleven.slice(1, 4)}-${eleven.slice(4, 7)}-${eleven.slice(7)}`
    : number;
}
