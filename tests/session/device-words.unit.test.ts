import { expect, test } from 'vitest';
import { deviceWords, placeWords } from '../../src/views/session/device-words.ts';

const MOZILLA = 'Mozilla/5.0';

test.each([
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36`, 'Chrome on Windows'],
  [`${MOZILLA} (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0`, 'Edge on Windows'],
  [`${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/18.0 Safari/605`, 'Safari on a Mac'],
  [`${MOZILLA} (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604`, 'Safari on an iPhone'],
  [`${MOZILLA} (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140.0 Mobile Safari/604`, 'Chrome on an iPhone'],
  [
    `${MOZILLA} (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36 SamsungBrowser/27.0`,
    'Samsung Internet on Android',
  ],
  [`${MOZILLA} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox on Linux'],
  [`${MOZILLA} (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36`, 'Chrome on a Chromebook'],
  [`${MOZILLA} (Windows NT 10.0) Chrome/140.0 Safari/537.36 OPR/120.0`, 'Opera on Windows'],
  [`${MOZILLA} (Windows NT 10.0) Unheard/1.0`, 'A browser on Windows'],
  ['curl/8.9.1', 'An app'],
  ['', 'An app'],
])('%s is told as %s', (userAgent, words) => expect(deviceWords(userAgent)).toBe(words));

test.each([
  [null, 'from an unknown address'],
  ['127.0.0.1', 'from this computer'],
  ['::1', 'from this computer'],
  ['::ffff:127.0.0.1', 'from this computer'],
  ['192.168.4.20', 'from your network, 192.168.4.20'],
  ['172.20.0.3', 'from your network, 172.20.0.3'],
  ['fd12:3456::1', 'from your network, fd12:3456::1'],
  ['172.32.0.3', 'from 172.32.0.3'],
  ['203.0.113.9', 'from 203.0.113.9'],
])('a request of %s comes %s', (ip, words) => expect(placeWords(ip)).toBe(words));
