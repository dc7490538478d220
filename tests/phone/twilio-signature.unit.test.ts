import { expect, test } from 'vitest';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { formOf, isSigned, signatureOf } from '../../server/features/phone/twilio/twilio-signature.ts';

const TOKEN = '12345abcdef';
const URL_ = 'https://crm.example.com/_twilio/status?out=12&account=1';
const FORM = {
  CallSid: `CA${'0f'.repeat(16)}`,
  CallStatus: 'completed',
  To: '+15125550142',
  From: 'client:user-7',
  Caller: 'José & Söhne',
  Timestamp: 'Sat, 21 Nov 2026 17:02:03 +0000',
  Empty: '',
};

test("the signature is the one that Twilio's own library expects", () => {
  expect(signatureOf(TOKEN, URL_, FORM)).toBe(getExpectedTwilioSignature(TOKEN, URL_, FORM));
  expect(isSigned(TOKEN, URL_, FORM, signatureOf(TOKEN, URL_, FORM))).toBe(true);
});

/** Numbers that come again the same each time. */
function* numbers(): Generator<number, never> {
  for (let state = 20_261_121; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield Math.floor(state / 65_536);
  }
}

/** One bit of a text turned. */
function turned(text: string, at: number): string {
  const bytes = Buffer.from(text, 'latin1');
  const place = at % (bytes.length * 8);
  bytes[place >> 3] = (bytes[place >> 3] ?? 0) ^ (1 << (place & 7));
  return bytes.toString('latin1');
}

test('of 10,000 turned bits in signature, address, names and values none is let in', () => {
  const source = numbers();
  const signature = signatureOf(TOKEN, URL_, FORM);
  const names = Object.keys(FORM);
  let letIn = 0;
  for (let round = 0; round < 10_000; round++) {
    const at = source.next().value;
    const name = names[at % names.length] ?? '';
    const { [name as keyof typeof FORM]: value, ...others } = FORM;
    const tries = [
      () => isSigned(TOKEN, URL_, FORM, turned(signature, at)),
      () => isSigned(TOKEN, turned(URL_, at), FORM, signature),
      () => isSigned(TOKEN, URL_, { ...others, [turned(name, at)]: value }, signature),
      () => value !== '' && isSigned(TOKEN, URL_, { ...FORM, [name]: turned(value, at) }, signature),
    ];
    if (tries[round % tries.length]?.() === true) letIn++;
  }

  expect(letIn).toBe(0);
});

test.each([
  ['the key of somebody else', 'another', URL_, FORM],
  ['another address', TOKEN, URL_.replace('out=12', 'out=13'), FORM],
  ['a field more', TOKEN, URL_, { ...FORM, More: '1' }],
])('%s is refused', (_, token, url, form) => {
  expect(isSigned(token, url, form, signatureOf(TOKEN, URL_, FORM))).toBe(false);
});

test('a signature of another length is refused', () => {
  expect(isSigned(TOKEN, URL_, FORM, '')).toBe(false);
});

test('a form with a name twice is none', () => {
  expect(formOf('To=%2B1512&From=client%3Auser-7')).toEqual({ To: '+1512', From: 'client:user-7' });
  expect(formOf('To=a&To=b')).toBeNull();
});
