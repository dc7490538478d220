import * as z from 'zod/mini';
import {
  type CalendarAccount,
  type ReadSpan,
  type RemoteChanges,
  type RemoteEvent,
  RemoteFault,
} from './calendar-port.ts';
import { readAs } from './google-calendar.ts';
import { localOf } from './local-time.ts';
import { askProvider } from './provider-rest.ts';

const MOST_PAGES = 20;

const Me = z.object({ resource: z.object({ uri: z.string(), name: z.string(), email: z.string() }) });
const Booked = z.object({
  uri: z.string(),
  name: z.optional(z.nullable(z.string())),
  status: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  updated_at: z.string(),
  location: z.optional(
    z.nullable(
      z.object({ location: z.nullish(z.string()), join_url: z.nullish(z.string()), type: z.nullish(z.string()) }),
    ),
  ),
});
const Page = z.object({
  collection: z.array(Booked),
  pagination: z.object({ next_page_token: z.nullish(z.string()) }),
});

const eventOf = (booked: z.output<typeof Booked>, zone: string): RemoteEvent => ({
  id: booked.uri,
  icalUid: booked.uri,
  etag: booked.updated_at,
  token: null,
  changedAt: new Date(booked.updated_at),
  isPrivate: false,
  seriesId: null,
  originalStart: null,
  title: booked.name ?? 'Calendly booking',
  place: booked.location?.join_url ?? booked.location?.location ?? '',
  notes: '',
  when: {
    all_day: false,
    zone,
    start_local: localOf(new Date(booked.start_time), zone),
    end_local: localOf(new Date(booked.end_time), zone),
    rule: '',
    repeat_until: null,
    excluded: [],
  },
});

const readOnly = () => Promise.reject(new RemoteFault('refused', 'Bookings are changed in Calendly.'));

/** A person's bookings in Calendly, which are read only. */
export function calendly(apiUrl: string, key: string): CalendarAccount {
  const me = async () => readAs(Me, await askProvider(`${apiUrl}/users/me`, key)).resource;
  const changes = async (
    user: string,
    _cursor: string | null,
    { from, to, zone }: ReadSpan,
  ): Promise<RemoteChanges> => {
    const events: RemoteEvent[] = [];
    const query = {
      user,
      status: 'active',
      count: '100',
      min_start_time: from.toISOString(),
      max_start_time: to.toISOString(),
    };
    for (let pages = 0, page = ''; pages < MOST_PAGES; pages += 1) {
      const asked = new URLSearchParams({ ...query, ...(page !== '' && { page_token: page }) });
      const read = readAs(Page, await askProvider(`${apiUrl}/scheduled_events?${asked}`, key));
      events.push(...read.collection.map((booked) => eventOf(booked, zone)));
      page = read.pagination.next_page_token ?? '';
      if (page === '') return { events, removed: [], cursor: null, isFull: true, whole: new Set() };
    }
    throw new RemoteFault('refused', 'Calendly has more bookings than can be synced.');
  };
  return {
    whoami: async () => {
      const { uri, email } = await me();
      return { id: uri, name: email };
    },
    calendars: async () => {
      const { uri } = await me();
      return [{ id: uri, name: 'Bookings', isPrimary: true, isWritable: false }];
    },
    changes,
    insert: readOnly,
    instance: readOnly,
    update: readOnly,
    remove: readOnly,
    watch: null,
    unwatch: () => Promise.resolve(),
  };
}
