import { type AddressInfo, createServer } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { smtpCarrier } from '../../server/adapters/mail/smtp-mail.ts';
import { stripePayments } from '../../server/adapters/payments/stripe-payments.ts';
import { twilioCarrier } from '../../server/adapters/texts/twilio-texts.ts';
import { isDatabaseAway } from '../../server/db/database-away.ts';
import { createPool } from '../../server/db/pool.ts';

/** A local address that no process listens on. */
let port: number;
beforeAll(async () => {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  ({ port } = server.address() as AddressInfo);
  await new Promise((closed) => server.close(closed));
});

const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'none',
    (error: unknown) => error,
  );
const coded = (code: string, syscall?: string) => Object.assign(new Error('the driver says so'), { code, syscall });

const ask = (host: string) => faultOf(createPool({ url: `postgres://someone@${host}:${port}/none` }).query('select 1'));

describe('a database is away', () => {
  test.each(['127.0.0.1', 'no-such-host.invalid'])('when nothing listens at %s', async (host) => {
    expect(isDatabaseAway(await ask(host))).toBe(true);
  });

  test('where none of the addresses of its name answers', () => {
    expect(isDatabaseAway(new AggregateError([coded('EHOSTUNREACH', 'connect')]))).toBe(true);
  });
});

describe('a failure that another try does not mend by itself counts as one', () => {
  test.each([
    'a breach of the protocol, 08P01',
    'a limit of the configuration, 53400',
    'a database that was dropped, 57P04',
    'a full disk, 53100',
  ])('%s', (name) => {
    expect(isDatabaseAway(coded(name.slice(-5)))).toBe(false);
  });

  test('a missing file', () => {
    expect(isDatabaseAway(coded('ENOENT', 'open'))).toBe(false);
  });

  test('an e-mail, a text message or a payment whose service is down', async () => {
    const mail = (host: string) => smtpCarrier({ url: `smtp://${host}:${port}`, from: 'Bell <bell@example.com>' });
    const letter = { to: 'agent@example.com', subject: 'Hello', text: 'Hello' };
    const baseUrl = `http://127.0.0.1:${port}`;
    const texts = twilioCarrier({ accountSid: 'AC1', authToken: 'secret', from: '+12025550100', baseUrl });
    const payments = stripePayments({ secretKey: 'sk_test_1', publishableKey: 'pk_test_1', prices: {}, baseUrl });

    const faults = await Promise.all([
      faultOf(mail('127.0.0.1').carry(letter)),
      faultOf(mail('no-such-host.invalid').carry(letter)),
      faultOf(texts.carry({ to: '+12025550101', body: 'Hello' })),
      faultOf(payments.detachCard('pm_1')),
    ]);

    expect(faults.map((fault) => [fault instanceof Error, isDatabaseAway(fault)])).toEqual(
      faults.map(() => [true, false]),
    );
  });
});
