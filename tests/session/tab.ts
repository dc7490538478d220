import { IDENTITY_HEADER } from '#contract/_wire.contract.ts';
import type { CallArgs, Endpoint, Reply } from '#contract/endpoint.ts';
import { confirmIdentity, type CurrentUser, leaveIdentity, readMe } from '#contract/session.contract.ts';
import { type LoginType, loginAsUser } from '#contract/users.contract.ts';
import type { Answer, Client, TestApp } from '../_api/app.ts';
import { PASSWORD, type Username } from '../_db/world.ts';

/** A browser tab that knows its identity, like the page. */
export interface Tab {
  readonly client: Client;
  /** Last reported by the server. */
  user(): CurrentUser;
  call<E extends Endpoint>(
    endpoint: E,
    args?: CallArgs<E> & { headers?: Record<string, string | null> },
  ): Promise<Answer<Reply<E>>>;
  /** Logs in as a user. */
  actFor(id: number, loginType?: LoginType): Promise<Answer<Reply<typeof loginAsUser>>>;
  /** Goes back one step. */
  leave(sessionId?: number): Promise<Answer<Reply<typeof leaveIdentity>>>;
  confirm(): Promise<Answer<Reply<typeof confirmIdentity>>>;
  /** Response to this cookie now. */
  status(cookie?: string): Promise<number>;
}

export async function openTab(it: TestApp, username: Username): Promise<Tab> {
  const client = await it.signIn(username);
  let user = (await client.call(readMe)).body.data;
  const header = () => ({ [IDENTITY_HEADER]: `${user.id}:${user.identity.length - 1}` });
  const tab: Tab = {
    client,
    user: () => user,
    call: (endpoint, args) =>
      client.call(endpoint, { ...args, headers: { ...header(), ...args?.headers } } as Parameters<
        typeof tab.call
      >[1] as never),
    actFor: async (id, loginType = 'login_as') => {
      const body = { login_type: loginType, reason: 'a look at the book' };
      const answer = await tab.call(loginAsUser, { params: { id }, body });
      if (answer.status === 200) ({ user } = answer.body.data);
      return answer;
    },
    leave: async (sessionId = user.identity.at(-2)?.session_id ?? 0) => {
      const answer = await tab.call(leaveIdentity, { params: { id: sessionId } });
      if (answer.status === 200) ({ user } = answer.body.data);
      return answer;
    },
    confirm: () => tab.call(confirmIdentity, { body: { password: PASSWORD } }),
    status: async (cookie = client.cookie) =>
      (await it.visitor().call(readMe, { headers: { cookie, [IDENTITY_HEADER]: null } })).status,
  };
  return tab;
}
