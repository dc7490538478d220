import type { CallArgs, Endpoint, Reply } from '../../src/api/contract/endpoint.ts';
import type { ApiClient } from '../../src/api/client.ts';

export interface Asked {
  readonly endpoint: string;
  readonly args: Record<string, unknown>;
  readonly signal: AbortSignal;
  readonly answer: (reply: unknown) => Promise<void>;
  readonly fail: (error: Error) => Promise<void>;
}

const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** A server whose answers come when the test says so, in any order. */
export function openServer() {
  const asked: Asked[] = [];
  const api: ApiClient = {
    call: <E extends Endpoint>(endpoint: E, { signal, ...args }: CallArgs<E>) =>
      new Promise<Reply<E>>((resolve, reject) => {
        asked.push({
          endpoint: endpoint.name,
          args,
          signal: signal ?? new AbortController().signal,
          answer: (reply) => {
            resolve(reply as Reply<E>);
            return settle();
          },
          fail: (error) => {
            reject(error);
            return settle();
          },
        });
      }),
    leavePage: () => undefined,
  };
  const last = (): Asked => {
    const request = asked.at(-1);
    if (request === undefined) throw new Error('nothing was asked');
    return request;
  };
  return { api, asked, last };
}
