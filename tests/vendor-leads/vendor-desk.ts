import { createApiKey } from '#contract/api-access.contract.ts';
import { updateTrackedKey } from '#contract/api-tracking.contract.ts';
import { apiVendors } from '#contract/reference.contract.ts';
import { confirmIdentity } from '#contract/session.contract.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';
import { PASSWORD } from '../_db/world.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: {
    readonly data: { readonly id: number; readonly status: string };
    readonly errors: Record<string, string[]>;
    readonly error: { readonly message: string };
  };
}

export interface VendorDesk {
  readonly it: TestApp;
  readonly admin: Client;
  readonly keyId: number;
  readonly vendorId: number;
  /** Sends a lead with the key of the vendor. */
  send(body: object, headers?: Record<string, string>): Promise<Answer>;
  sql<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** An agency with a lead vendor, who has a key of the agent. */
export async function openVendorDesk(): Promise<VendorDesk> {
  const it = await openApp();
  const admin = await it.signIn('admin');
  const agent = await it.signIn('agent');
  await agent.call(confirmIdentity, { body: { password: PASSWORD } } as never);
  const made = await agent.call(createApiKey, { body: { name: 'Leads', scopes: ['contacts.read', 'contacts.write'] } });
  const vendor = await admin.call(apiVendors.create, { body: { vendor_name: 'Lead Harbor', lead_cost_cents: 1_500 } });
  const { key, api_key: apiKey } = made.body.data;
  const vendorId = vendor.body.data.id;
  await admin.call(updateTrackedKey, { params: { id: apiKey.id }, body: { api_vendor_id: vendorId } });
  return {
    it,
    admin,
    keyId: apiKey.id,
    vendorId,
    send: async (body, headers = {}) =>
      (await it.visitor().send('POST', '/v1/leads', {
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })) as unknown as Answer,
    sql: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await it.owner.query(text, [...values])).rows as Row[],
    close: () => it.close(),
  };
}

export const JANE = { first_name: 'Jane', last_name: 'Okafor', phone: '(512) 555-0142', email: 'jane@example.com' };
