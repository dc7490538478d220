import { describe, expect, inject, test } from 'vitest';
import { readMe } from '#contract/session.contract.ts';
import type { Answer, Client } from '../_api/app.ts';
import { signInAs } from './attacker.ts';

/** Demo users who owe one thing each, and the code with which the server refuses them. */
const DEBTORS = [
  ['terrell', 'terms_due'],
  ['noor', 'payment_due'],
  ['caleb', 'password_due'],
  ['wyatt', 'two_factor_due'],
] as const;

const CALLS = [
  ['reads contacts', 'PATCH', '/v1/contacts'],
  ['reads a contact', 'GET', '/v1/contacts/1'],
  ['reveals a number', 'POST', '/v1/contacts/1/reveal_field'],
  ['exports', 'PATCH', '/v1/export.csv'],
  ['deletes contacts', 'DELETE', '/v1/contacts/destroy_all'],
  ['creates an API key', 'POST', '/v1/users/api_keys'],
  ['shows the API token', 'GET', '/v1/users/show_api_token'],
] as const;

const ask = async (client: Client, method: string, path: string) => {
  const { status, body } = (await client.send(method, path)) as Answer<{ code: string }>;
  return [status, body.code];
};

describe.each(DEBTORS)('%s owes something, and without the page', (username, code) => {
  test.each(CALLS)('%s nowhere', async (_, method, path) => {
    const debtor = await signInAs(inject('appUrl'), username);

    expect(await ask(debtor, method, path)).toEqual([403, code]);
    expect((await debtor.call(readMe)).status).toBe(200);
  });
});
