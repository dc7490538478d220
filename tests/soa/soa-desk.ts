import { soaRequests as calls, type soaRequests, SOA_PRODUCTS } from '#contract/soa.contract.ts';
import { SOA_TEXT_VERSION } from '#rules/soa/soa-words.ts';
import type { CallArgs } from '#contract/endpoint.ts';
import type { Client, TestApp } from '../_api/app.ts';

/** The desk of an agent who collects scopes of appointment. */
export function soaDesk(it: TestApp, agent: Client) {
  const sql = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await it.owner.query<Row>(text, values)).rows;
  let number = 800;
  const contact = async (owner: 'agent' | 'peer' = 'agent', name = 'Rosa') => {
    const { id, accountId, businessUnitId } = it.world.people[owner];
    const [row] = await sql<{ id: number }>(
      `insert into contacts (account_id, number, business_unit_id, owner_id, first_name, last_name, email, phone, state)
       values ($1, $5, $2, $3, $4, 'Okafor', 'rosa@example.com', '+12125550142', 'NY') returning id`,
      [accountId, businessUnitId, id, name, (number += 1)],
    );
    return row?.id ?? 0;
  };
  const create = async (more: Partial<CallArgs<typeof soaRequests.create>['body']> = {}, by = agent) =>
    by.call(calls.create, {
      body: { contact_id: more.contact_id ?? (await contact()), products: ['medigap'], ...more },
    });
  const sent = async (more: object = {}) => {
    const { body } = await create(more);
    const { body: after } = await agent.call(calls.send, { params: { id: body.data.id }, body: { way: 'copy' } });
    return { id: body.data.id, token: after.data.link?.split('/').at(-1) ?? '' };
  };
  const SIGNED = {
    name: 'Rosa Okafor',
    products: SOA_PRODUCTS.slice(0, 2),
    language: 'en',
    text_version: SOA_TEXT_VERSION,
  } as const;
  const submit = (token: string, more: object = {}, query: object = {}) =>
    it.visitor().call(calls.submit, {
      params: { id: token },
      query,
      body: { ...SIGNED, submission: crypto.randomUUID(), ...more } as never,
      headers: { 'user-agent': 'A phone' },
    });
  const view = (token: string, query: object = {}) =>
    it.visitor().call(calls.view, { params: { id: token }, query, headers: { 'user-agent': 'A phone' } });
  const read = async (id: number, by = agent) => (await by.call(calls.read, { params: { id } })).body.data;
  const complete = (id: number, more: object = {}) =>
    agent.call(calls.complete, {
      params: { id },
      body: { initial_contact: 'Came to the seminar', agent_signature: 'Amy Agent', ...more },
    });
  const verify = async (id: number) => (await agent.call(calls.verify, { params: { id } })).body.data;
  return { sql, contact, create, sent, submit, view, read, complete, verify };
}
