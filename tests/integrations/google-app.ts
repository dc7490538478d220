import { createAuthorization, type SignedInType } from '#contract/integrations.contract.ts';
import { events } from '#contract/events.contract.ts';
import { integrationsOf } from '../../server/config/integrations.ts';
import { Settings } from '../../server/config/settings.ts';
import type { OAuthClient } from '../../server/config/integrations.ts';
import { syncAuthorization, syncDue } from '../../server/features/integrations/sync.service.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';
import type { ProviderStandIn } from '../_adapters/provider-stand-in.ts';

export const configWith = (clients: Partial<Record<SignedInType, OAuthClient>>, calendlyUrl = 'http://127.0.0.1:1') => {
  const base = integrationsOf(Settings.parse({ APP_ENV: 'development' }));
  return { integrations: { ...base, calendlyUrl, clients: { ...base.clients, ...clients } } };
};

export const NINE = {
  start_date: '2027-03-01',
  start_time: '09:00',
  end_time: '10:00',
  zone: 'America/New_York',
} as const;

/** A signed-in agent with a calendar at a provider. */
export class Synced {
  readonly it: TestApp;
  readonly agent: Client;
  readonly provider: ProviderStandIn;
  readonly type: SignedInType;
  id = 0;

  constructor(it: TestApp, agent: Client, provider: ProviderStandIn, type: SignedInType) {
    this.it = it;
    this.agent = agent;
    this.provider = provider;
    this.type = type;
  }

  static async open(provider: ProviderStandIn, type: SignedInType, it?: TestApp): Promise<Synced> {
    const app = it ?? (await openApp({ config: configWith({ [type]: provider.client }) }));
    return new Synced(app, await app.signIn('agent'), provider, type);
  }

  /** Starts over: no events and no connection here. */
  async clear(): Promise<void> {
    await this.it.owner.query(
      'delete from authorizations; delete from authorization_states; delete from calendar_event_changes; delete from calendar_events',
    );
    this.provider.clearTrouble();
  }

  async connect(by: Client = this.agent): Promise<number> {
    const started = await by.call(createAuthorization, { body: { type: this.type } });
    const back = this.provider.consent(started.body.meta.url ?? '');
    const done = await by.call(createAuthorization, { body: { type: this.type, ...back } });
    this.id = done.body.data?.id ?? 0;
    return this.id;
  }

  sync(): Promise<void> {
    return syncAuthorization(this.it.deps, this.it.world.people.agent.accountId, this.id);
  }

  due(): Promise<void> {
    return syncDue(this.it.deps);
  }

  async add(body: object = {}): Promise<{ id: number; version: number }> {
    const { body: made } = await this.agent.call(events.create, {
      body: { title: 'Review', ...NINE, ...body } as never,
    });
    return made.data;
  }

  change(id: number, body: object) {
    return this.agent.call(events.update, { params: { id }, body: body as never });
  }

  remove(id: number, query: object = {}) {
    return this.agent.call(events.remove, { params: { id }, query: query as never });
  }

  /** `03-01 09:00 Review` of each event in spring 2027. */
  async here(): Promise<string[]> {
    return (await this.shown()).map(
      ({ start_date: day, start_time: time, title }) => `${day.slice(5)} ${time ?? 'all day'} ${title}`,
    );
  }

  /** Events in spring 2027, in order, series as their events. */
  async shown() {
    const query = { start_date: '03/01/2027', end_date: '04/30/2027', zone: 'America/New_York' } as never;
    return (await this.agent.call(events.list, { query })).body.data;
  }

  async row(): Promise<Record<string, unknown>> {
    const { rows } = await this.it.owner.query<Record<string, unknown>>('select * from authorizations where id = $1', [
      this.id,
    ]);
    return rows[0] ?? {};
  }

  /** Where an event is at the provider. */
  async remoteIdOf(eventId: number): Promise<string> {
    const { rows } = await this.it.owner.query<{ remote_id: string }>(
      'select remote_id from calendar_links where event_id = $1',
      [eventId],
    );
    return rows[0]?.remote_id ?? '';
  }
}
