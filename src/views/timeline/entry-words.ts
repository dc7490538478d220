import {
  ArrowLeftRight,
  Ban,
  CalendarCheck,
  CalendarDays,
  Check,
  FileCheck2,
  FileSignature,
  FileUp,
  Globe,
  ListChecks,
  type LucideIcon,
  Mail,
  MessageSquare,
  NotebookPen,
  Paperclip,
  PencilLine,
  Phone,
  PhoneMissed,
  PhoneOff,
  Printer,
  UserPlus,
  Voicemail,
  Workflow,
} from 'lucide-react';
import type { ActivityType } from '#contract/timeline/activities.contract.ts';
import type { CallOutcome } from '#contract/phone/call.contract.ts';
import type { TimelineEntry, TimelineKind } from '#contract/timeline.contract.ts';
import { fieldWords } from '#rules/contacts/field-words.ts';
import { capital } from '#rules/words/capital.ts';
import { durationText } from '#rules/time/duration-text.ts';
import type { EditedField } from '../../machines/contacts/field-edits.ts';
import { SOURCE_WORDS } from '../compliance/compliance-words.ts';
import { shownText } from '../contacts/page/contact-fields.ts';
import { actionWords, bulkWords } from './action-words.ts';
import { consentDeed } from './consent-deed.ts';
import { recordValue } from './record-value.ts';

export const KIND_WORDS: Readonly<Record<TimelineKind, { label: string; icon: LucideIcon }>> = {
  notes: { label: 'Notes', icon: NotebookPen },
  calls: { label: 'Calls', icon: Phone },
  texts: { label: 'Texts', icon: MessageSquare },
  mails: { label: 'E-mail', icon: Mail },
  meetings: { label: 'Meetings', icon: CalendarCheck },
  files: { label: 'Files', icon: Paperclip },
  policies: { label: 'Policies', icon: FileCheck2 },
  workflows: { label: 'Workflows', icon: Workflow },
  changes: { label: 'Changes', icon: PencilLine },
};

export const ACTIVITY_WORDS: Readonly<Record<ActivityType, { did: string; logged: string }>> = {
  call: { did: 'called', logged: 'Call logged' },
  no_answer: { did: 'called, no answer', logged: 'Call logged' },
  voicemail: { did: 'left a voicemail', logged: 'Voicemail logged' },
  text: { did: 'texted', logged: 'Text logged' },
  mail: { did: 'e-mailed', logged: 'E-mail logged' },
  meeting: { did: 'met', logged: 'Meeting logged' },
  visit: { did: 'visited', logged: 'Visit logged' },
  do_not_call: { did: 'logged a do-not-call request', logged: 'Do-not-call request logged' },
};

const ACTIVITY_ICONS: Readonly<Partial<Record<ActivityType, LucideIcon>>> = {
  no_answer: PhoneMissed,
  voicemail: Voicemail,
  do_not_call: PhoneOff,
};

const EVENT_DEEDS = { created: 'scheduled', moved: 'moved', changed: 'changed', deleted: 'canceled' } as const;

export interface EntryWords {
  readonly icon: LucideIcon;
  /** After the name of who did it. */
  readonly did: string;
  /** The text. Empty: none. */
  readonly body: string;
}

/** Text of a timeline entry after the user's name. */
export function entryWords({ kind, what, actor, acting_as }: TimelineEntry): EntryWords {
  const { icon } = KIND_WORDS[kind];
  switch (what.of) {
    case 'note':
      return { icon, did: what.pinned ? 'pinned' : 'noted', body: what.body };
    case 'activity':
      return { icon: ACTIVITY_ICONS[what.type] ?? icon, did: didWords(what), body: what.body };
    case 'mail':
      return { icon, did: mailWords(what), body: what.body };
    case 'origin':
      return what.import === null
        ? { icon: UserPlus, did: 'added the contact', body: '' }
        : { icon: FileUp, did: 'imported the contact', body: '' };
    case 'import':
      return { icon: FileUp, did: 'updated the contact by import', body: linesOf(what.changes).join('\n') };
    case 'owner':
      return { icon: ArrowLeftRight, did: ownerWords(what, (acting_as ?? actor)?.name), body: '' };
    case 'bulk':
      return { icon: ListChecks, did: bulkWords(what), body: '' };
    case 'print':
      return { icon: Printer, did: what.kind === 'labels' ? 'printed a label' : 'printed a letter', body: '' };
    case 'call':
      return {
        icon: CALL_ICONS[what.outcome ?? 'completed'] ?? icon,
        did: callWords(what, actor !== null),
        body: what.note,
      };
    case 'text':
      return { icon, did: textWords(what), body: what.body };
    case 'event':
      return { icon: CalendarDays, did: `${EVENT_DEEDS[what.action]} ${what.title}`, body: '' };
    case 'soa':
      return { icon: FileSignature, did: soaWords(what, actor !== null), body: '' };
    case 'lead':
      return { icon: Globe, did: leadWords(what), body: what.message };
    case 'consent':
      return { icon: CONSENT_ICONS[what.kind], did: consentWords(what, actor !== null), body: knownBy(what) };
    case 'workflow':
      return { icon, did: [what.workflow, what.step].filter(Boolean).join(': '), body: what.message };
    case 'action':
      return { icon, ...changeWords(what) };
  }
}

/** What the contact did is said of who logged it. */
const RECEIVED: Readonly<Partial<Record<ActivityType, string>>> = {
  call: 'logged a call from them',
  text: 'logged a text from them',
  mail: 'logged an e-mail from them',
};

type Asked = Extract<TimelineEntry['what'], { of: 'lead' }>;

const BOX_WORDS: Readonly<Record<string, string>> = { call: 'calls', text: 'texts', mail: 'e-mail' };

/** "Asked through the public page about Medicare · agreed to calls and texts"; no name precedes it. */
function leadWords({ topic, agreed, proven, language }: Asked): string {
  const ways = new Intl.ListFormat('en-US').format(agreed.map((box) => BOX_WORDS[box] ?? box));
  return [
    `Asked through the public page${topic === '' ? '' : ` about “${topic}”`}`,
    language === 'es' && 'in Spanish',
    agreed.length > 0 && `agreed to ${ways}`,
    !proven && 'not verified as a person',
  ]
    .filter(Boolean)
    .join(' · ');
}

type Scoped = Extract<TimelineEntry['what'], { of: 'soa' }>;

const SOA_DEEDS: Readonly<Record<Scoped['action'], string>> = {
  created: 'drafted a scope of appointment',
  sent: 'sent a scope of appointment',
  viewed: 'opened a scope of appointment',
  signed: 'recorded a signed scope of appointment',
  completed: 'completed a scope of appointment',
  rejected: 'rejected a scope of appointment',
  superseded: 'replaced a scope of appointment',
};

const SOA_WAYS: Readonly<Record<string, string>> = { mail: ' by e-mail', text: ' by text', copy: ' as a link' };

/** No name precedes what the person did. */
function soaWords({ action, way, language }: Scoped, isOfUser: boolean): string {
  if (!isOfUser)
    return action === 'signed'
      ? `Scope of appointment signed${language === 'es' ? ' in Spanish' : ''}`
      : 'Scope of appointment replaced by a signed one';
  return `${SOA_DEEDS[action]}${SOA_WAYS[way] ?? ''}`;
}

const didWords = ({ type, direction }: Extract<TimelineEntry['what'], { of: 'activity' }>): string =>
  (direction === 'in' ? RECEIVED[type] : undefined) ?? ACTIVITY_WORDS[type].did;

type Called = Extract<TimelineEntry['what'], { of: 'call' }>;

const CALL_ICONS: Readonly<Partial<Record<CallOutcome, LucideIcon>>> = {
  no_answer: PhoneMissed,
  cancelled: PhoneMissed,
  failed: PhoneOff,
};

const CALLED: Readonly<Record<CallOutcome, string>> = {
  completed: 'called, connected briefly',
  no_answer: 'called, no answer',
  busy: 'called, busy',
  rejected: 'called, declined',
  cancelled: 'called, canceled',
  unavailable: 'called, unavailable',
  failed: 'called, failed',
};

/** "called, talked 6:42"; no name precedes an inbound call that no one answered. */
function callWords({ direction, outcome, seconds, echo_instead: isEcho }: Called, answered: boolean): string {
  const did = direction === 'outbound' ? 'called' : answered ? 'answered their call' : 'Inbound call';
  if (isEcho && outcome === 'completed') return `${did} (demo echo line)`;
  if (outcome === null) return `${did}, call in progress`;
  if (seconds > 0) return `${did} · ${durationText(seconds)}`;
  if (direction === 'outbound') return CALLED[outcome];
  if (answered) return `${did}, connected briefly`;
  return outcome === 'rejected' ? `${did}, declined` : `${did}, missed`;
}

type Moved = Extract<TimelineEntry['what'], { of: 'owner' }>;

function ownerWords({ from, to }: Moved, who: string | undefined): string {
  if (who === from) return `transferred the contact to ${to}`;
  return who === to ? `took over the contact from ${from}` : `moved the contact from ${from} to ${to}`;
}

type Mailed = Extract<TimelineEntry['what'], { of: 'mail' }>;

/** No name precedes a received one. */
function mailWords({ direction, status, subject }: Mailed): string {
  if (status === 'received') return `E-mail from them: ${subject}`;
  if (direction === 'in') return `logged a received e-mail: ${subject}`;
  return `${status === 'recorded' ? 'logged an e-mail' : 'e-mailed'}: ${subject}`;
}

type Texted = Extract<TimelineEntry['what'], { of: 'text' }>;

const TEXTED: Readonly<Partial<Record<Texted['status'], string>>> = {
  held: 'wrote a text to send later',
  failed: 'texted, not delivered',
  canceled: 'wrote a text that was canceled',
};

/** No name precedes a received text or an automatic reply. */
function textWords({ direction, status, automatic }: Texted): string {
  if (direction === 'in') return 'Text from them';
  return automatic ? 'Automatic reply by text' : (TEXTED[status] ?? 'texted');
}

type Consented = Extract<TimelineEntry['what'], { of: 'consent' }>;

const CONSENT_ICONS: Readonly<Record<Consented['kind'], LucideIcon>> = {
  given: Check,
  withdrawn: Ban,
  do_not_call: PhoneOff,
};

/** No name precedes what they said themselves. */
function consentWords(consent: Consented, isRecorded: boolean): string {
  const deed = consentDeed(consent);
  const did = isRecorded ? `recorded ${deed}` : capital(deed.replace(/^an /, ''));
  return consent.retracted ? `${did} · Retracted` : did;
}

/** "Form: Signed at the fair." */
const knownBy = ({ source, evidence }: Consented): string =>
  [SOURCE_WORDS[source], evidence].filter(Boolean).join(': ');

type Changed = Extract<TimelineEntry['what'], { of: 'action' }>;

/** "changed City: Mobile → Naples"; several changes are lines of their own. */
function changeWords({ action, fields, changes, consent, about }: Changed): Pick<EntryWords, 'did' | 'body'> {
  if (consent !== null) {
    return { did: `${action === 'consent.retracted' ? 'retracted' : 'recorded'} ${consentDeed(consent)}`, body: '' };
  }
  const words = about === '' ? actionWords(action) : `${actionWords(action)} (${about})`;
  if (about !== '' && changes.length > 0) return recordWords(words, fields, changes);
  const lines = linesOf(changes);
  if (lines.length === 1) return { did: `changed ${lines[0]}`, body: '' };
  if (lines.length > 1) return { did: `changed ${lines.length} fields`, body: lines.join('\n') };
  const named = fields.length === 0 ? '' : fieldWords(fields);
  if (words === 'changed') return { did: `changed ${named || 'the contact'}`, body: '' };
  return { did: named ? `${words}: ${named}` : words, body: '' };
}

const linesOf = (changes: Changed['changes']): string[] =>
  changes.map(({ field, from, to }) => `${nameOf(field)}: ${valueOf(field, from)} → ${valueOf(field, to)}`);

/** "changed a policy (Humana Gold): Premium: $10.00 → $12.00"; fields without values are named. */
function recordWords(words: string, fields: readonly string[], changes: Changed['changes']) {
  const unquoted = fields.filter((field) => !changes.some((one) => one.field === field));
  const lines = [
    ...changes.map(
      ({ field, from, to }) => `${nameOf(field)}: ${recordValue(field, from)} → ${recordValue(field, to)}`,
    ),
    ...unquoted.map((field) => `${nameOf(field)} changed`),
  ];
  return lines.length === 1
    ? { did: `${words}: ${lines[0]}`, body: '' }
    : { did: `${words}: ${lines.length} fields`, body: lines.join('\n') };
}

const nameOf = (field: string): string => capital(fieldWords([field]));

const valueOf = (field: string, value: string): string =>
  value === '' ? 'none' : shownText(field as EditedField, value);
