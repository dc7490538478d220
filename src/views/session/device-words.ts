/** Browser names in user agents, the narrower first: most also claim to be the others. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//u, 'Edge'],
  [/\b(OPR|OPiOS)\//u, 'Opera'],
  [/\bSamsungBrowser\//u, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//u, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//u, 'Chrome'],
  [/\bVersion\/.+\bSafari\//u, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/u, 'an iPhone'],
  [/\biPad\b/u, 'an iPad'],
  [/\bAndroid\b/u, 'Android'],
  [/\bWindows NT\b/u, 'Windows'],
  [/\bCrOS\b/u, 'a Chromebook'],
  [/\bMac OS X\b/u, 'a Mac'],
  [/\bLinux\b/u, 'Linux'],
];

const firstIn = (list: readonly (readonly [RegExp, string])[], text: string) =>
  list.find(([pattern]) => pattern.test(text))?.[1];

/** "Chrome on Windows", from how a browser names itself. */
export function deviceWords(userAgent: string): string {
  const browser = firstIn(BROWSERS, userAgent);
  const system = firstIn(SYSTEMS, userAgent);
  if (browser === undefined && system === undefined) return 'An app';
  return [browser ?? 'A browser', system].filter(Boolean).join(' on ');
}

const LOOPBACK = /^(::ffff:)?127\.|^::1$/iu;
const PRIVATE = /^(::ffff:)?(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)|^f[cd]|^fe80:/iu;

/** Location of a request, as far as its IP address shows. */
export function placeWords(ip: string | null): string {
  if (ip === null) return 'from an unknown address';
  if (LOOPBACK.test(ip)) return 'from this computer';
  return PRIVATE.test(ip) ? `from your network, ${ip}` : `from ${ip}`;
}
