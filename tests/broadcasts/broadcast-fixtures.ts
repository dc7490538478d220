import type {
  Broadcast,
  DryRun,
  Progress,
  Recipient,
  RecipientPreview,
} from '#contract/broadcasts/broadcast.contract.ts';

const WAITING: Progress = {
  waiting: 0,
  sending: 0,
  sent: 0,
  delivered: 0,
  failed: 0,
  held_back: 0,
  stopped: 0,
  replied: 0,
  opted_out: 0,
  segments: 0,
};

export const progress = (differs: Partial<Progress> = {}): Progress => ({ ...WAITING, ...differs });

/** A draft of a text to 2,040 people of 2,412. */
export const broadcast = (differs: Partial<Broadcast> = {}): Broadcast => ({
  id: 71,
  channel: 'text',
  name: 'AEP reminder text, wave 2',
  status: 'draft',
  failure: null,
  user: { id: 1007, name: 'Grace Nakamura' },
  sentence: 'Mine, state FL or TX, tagged aep-2026',
  content: {
    subject: '',
    body: 'Hi {{ first_name }}',
    format: 'text',
    template: null,
    email_trigger: null,
    file: null,
  },
  schedule: null,
  audience: {
    matched: 2_412,
    left_out: [
      { reason: 'withdrawn', contacts: 103 },
      { reason: 'no_consent', contacts: 55 },
      { reason: 'duplicate', contacts: 214 },
    ],
    recipients: 2_040,
    frozen_at: '2026-11-19T20:13:40Z',
  },
  progress: progress({ waiting: 2_040 }),
  recurrence: null,
  follows_id: null,
  starts_at: null,
  next_at: null,
  rate: 0,
  updated_at: '2026-11-19T20:13:00Z',
  created_at: '2026-11-19T20:10:00Z',
  started_at: null,
  finished_at: null,
  version: 1,
  ...differs,
});

/** The same after 1,188 of them. */
export const sending = (differs: Partial<Broadcast> = {}): Broadcast =>
  broadcast({
    status: 'sending',
    schedule: { kind: 'now' },
    progress: progress({
      waiting: 851,
      sending: 1,
      sent: 18,
      delivered: 1_153,
      failed: 8,
      held_back: 9,
      replied: 41,
      opted_out: 7,
      segments: 1_206,
    }),
    rate: 6,
    starts_at: '2026-11-19T21:00:00Z',
    started_at: '2026-11-19T21:00:00Z',
    version: 9,
    ...differs,
  });

export const recipient = (differs: Partial<Recipient> = {}): Recipient => ({
  position: 6,
  contact: { id: 501, number: 12, name: 'Ramón Espinoza', city: 'El Paso', state: 'TX' },
  address: '+19155550133',
  outcome: 'waiting',
  reason: null,
  field: '',
  detail: '',
  not_before: null,
  segments: 2,
  reply: null,
  opted_out_at: null,
  decision: null,
  at: null,
  ...differs,
});

export const preview = (differs: Partial<RecipientPreview> = {}): RecipientPreview => ({
  recipient: recipient(),
  index: 6,
  total: 2_040,
  previous: 5,
  next: 7,
  subject: '',
  text: 'Hi Ramón. Reply STOP to opt out.',
  html: null,
  empty: [],
  segments: 1,
  special: ['ó'],
  zones: ['America/Denver'],
  would_go_at: '2026-11-20T17:00:00Z',
  ...differs,
});

export const dryRun = (differs: Partial<DryRun> = {}): DryRun => ({
  at: '2026-11-19T20:13:58Z',
  recipients: 2_040,
  exact: true,
  zones: [
    {
      zone: 'America/New_York',
      recipients: 1_402,
      segments: 1_418,
      starts_at: '2026-11-20T15:00:00Z',
      ends_at: '2026-11-20T15:04:00Z',
    },
    {
      zone: 'America/Chicago',
      recipients: 638,
      segments: 653,
      starts_at: '2026-11-20T16:00:00Z',
      ends_at: '2026-11-20T16:02:00Z',
    },
  ],
  now: 2_031,
  too_late: 0,
  empty_fields: [],
  by_segments: [
    { segments: 1, recipients: 2_009 },
    { segments: 2, recipients: 31 },
  ],
  characters: { least: 133, most: 158 },
  segments: 2_071,
  cost: 24.85,
  price: 0.012,
  pace: 6,
  faults: [],
  ...differs,
});
