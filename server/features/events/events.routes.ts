import type { FastifyInstance } from 'fastify';
import { events } from '#contract/events.contract.ts';
import {
  createCalendarFeed,
  deleteCalendarFeed,
  readCalendarSettings,
  updateCalendarSettings,
} from '#contract/events/calendar.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import { changeSettings, createFeed, deleteFeed, readSettings } from './calendar-settings.service.ts';
import { createEvent, removeEvent, undoChange, updateEvent } from './change-events.service.ts';
import { listContactEvents, listEvents, readCalendarHistory } from './events.service.ts';

export function eventsRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, readCalendarSettings, ({ identity }) => readSettings(deps, identity));
  bindChange(app, updateCalendarSettings, (call) => changeSettings(deps, call, call.body));
  bindChange(app, createCalendarFeed, (call) => createFeed(deps, call, call.body));
  bindChange(app, deleteCalendarFeed, (call) => deleteFeed(deps, call));
  bind(app, events.list, ({ identity, query }) => listEvents(deps, identity, query));
  bind(app, events.ofContact, ({ identity, query }) => listContactEvents(deps, identity, query.contact_id));
  bind(app, events.history, ({ identity, query }) => readCalendarHistory(deps, identity, query.downline_user_id));
  bindChange(app, events.create, (call) => createEvent(deps, call, call.body));
  bindChange(app, events.update, (call) => updateEvent(deps, call, call.params.id, call.body));
  bindChange(app, events.remove, (call) => removeEvent(deps, call, call.params.id, call.query));
  bindChange(app, events.undo, async (call) => undoChange(deps, call, call.params.id));
}
