import type { BrandKey } from '#brands/brand.ts';
import { brandOf } from '#brands/brand.ts';
import type { Mail } from '../../server/adapters/mail/mail.ts';
import type { Tx } from '../../server/db/tx.ts';
import type { Deps } from '../../server/deps.ts';
import { mailFailedCharge } from '../../server/features/billing/mail-failed-charge.ts';
import { agentMail } from '../../server/features/bookings/booking-words.ts';
import { mailSuspension } from '../../server/features/custom-domains/mail-suspension.ts';
import { wordsOf } from '../../server/features/events/invitations/tell-guests.ts';
import { reminderMail } from '../../server/features/events/reminders/send-reminders.ts';
import { ticketMail } from '../../server/features/help/help-tickets.service.ts';
import { mailOfImport } from '../../server/features/imports/run/import-mail.ts';
import { HAPPENINGS, mailHappening } from '../../server/features/mail/security-mails.ts';
import { PASSWORD_TEXTS } from '../../server/features/passwords/password-links.ts';
import { mailOfAnswer, mailOfRequest } from '../../server/features/phone/minutes/minutes-mail.ts';
import { mailsOfEmailChange } from '../../server/features/profile/profile-mail.ts';
import { leadMail } from '../../server/features/public-pages/deliver-lead.service.ts';
import { reportMail } from '../../server/features/reports/schedules/report-mail.ts';
import { codeMail, codeText } from '../../server/features/session/second-step.service.ts';
import { signedMail } from '../../server/features/soa/sign-soa.service.ts';
import { mailDispute } from '../../server/features/wallets/disputes/mail-dispute.ts';
import { attempt } from '../imports/import-fixtures.ts';

/** An e-mail of the product, as its own code writes it for a sample person. */
export interface SampleMail {
  readonly name: string;
  /** Sends it, under `server/features`. */
  readonly sender: string;
  readonly mail: Pick<Mail, 'subject' | 'text' | 'html'>;
}

/** Senders of what people have written, which has no words of the product. */
export const WRITTEN_BY_PEOPLE: readonly string[] = [
  'broadcasts/draft/test-sends.service.ts',
  'mail/campaign-mail.ts',
  'timeline/emails.service.ts',
];

const AT = new Date(Date.UTC(2026, 10, 20, 15, 30));
const TO = 'dana@example.com';
const ORIGIN = 'https://crm.example';
const PERSON = { email: TO, username: 'dana', timezone: 'cst', roles: ['admin'] };
const BOOKING = {
  event_id: 12,
  starts_at: AT,
  first_name: 'Wendell',
  last_name: 'Arnold',
  phone: '407-555-0183',
  email: 'w.arnold@example.com',
};
const OFFER = { name: 'Plan review', zone: 'America/Chicago', agent_email: TO };
const EVENT = {
  id: 12,
  title: 'Plan review with Wendell Arnold',
  place: '1200 Commerce Row, Dallas',
  zone: 'America/Chicago',
  all_day: false,
  start_local: '2026-11-20T09:30',
  end_local: '2026-11-20T10:00',
  rule: '',
  email: TO,
  needs_soa: true,
};
const MINUTES = { user: { id: 1, name: 'Dana Whitfield' }, minutes: 120, note: 'AEP calls', granted: 100 };
const COUNTS = { created: 6_918, updated: 1_102, skipped: 331, problems: 61 };

const REPORT = {
  to: TO,
  report: { id: 3, name: 'Policies by carrier', type: 'policy_book' },
  schedule: { cadence: 'weekly', weekday: 1, day: 1, time: '08:00' },
  result: {
    definition: { dimension: 'carrier', measure: 'policies', who: 'mine', period: 'all', compare: 'none', filters: [] },
    days: null,
    zone: 'America/Chicago',
    computed_at: AT.toISOString(),
    rows: [
      { key: '1', label: 'Silver Oak Life', numbers: [46, 1_240_000] },
      { key: '2', label: 'Harbor Mutual', numbers: [12, 310_000] },
    ],
    more_rows: 0,
    totals: [58, 1_550_000],
  },
} as unknown as Parameters<typeof reportMail>[1];

/** What a sender hands to the mailer, whose person the database finds. */
async function sentBy(
  brand: BrandKey,
  send: (deps: Pick<Deps, 'config' | 'mailer'>, tx: Tx) => Promise<void>,
): Promise<Mail> {
  const sent: Mail[] = [];
  const mailer = { send: (_tx: Tx, _account: number, mail: Mail) => Promise.resolve(void sent.push(mail)) };
  const deps = { config: configOf(brand), mailer } as unknown as Pick<Deps, 'config' | 'mailer'>;
  await send(deps, { raw: () => Promise.resolve([PERSON]) } as unknown as Tx);
  const [mail] = sent;
  if (mail === undefined) throw new Error('nothing was sent');
  return mail;
}

const configOf = (brand: BrandKey) => ({ brand, appUrl: ORIGIN }) as Deps['config'];

/** Every e-mail that the product writes itself, in one brand. */
export async function sampleMails(brand: BrandKey): Promise<SampleMail[]> {
  const { name } = brandOf(brand);
  const deps = { config: configOf(brand) } as Deps;
  const words = { name, username: 'dana', origin: ORIGIN, token: 'sample' };
  const change = { username: 'dana', brandName: name, before: 'dana@old.example', after: TO };
  const payer = { accountId: 1, userId: 1 };
  const charge = { description: 'Max Plus, premium', cents: 700, reason: 'The card was declined.', next: AT };
  const paid = {
    ...payer,
    account_id: 1,
    user_id: 1,
    ref: 'r',
    description: 'Wallet top-up',
    amount_cents: 5_000,
    at: AT,
  };
  const mails: (readonly [name: string, sender: string, mail: SampleMail['mail'] | null | undefined])[] = [
    [
      'A payment failed',
      'billing/mail-failed-charge.ts',
      await sentBy(brand, (use, tx) => mailFailedCharge(use, tx, payer, charge)),
    ],
    [
      'A payment is disputed',
      'wallets/disputes/mail-dispute.ts',
      await sentBy(brand, (use, tx) => mailDispute(use, tx, paid, { cents: 5_000, what: 'opened', isWallet: true })),
    ],
    [
      'A domain is suspended',
      'custom-domains/mail-suspension.ts',
      await sentBy(brand, (use, tx) =>
        mailSuspension(use, tx, {
          custom_domain: 'plans.example.com',
          account_id: 1,
          business_unit_id: null,
        } as Parameters<typeof mailSuspension>[2]),
      ),
    ],
    [
      'A visitor booked',
      'bookings/bookings.service.ts',
      agentMail(deps, BOOKING as Parameters<typeof agentMail>[1], OFFER as Parameters<typeof agentMail>[2], 'booked'),
    ],
    [
      'An invitation',
      'events/invitations/tell-guests.ts',
      wordsOf(
        { method: 'REQUEST', rows: [EVENT as unknown as Parameters<typeof wordsOf>[0]['rows'][number]] },
        { name: 'Dana Whitfield', address: TO },
      ),
    ],
    [
      'A reminder',
      'events/reminders/send-reminders.ts',
      reminderMail(
        deps,
        EVENT as unknown as Parameters<typeof reminderMail>[1],
        { minutes: 15, occurrence: { ...EVENT, starts_at: AT } } as unknown as Parameters<typeof reminderMail>[2],
      ),
    ],
    [
      'A request for help',
      'help/help-tickets.service.ts',
      ticketMail(
        deps,
        7,
        {
          subject: 'An import stopped',
          message: 'It says that row 12 can’t be read.',
          page: '/imports/41',
          app_version: '0.2.37',
          machines: '',
        },
        {
          name: 'Dana Whitfield',
          username: 'dana',
          email: TO,
          shown: '',
          account: 'Gulf Coast Benefits',
          to: 'help@example.com',
        },
      ),
    ],
    [
      'An import is done',
      'imports/run/import-mail.ts',
      mailOfImport(
        attempt({
          id: 41,
          file_name: 'leads.csv',
          counts: COUNTS,
          done_rows: 8_412,
          status: 'done',
          active_ms: 90_000,
        }),
        TO,
        name,
      ),
    ],
    ['A new password is requested', 'passwords/passwords.service.ts', PASSWORD_TEXTS.reset(words)],
    ['A person is added', 'passwords/password-links.ts', PASSWORD_TEXTS.welcome(words)],
    [
      'Minutes are requested',
      'phone/minutes/minutes-requests.service.ts',
      mailOfRequest(MINUTES as Parameters<typeof mailOfRequest>[0], TO, brand),
    ],
    [
      'Minutes are granted',
      'phone/minutes/minutes-requests.service.ts',
      mailOfAnswer(MINUTES as Parameters<typeof mailOfAnswer>[0], TO, brand),
    ],
    ['The address changed, to the old one', 'profile/profile.service.ts', mailsOfEmailChange(change)[0]],
    ['The address changed, to the new one', 'users/change-user.service.ts', mailsOfEmailChange(change)[1]],
    [
      'A request from the public page',
      'public-pages/deliver-lead.service.ts',
      leadMail(
        deps,
        {
          entered: { ...BOOKING, topic: 'Medicare', message: 'Please call after 5.' },
          language: 'es',
        } as unknown as Parameters<typeof leadMail>[1],
        { number: 4_711, isNew: true },
      ),
    ],
    ['A report', 'reports/schedules/send-reports.ts', reportMail(deps, REPORT)],
    ['A sign-in code', 'session/second-step.service.ts', codeMail(TO, name, codeText(name, '424242'))],
    [
      'A scope of appointment is signed',
      'soa/sign-soa.service.ts',
      signedMail(deps, 'Wendell Arnold', { id: 9, language: 'es' }),
    ],
  ];
  for (const happening of HAPPENINGS) {
    const mail = await sentBy(brand, (use, tx) => mailHappening(use, tx, payer, happening));
    mails.push([`Security: ${happening}`, 'mail/security-mails.ts', mail]);
  }
  return mails.map(([title, sender, mail]) => {
    if (!mail) throw new Error(`no e-mail for “${title}”`);
    return { name: title, sender, mail };
  });
}
