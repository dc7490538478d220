import type { Command, Frame } from '../../src/realtime/frames.ts';
import { createGateway, type Gateway } from '../../src/realtime/gateway.ts';
import { VirtualTimeScheduler } from 'rxjs';

export const NOTIFICATIONS = JSON.stringify({ channel: 'NotificationsChannel' });

/** A gateway on a line whose other end is the test. */
export function openLine() {
  const scheduler = new VirtualTimeScheduler();
  const sent: Command[] = [];
  const rejected: unknown[] = [];
  const gateway: Gateway = createGateway({ onReject: (_name, body) => rejected.push(body), scheduler });
  const receive = (frame: Frame) => gateway.received(frame);
  return {
    gateway,
    scheduler,
    sent,
    rejected,
    receive,
    connect: () => {
      gateway.lineIs('connecting');
      gateway.opened((command) => sent.push(command));
      receive({ type: 'welcome' });
      gateway.lineIs('connected');
    },
    confirm: (identifier = NOTIFICATIONS) => receive({ type: 'confirm_subscription', identifier }),
    message: (message: unknown, identifier = NOTIFICATIONS) => receive({ identifier, message }),
    /** Subscribes and collects what comes out. */
    listen: (params: Record<string, unknown> = {}) => {
      const heard: unknown[] = [];
      const listening = gateway.channel('NotificationsChannel', params).subscribe((body) => heard.push(body));
      return { heard, stop: () => listening.unsubscribe() };
    },
    freshness: () => {
      const states: unknown[] = [];
      gateway.freshness$.subscribe((freshness) => states.push(freshness));
      return states;
    },
  };
}

export const fact = (offset: number, epoch = 'e1', stream = 'user:1003') => ({
  type: 'contacts.changed',
  ids: [offset],
  stream,
  epoch,
  offset,
});

export const positioned = (offset: number, epoch = 'e1', stream = 'user:1003') => ({
  type: 'stream.positioned',
  stream,
  epoch,
  offset,
});

export const catchUp = (offset: number, epoch = 'e1', stream = 'user:1003') => ({
  command: 'message',
  identifier: NOTIFICATIONS,
  data: JSON.stringify({ action: 'catch_up', since: [{ stream, epoch, offset }] }),
});
