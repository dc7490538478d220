import type { ReactNode } from 'react';
import type { Boot } from '#contract/_boot.contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { createResources } from '../../src/actors/_resource.actors.ts';
import type { AppActors } from '../../src/actors/root.ts';
import type { ApiClient } from '../../src/api/client.ts';
import { AppContext } from '../../src/views/_base/app-context.ts';
import { NO_PHONE } from '../phone/no-phone.ts';

export interface Called {
  readonly name: string;
  readonly args: unknown;
}

/** The app around a view: answers by the endpoint's name, an `Error` as its failure, and what has been asked. */
export function appAround(answers: Readonly<Record<string, unknown>>, more: Partial<AppActors> = {}) {
  const called: Called[] = [];
  const api: ApiClient = {
    call: (endpoint: Endpoint, args) => {
      called.push({ name: endpoint.name, args });
      const answer = answers[endpoint.name] ?? { data: [], meta: EMPTY };
      return answer instanceof Error ? Promise.reject(answer) : (Promise.resolve(answer) as never);
    },
    leavePage: () => undefined,
  };
  const actors = { api, boot: BOOT, resources: createResources(api), phone: NO_PHONE, ...more } as AppActors;
  const wrap = (view: ReactNode) => <AppContext value={actors}>{view}</AppContext>;
  return { wrap, called };
}

const BOOT: Boot = {
  brand: 'bellwether',
  app_env: 'production',
  version: '0.2.37',
  styles: '',
  icon_color: '',
  demo: null,
  sso: null,
};

const EMPTY = { current_page: 1, limit: 50, total_count: 0, total_pages: 0 };
