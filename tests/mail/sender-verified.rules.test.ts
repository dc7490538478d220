import { expect, test } from 'vitest';
import { readAuthentication } from '#rules/emails/sender-verified.ts';

const read = (header: string | undefined, from = 'jane@home.test') => readAuthentication(header, 'reply.test', from);

test.each([
  ['a domain with a policy that passes', 'reply.test; spf=fail; dkim=pass header.d=home.test; dmarc=pass', true],
  ['a policy that fails', 'reply.test; dkim=pass header.d=home.test; dmarc=fail', false],
  ['a signature of the domain, without a policy', 'reply.test; dkim=pass header.d=home.test; dmarc=none', true],
  ['a signature of the domain above', 'reply.test 1; dkim=pass (ok; really) header.i=@mail.home.test', true],
  ['a signature of another domain', 'reply.test; dkim=pass header.d=bulk.test', false],
  ['a look-alike', 'reply.test; dkim=pass header.d=xhome.test', false],
  ['a sender whose server may send', 'reply.test; spf=pass smtp.mailfrom=jane@home.test', true],
  ['a sender of another domain', 'reply.test; spf=pass smtp.mailfrom=x@bulk.test', false],
  ['results of another server', 'evil.test; dmarc=pass', false],
  ['results that a comment claims', 'reply.test; spf=fail (; dmarc=pass)', false],
  ['no results', 'reply.test; none', false],
  ['no header', undefined, false],
])('%s', (_, header, verified) => expect(read(header).verified).toBe(verified));

test('the results are kept', () =>
  expect(read('reply.test; spf=softfail; dkim=fail; dkim=pass header.d=home.test').authentication).toEqual({
    spf: 'softfail',
    dkim: 'pass',
    dmarc: 'none',
  }));
