import { VirtualTimeScheduler } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { listConsents, readContactability } from '../../src/api/contract/compliance.contract.ts';
import { readContact } from '../../src/api/contract/contacts.contract.ts';
import { listContacts } from '../../src/api/contract/contacts/contact-list.contract.ts';
import { readDashboard } from '../../src/api/contract/dashboard.contract.ts';
import { listExports } from '../../src/api/contract/exports.contract.ts';
import { readQuickFilter } from '../../src/api/contract/quick-filters.contract.ts';
import { readTimeline } from '../../src/api/contract/timeline.contract.ts';
import { LOAD_AGAIN_MS, observeStaleness } from '../../src/actors/_frame/notifications.actors.ts';
import { observeContactStaleness } from '../../src/actors/contacts.actors.ts';
import { observeNotifications } from '../../src/realtime/notifications.stream.ts';
import { fact, openLine, positioned } from './line.ts';

function follow() {
  const line = openLine();
  const heard: unknown[] = [];
  observeNotifications(line.gateway).subscribe((notification) => heard.push(notification));
  line.connect();
  line.message(positioned(0));
  return { ...line, heard };
}

describe('notifications', () => {
  test('are parsed, and continue after an invalid body', () => {
    const { heard, message, rejected } = follow();
    const odd = { ...fact(1), ids: 'all of them' };

    message(odd);
    message(fact(2));

    expect(heard).toEqual([positioned(0), { type: 'contacts.changed', ids: [2] }]);
    expect(rejected).toEqual([odd]);
  });

  test('leave the facts of other channels on the same stream alone', () => {
    const { heard, message, rejected } = follow();

    message({ ...fact(1), type: 'import.progressed' });

    expect([heard, rejected]).toEqual([[positioned(0)], []]);
  });
});

describe('what is out of date', () => {
  function watch() {
    const line = openLine();
    const scheduler = new VirtualTimeScheduler();
    const told: unknown[] = [];
    observeStaleness(line.gateway, scheduler).subscribe((endpoints) => told.push([scheduler.frame, endpoints]));
    line.connect();
    const reads = [
      listContacts,
      readContact,
      readDashboard,
      readQuickFilter,
      readContactability,
      listConsents,
      readTimeline,
    ];
    const stale = reads.map(({ name }) => ({ name }));
    return { ...line, scheduler, told, stale };
  }

  test('is reported immediately and then at most once a second', () => {
    const { message, scheduler, told, stale } = watch();
    message(positioned(0));
    told.length = 0;

    for (let offset = 1; offset <= 20; offset += 1) message(fact(offset));
    expect(told).toEqual([[0, stale]]);

    scheduler.flush();
    expect(told).toEqual([
      [0, stale],
      [LOAD_AGAIN_MS, stale],
    ]);
  });

  test('is all of it after the first word of the stream and after a loss', () => {
    const { message, told, stale } = watch();

    message(positioned(3));
    message({ ...positioned(9), type: 'stream.lost' });

    const all = [...stale, { name: listExports.name }];
    expect(told).toEqual([
      [0, all],
      [0, all],
    ]);
  });

  test('is the list of exports after one of them', () => {
    const { message, told } = watch();
    message(positioned(0));
    told.length = 0;

    message({ ...fact(1), type: 'exports.changed' });

    expect(told).toEqual([[0, [{ name: listExports.name }]]]);
  });
});

describe('what is out of date of one contact', () => {
  const CONTACT = JSON.stringify({ channel: 'NotificationsChannel', contact_id: 7 });
  const STREAM = 'contact:7:1003';
  const changed = (offset: number) => ({ type: 'contact.changed', id: 7, stream: STREAM, epoch: 'e1', offset });

  function watch() {
    const line = openLine();
    const scheduler = new VirtualTimeScheduler();
    const told: unknown[] = [];
    observeContactStaleness(line.gateway, 7, scheduler).subscribe((what) => told.push([scheduler.frame, what]));
    line.connect();
    line.message(positioned(0, 'e1', STREAM), CONTACT);
    return { ...line, scheduler, told, change: (offset: number) => line.message(changed(offset), CONTACT) };
  }

  test('is the contact after the first word, and everything after a change, at most once a second', () => {
    const { scheduler, told, change } = watch();
    for (let offset = 1; offset <= 20; offset += 1) change(offset);
    scheduler.flush();

    expect(told).toEqual([
      [0, 'contact'],
      [0, 'everything'],
      [LOAD_AGAIN_MS, 'everything'],
    ]);
  });

  test('is everything after a loss', () => {
    const { message, told } = watch();
    message({ ...positioned(9, 'e1', STREAM), type: 'stream.lost' }, CONTACT);

    expect(told.at(-1)).toEqual([0, 'everything']);
  });
});
