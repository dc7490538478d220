import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/notifications.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import * as notifications from './notifications.service.ts';

export function notificationsRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, contract.listNotifications, ({ identity, query }) =>
    notifications.listNotifications(deps, identity, query),
  );
  bind(app, contract.countNotifications, async ({ identity }) => ({
    data: { unread: await notifications.countNotifications(deps, identity) },
  }));
  bindChange(app, contract.markNotification, async ({ identity, params, body }) => ({
    data: await notifications.markNotification(deps, identity, params.id, body),
  }));
  bindChange(app, contract.markAllNotifications, async ({ identity, body }) => ({
    data: await notifications.markAllNotifications(deps, identity, body),
  }));
}
