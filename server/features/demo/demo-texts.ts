import { countSegments } from '#rules/messages/segments.ts';
import { requestOf } from '#rules/messages/text-requests.ts';

/** One text of a demo conversation: who writes, what, and how many minutes before the last one. */
type Line = readonly ['us' | 'them', string, number];

interface Script {
  readonly lines: readonly Line[];
  /** What came of the last text of ours; absent: it was delivered. */
  readonly ends?: 'failed' | 'held';
  readonly unread?: true;
  readonly closed?: true;
}

/** How conversations of insurance agents go; `{first}` is the contact, `{me}` the agent. The first ones are the newest. */
const SCRIPTS: readonly Script[] = [
  {
    unread: true,
    lines: [
      ['us', 'Hi {first}, {me} from Gulf Coast. I have the two Medigap plans side by side. When may I call?', 1_330],
      ['them', 'My pill list, both generic. Is my doctor in both?', 34],
      ['us', 'Got it, thank you. Both plans cover them. Does 4:30 PM your time still work?', 27],
      ['them', '4:30 is fine. Can my husband be on the line too?', 0],
    ],
  },
  {
    unread: true,
    lines: [
      ['us', 'Hola {first}, soy {me}. ¿Le puedo llamar mañana para hablar de su plan?', 190],
      ['them', 'Sí, mañana por la tarde está bien.', 0],
    ],
  },
  { unread: true, lines: [['them', 'Can you call me about my Part D? It went up again.', 0]] },
  {
    unread: true,
    lines: [
      ['us', 'Good morning {first}, your renewal is due on the 1st. Shall I look for a better rate?', 2_900],
      ['them', 'Please stop texting me so much.', 0],
    ],
  },
  {
    lines: [
      ['us', 'Hi {first}, this is {me}. You asked for a final expense quote. Is $10,000 or $15,000 closer?', 1_090],
      ['them', '15 please. and something for my sister too', 1_075],
      ['us', 'Will do. I will have both tomorrow morning.', 1_072],
      ['us', 'Your quote from Silver Oak Life is ready. I can explain it in five minutes. Is today at 6 PM good?', 0],
    ],
  },
  { ends: 'failed', lines: [['us', 'Good morning {first}, {me} here. Did the new card arrive?', 0]] },
  {
    ends: 'held',
    lines: [
      ['them', 'Remind me tomorrow morning please', 40],
      ['us', 'Good morning {first}, here is the reminder about your appointment at 2 PM.', 0],
    ],
  },
  {
    lines: [
      [
        'us',
        '{first}, Medicare open enrollment ends 12/07. Want me to check your drug plan? Reply STOP to opt out.',
        1_700,
      ],
      ['them', 'STOP', 0],
    ],
  },
  {
    lines: [
      ['us', 'Hi {first}, I sent the scope of appointment by e-mail. Please sign it before we talk.', 95],
      ['them', 'Thank you, signed it just now.', 60],
      ['us', 'Perfect, talk to you at 3 PM.', 0],
    ],
  },
  {
    closed: true,
    lines: [
      ['us', 'Hi {first}, your application was approved today. Welcome to Medigap Plan N!', 130],
      ['them', 'Wonderful news, thanks for all your help!', 0],
    ],
  },
  {
    lines: [
      ['them', 'Is the dentist on Main Street in my network?', 240],
      ['us', 'Let me check, {first}. One minute.', 236],
      ['us', 'Yes, Dr. Alvarez takes your plan. The first two cleanings a year are free.', 230],
      ['them', 'Great. See you at the church event on Sunday', 0],
    ],
  },
  { lines: [['us', '{first}, this is {me}. I tried to call you just now. When is a good time?', 0]] },
  {
    lines: [
      ['us', 'Happy birthday, {first}! Wishing you a healthy year. {me}', 300],
      ['them', 'How kind of you! 🎂', 0],
    ],
  },
];

/** A contact of the agent with a phone. */
export interface TextedContact {
  readonly id: number;
  readonly first_name: string;
  readonly phone: string;
}

export interface DemoText {
  readonly contact_id: number | null;
  readonly phone: string;
  readonly direction: 'in' | 'out';
  readonly status: string;
  readonly reason: string;
  readonly error_code: number | null;
  readonly held_until: Date | null;
  readonly body: string;
  readonly segments: number;
  readonly asks: string | null;
  readonly automatic: string | null;
  readonly at: Date;
}

export interface DemoConversation {
  readonly contact_id: number | null;
  readonly phone: string;
  readonly unread: number;
  readonly closed_at: Date | null;
  readonly opted_out_at: Date | null;
}

const MINUTE_MS = 60_000;
/** Minutes between the last texts of two conversations: the first are of today, the last some weeks old. */
const apart = (place: number): number => 9 + place * 47 + place * place * 26;
/** When a planned text goes: the next morning in the United States that is at least an hour away. */
function nextMorning(now: Date): Date {
  const morning = new Date(now);
  morning.setUTCHours(14, 30, 0, 0);
  const isSoon = morning.getTime() - now.getTime() < 60 * MINUTE_MS;
  return isSoon ? new Date(morning.getTime() + 24 * 60 * MINUTE_MS) : morning;
}
/** An unknown number that writes. */
const STRANGER = '+18065550174';

/** Conversations and their texts, oldest text first. */
export function demoTexts(
  contacts: readonly TextedContact[],
  { me, agency, now }: { readonly me: string; readonly agency: string; readonly now: Date },
): { conversations: DemoConversation[]; texts: DemoText[] } {
  const conversations: DemoConversation[] = [];
  const texts: DemoText[] = [];
  const add = (contact: TextedContact | null, script: Script, place: number) => {
    const last = new Date(now.getTime() - apart(place) * MINUTE_MS);
    const own = textsOf(script, { contact, me, agency, last, planned: nextMorning(now) });
    const stop = own.find(({ asks }) => asks === 'opt_out');
    const incoming = own.filter(({ direction }) => direction === 'in').length;
    texts.push(...own);
    conversations.push({
      contact_id: contact?.id ?? null,
      phone: contact?.phone ?? STRANGER,
      unread: script.unread ? Math.min(incoming, 1) : 0,
      closed_at: script.closed ? last : null,
      opted_out_at: stop?.at ?? null,
    });
  };
  for (const [place, contact] of contacts.entries()) {
    const script = SCRIPTS[place % SCRIPTS.length];
    // What is unread, planned or stopped happens once; later rounds are old talks.
    const isOld = place >= SCRIPTS.length;
    if (script !== undefined) add(contact, isOld ? calm(script) : script, place);
  }
  add(
    null,
    { unread: true, lines: [['them', 'Hi, my neighbor gave me this number. Do you do dental plans?', 0]] },
    1.5,
  );
  return { conversations, texts: texts.toSorted((a, b) => a.at.getTime() - b.at.getTime()) };
}

const ASKING = /stop/i;

/** The same talk, long over. */
const calm = ({ lines, closed }: Script): Script => ({
  lines: lines.map(([who, body, before]) => [
    who,
    who === 'them' && ASKING.test(body) ? 'Not now, thank you.' : body,
    before,
  ]),
  ...(closed && { closed }),
});

interface Talk {
  readonly contact: TextedContact | null;
  /** When its last text was written. */
  readonly last: Date;
  /** When its planned text goes. */
  readonly planned: Date;
}

function textsOf(
  { lines, ends }: Script,
  { contact, me, agency, last, planned }: Talk & { readonly me: string; readonly agency: string },
): DemoText[] {
  const phone = contact?.phone ?? STRANGER;
  const own = lines.map(([who, written, before], place): DemoText => {
    const body = written.replaceAll('{first}', contact?.first_name ?? '').replaceAll('{me}', me);
    const isLast = place === lines.length - 1;
    const end = isLast ? ends : undefined;
    return {
      ...blank,
      contact_id: contact?.id ?? null,
      phone,
      direction: who === 'us' ? 'out' : 'in',
      status: who === 'them' ? 'received' : (end ?? 'delivered'),
      ...(end === 'failed' && { reason: 'The number is a landline, which takes no texts.', error_code: 30_006 }),
      ...(end === 'held' && {
        reason: 'Scheduled for this time.',
        held_until: planned,
      }),
      body,
      segments: countSegments(body).segments,
      asks: who === 'them' ? requestOf(body) : null,
      at: new Date(last.getTime() - before * MINUTE_MS),
    };
  });
  const stop = own.find(({ asks }) => asks === 'opt_out');
  if (stop === undefined) return own;
  const body = `${agency}: You're opted out and won't get any more texts from us. Reply START to get them again.`;
  const said = { ...blank, contact_id: stop.contact_id, phone, direction: 'out', status: 'delivered' } as const;
  const at = new Date(stop.at.getTime() + 2_000);
  return [...own, { ...said, body, segments: countSegments(body).segments, automatic: 'opt_out', at }];
}

const blank = { reason: '', error_code: null, held_until: null, asks: null, automatic: null } as const;
