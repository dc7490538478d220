import type { CallArgs, Endpoint, Reply } from '#contract/endpoint.ts';
import { signInBySso, startSso } from '#contract/session/sign-in.contract.ts';
import type { TestApp } from '../_api/app.ts';
import { signInThere } from './loopback-provider.ts';

type Headers = Readonly<Record<string, string>>;

export interface Told<Body> {
  readonly status: number;
  readonly body: Body;
}

/** A browser with all its cookies, as far as single sign-on needs one. */
export interface Browser {
  readonly cookies: Map<string, string>;
  call<E extends Endpoint>(endpoint: E, args?: CallArgs<E>, headers?: Headers): Promise<Told<Reply<E>>>;
  start(): Promise<{ url: string }>;
  /** Gives the app what stands in the query of the address that the provider sent the browser back to. */
  finish(back: URL, headers?: Headers): Promise<Told<Reply<typeof signInBySso>>>;
  /** The whole way. */
  signInAs(name: string, headers?: Headers): Promise<Told<Reply<typeof signInBySso>>>;
}

export function openBrowserOf({ url: origin }: Pick<TestApp, 'url'>): Browser {
  const cookies = new Map<string, string>();
  const keep = (set: string) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    if (/max-age=0/i.test(set)) cookies.delete(name);
    else cookies.set(name, value);
  };
  const browser: Browser = {
    cookies,
    call: async <E extends Endpoint>({ method, path }: E, args?: CallArgs<E>, headers: Headers = {}) => {
      const { body } = (args ?? {}) as { body?: unknown };
      const response = await fetch(origin + path, {
        method,
        headers: {
          origin,
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      for (const set of response.headers.getSetCookie()) keep(set);
      return { status: response.status, body: (await response.json()) as Reply<E> };
    },
    start: async () => {
      const { status, body } = await browser.call(startSso);
      if (status !== 200) throw new Error(`no sign-in begins: ${status}`);
      return body.data;
    },
    finish: (back, headers) => {
      const query = Object.fromEntries(back.searchParams) as { code: string; state: string };
      return browser.call(signInBySso, { body: query }, headers);
    },
    signInAs: async (name, headers) => browser.finish(await signInThere((await browser.start()).url, name), headers),
  };
  return browser;
}
