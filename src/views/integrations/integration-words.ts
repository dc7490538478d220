import type { Authorization, AuthorizationType, OfServer, SyncConflict } from '#contract/integrations.contract.ts';
import type { Tone } from '../_kit/display/Icon.tsx';
import { formatCounted } from '../_kit/format/format-count.ts';
import { formatDate, formatTime } from '../_kit/format/format-when.ts';

interface About {
  readonly name: string;
  /** The company's name in a sentence. */
  readonly company: string;
  readonly does: string;
}

export const ABOUT: Readonly<Record<AuthorizationType, About>> = {
  google: {
    name: 'Google Calendar',
    company: 'Google',
    does: 'Events appear in both calendars, and changes travel both ways.',
  },
  outlook: {
    name: 'Outlook',
    company: 'Microsoft',
    does: 'Events appear in both calendars, and changes travel both ways.',
  },
  calendly: { name: 'Calendly', company: 'Calendly', does: 'Bookings appear in your calendar. Nothing is sent back.' },
  phone_burner: {
    name: 'PhoneBurner',
    company: 'PhoneBurner',
    does: 'Dial sessions with contacts that may be called.',
  },
  demio: { name: 'Demio', company: 'Demio', does: 'Keep the link of your webinar at hand.' },
};

const MINUTE_MS = 60_000;

/** Time since an instant: "just now", "2 min ago", "3 h ago", else the date. */
export function agoText(at: string, now: number, zone: string): string {
  const minutes = Math.floor((now - Date.parse(at)) / MINUTE_MS);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)} h ago` : `on ${formatDate(at, zone)}`;
}

interface Status {
  readonly tone: Tone;
  readonly text: string;
  /** What it means, and what to do. */
  readonly more: string;
}

const needsYou = ({ type, problem }: Authorization): Status => {
  const { company } = ABOUT[type];
  return problem === 'key'
    ? { tone: 'bad', text: `${company} no longer accepts the token`, more: 'Enter a new one to continue.' }
    : {
        tone: 'bad',
        text: `${company} needs you to sign in again`,
        more: 'Your events are safe, and sync continues after that.',
      };
};

function behind(one: Authorization, zone: string): Status {
  const { company } = ABOUT[one.type];
  const next = one.next_sync_at === null ? '' : ` Next attempt ${formatTime(one.next_sync_at, zone)}.`;
  if (one.problem === 'quota') return { tone: 'warn', text: `${company} asked us to slow down`, more: next.trim() };
  if (one.problem === 'refused')
    return {
      tone: 'bad',
      text: `${company} refused to sync`,
      more: `${one.problem_text || 'No reason given'}.${next}`,
    };
  return { tone: 'warn', text: `${company} isn’t responding`, more: `We keep trying.${next}` };
}

const countsOf = ({ type, events_read: read, events_written: written }: Authorization): string =>
  type === 'calendly'
    ? `${formatCounted(read, 'booking', 'bookings')} read.`
    : `${formatCounted(read, 'event', 'events')} read, ${written} written.`;

/** State of a connected integration in plain words. */
export function statusOf(one: Authorization, now: number, zone: string): Status {
  if (one.status === 'needs_you') return needsYou(one);
  if (one.status === 'behind') return behind(one, zone);
  if (one.type === 'demio') return { tone: 'good', text: 'Link saved', more: ABOUT.demio.does };
  if (one.type === 'phone_burner') return { tone: 'good', text: 'Connected', more: ABOUT.phone_burner.does };
  if (one.syncing && one.last_synced_at !== null) return { tone: 'info', text: 'Syncing…', more: countsOf(one) };
  if (one.last_synced_at === null) return { tone: 'info', text: 'First sync in progress', more: '' };
  const text = `Synced ${agoText(one.last_synced_at, now, zone)}`;
  if (one.calendars_synced === 0)
    return { tone: 'warn', text: 'No calendar is selected', more: 'Choose at least one calendar.' };
  const ways =
    one.type === 'calendly'
      ? ''
      : `${one.calendars_synced} of ${formatCounted(one.calendars, 'calendar', 'calendars')}. `;
  return { tone: 'good', text, more: `${ways}${countsOf(one)}` };
}

/** Changes that haven't been sent; `null`: none. */
export const waitingText = ({ events_waiting: waiting, status }: Authorization): string | null =>
  waiting === 0
    ? null
    : `${formatCounted(waiting, 'change', 'changes')} ${waiting === 1 ? 'waits' : 'wait'} here${status === 'needs_you' ? ' until you sign in' : ''}.`;

interface ServerRow {
  readonly key: string;
  readonly name: string;
  readonly tone?: Tone;
  readonly text: string;
  readonly more: string;
  readonly href?: string;
}

/** Integrations of the agency or the server, which no one connects for themselves. */
export const serverRows = ({ twilio, csg, custom_domains: domains }: OfServer): readonly ServerRow[] => [
  {
    key: 'twilio',
    name: 'Twilio',
    ...(twilio && { tone: 'good' as const }),
    text: twilio ? 'Set up' : 'Not set up',
    more: twilio
      ? 'Texts and calls go through Twilio.'
      : 'Texts stay in the outbox until Twilio is set up on this server.',
  },
  {
    key: 'csg',
    name: 'CSG quotes',
    ...(csg !== 'sample' && { tone: 'good' as const }),
    text: csg === 'connected' ? 'Connected' : csg === 'server' ? 'Set up' : 'Not set up',
    more:
      csg === 'connected'
        ? 'Rates come from your agency’s own CSG account.'
        : csg === 'server'
          ? 'Rates come from the CSG account of this server.'
          : 'Quotes use sample rates.',
  },
  {
    key: 'domains',
    name: 'Custom domains',
    ...(domains.live > 0 && { tone: 'good' as const }),
    text: domains.total === 0 ? 'No domains' : `${domains.live} of ${domains.total} live`,
    more: domains.available
      ? 'Public pages on domains of your agency.'
      : 'Custom domains aren’t set up on this server.',
    href: '/admin/custom-domains',
  },
];

const FIELDS = { title: 'Title', place: 'Place', notes: 'Notes', when: 'Time', event: 'Event' } as const;

/** What became of an event that both sides had changed. */
export const conflictText = ({ kept, lost }: SyncConflict, company: string): string =>
  `${kept === 'here' ? 'Your change here was kept' : `The change in ${company} was kept`}. Not kept: ${lost
    .map(({ field, value }) => (field === 'event' ? value : `${FIELDS[field]} “${value || 'empty'}”`))
    .join(', ')}.`;
