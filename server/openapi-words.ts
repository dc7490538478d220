import * as fireLight from '#contract/fire-light.contract.ts';
import * as aftercares from '#contract/aftercares.contract.ts';
import * as z from 'zod/v4/core';
import type { Permission } from '#contract/access.contract.ts';
import * as account from '#contract/account.contract.ts';
import * as apiAccess from '#contract/api-access.contract.ts';
import * as apiTracking from '#contract/api-tracking.contract.ts';
import * as bookings from '#contract/bookings.contract.ts';
import * as billing from '#contract/billing.contract.ts';
import * as bulk from '#contract/bulk.contract.ts';
import * as compliance from '#contract/compliance.contract.ts';
import * as contacts from '#contract/contacts.contract.ts';
import * as contactList from '#contract/contacts/contact-list.contract.ts';
import * as legalHold from '#contract/contacts/legal-hold.contract.ts';
import * as notes from '#contract/contacts/notes.contract.ts';
import * as person from '#contract/contacts/person.contract.ts';
import * as comraLeads from '#contract/comra-leads.contract.ts';
import * as corporations from '#contract/corporations.contract.ts';
import * as customDomains from '#contract/custom-domains.contract.ts';
import * as integrations from '#contract/integrations.contract.ts';
import * as settings from '#contract/settings.contract.ts';
import * as reports from '#contract/reports.contract.ts';
import * as signups from '#contract/signups.contract.ts';
import * as soa from '#contract/soa.contract.ts';
import * as trainings from '#contract/trainings.contract.ts';
import * as vendorLeads from '#contract/vendor-leads.contract.ts';
import * as webhooks from '#contract/webhooks.contract.ts';
import * as workflows from '#contract/workflows.contract.ts';
import * as dryRuns from '#contract/workflows/dry-runs.contract.ts';
import * as flowVersions from '#contract/workflows/versions.contract.ts';
import * as events from '#contract/events.contract.ts';
import * as calendar from '#contract/events/calendar.contract.ts';
import * as demo from '#contract/demo.contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import * as erasures from '#contract/erasures.contract.ts';
import * as exports from '#contract/exports.contract.ts';
import * as auditLog from '#contract/audit-log.contract.ts';
import * as failedJobs from '#contract/failed-jobs.contract.ts';
import * as faults from '#contract/faults.contract.ts';
import * as files from '#contract/files.contract.ts';
import * as flags from '#contract/flags.contract.ts';
import * as health from '#contract/health.contract.ts';
import * as imports from '#contract/imports.contract.ts';
import * as importProblems from '#contract/imports/problems.contract.ts';
import * as importSettings from '#contract/imports/settings.contract.ts';
import * as importUploaders from '#contract/imports/uploaders.contract.ts';
import * as live from '#contract/live.contract.ts';
import * as mailerKits from '#contract/mailer-kits.contract.ts';
import * as messages from '#contract/messages.contract.ts';
import * as thread from '#contract/messages/thread.contract.ts';
import * as sendingDomain from '#contract/mail/sending-domain.contract.ts';
import * as mail from '#contract/mail.contract.ts';
import * as sequences from '#contract/sequences.contract.ts';
import * as campaignTriggers from '#contract/campaign-triggers.contract.ts';
import * as emailTemplates from '#contract/email-templates.contract.ts';
import * as carriers from '#contract/carriers.contract.ts';
import * as agentLicenses from '#contract/agent-licenses.contract.ts';
import * as accountAccess from '#contract/account-access.contract.ts';
import * as businessUnits from '#contract/business-units.contract.ts';
import * as officeLocations from '#contract/office-locations.contract.ts';
import * as passwords from '#contract/passwords.contract.ts';
import * as quotes from '#contract/quotes.contract.ts';
import * as chat from '#contract/chat.contract.ts';
import * as help from '#contract/help.contract.ts';
import * as phone from '#contract/phone.contract.ts';
import * as colleagues from '#contract/phone/colleagues.contract.ts';
import * as pools from '#contract/pools.contract.ts';
import * as profile from '#contract/profile.contract.ts';
import * as dataCapture from '#contract/records/data-capture.contract.ts';
import * as medicare from '#contract/records/medicare.contract.ts';
import * as policies from '#contract/records/policies.contract.ts';
import * as rxDetails from '#contract/records/rx-details.contract.ts';
import * as sealedFields from '#contract/records/sealed-fields.contract.ts';
import * as securities from '#contract/records/securities.contract.ts';
import * as quickFilters from '#contract/quick-filters.contract.ts';
import * as notifications from '#contract/notifications.contract.ts';
import * as favorites from '#contract/favorites.contract.ts';
import * as broadcasts from '#contract/broadcasts.contract.ts';
import * as printing from '#contract/printing.contract.ts';
import * as duplicates from '#contract/duplicates.contract.ts';
import * as callList from '#contract/call-list.contract.ts';
import * as dashboard from '#contract/dashboard.contract.ts';
import * as disputes from '#contract/wallets/disputes.contract.ts';
import * as reconciliation from '#contract/wallets/reconciliation.contract.ts';
import * as reference from '#contract/reference.contract.ts';
import { callsOf, isResource } from '#contract/resource.ts';
import * as publicPages from '#contract/public-pages.contract.ts';
import * as registration from '#contract/registration.contract.ts';
import * as session from '#contract/session.contract.ts';
import * as ownSessions from '#contract/session/own-sessions.contract.ts';
import * as signIn from '#contract/session/sign-in.contract.ts';
import * as numbers from '#contract/numbers.contract.ts';
import * as orders from '#contract/orders.contract.ts';
import * as products from '#contract/store/products.contract.ts';
import * as store from '#contract/store.contract.ts';
import * as wallets from '#contract/wallets.contract.ts';
import * as maxPlus from '#contract/max-plus.contract.ts';
import * as plans from '#contract/plans.contract.ts';
import * as tags from '#contract/tags.contract.ts';
import * as activities from '#contract/timeline/activities.contract.ts';
import * as emails from '#contract/timeline/emails.contract.ts';
import * as timeline from '#contract/timeline.contract.ts';
import * as transfers from '#contract/transfers.contract.ts';
import * as twoFactor from '#contract/two-factor.contract.ts';
import * as verifications from '#contract/verifications.contract.ts';
import * as users from '#contract/users.contract.ts';
import { formatCount } from '#rules/words/format-count.ts';
import type { RefusalCode } from './errors.ts';
import { STATUS } from './http/error-reply.ts';
import { RATES_PER_MINUTE } from './http/rate-limits.ts';

/** The features by which calls are grouped, as the map of the code names them. */
export const FEATURES: Readonly<Record<string, { readonly of: object; readonly description: string }>> = {
  session: {
    of: { ...signIn, ...session, ...ownSessions },
    description: 'Signing in and out, single sign-on, and for whom a session acts.',
  },
  account: { of: account, description: 'The agency of the current user.' },
  profile: { of: profile, description: 'The own page: who I am, display, time zone, public page, terms.' },
  'two-factor': { of: twoFactor, description: 'The second step of signing in.' },
  passwords: { of: passwords, description: 'Changing and resetting a password.' },
  'api-tracking': { of: apiTracking, description: 'Requests with API keys, and the keys of vendors.' },
  'vendor-leads': { of: vendorLeads, description: 'Leads that vendors send, and what became of them.' },
  webhooks: { of: webhooks, description: 'Events sent to other programs, and their deliveries.' },
  'api-access': { of: apiAccess, description: 'API keys and the API token.' },
  billing: { of: billing, description: 'Plan, card and membership.' },
  store: { of: store, description: 'Products that agents order, for themselves or for contacts.' },
  products: { of: products, description: 'Products of the store, with image and price.' },
  corporations: { of: corporations, description: 'Sponsors with colors, pages and files.' },
  'custom-domains': {
    of: customDomains,
    description: 'Domains of agencies for their public pages, and their DNS records.',
  },
  'public-pages': {
    of: publicPages,
    description: 'Public pages of agents and agencies, and the requests of people there.',
  },
  integrations: {
    of: integrations,
    description: 'Calendars and other accounts that people connect for themselves, and their sync.',
  },
  numbers: { of: numbers, description: 'Phone numbers: search, purchase, assignment and release.' },
  bookings: { of: bookings, description: 'Types of appointments that visitors book on a page of an agent.' },
  events: {
    of: { ...events, ...calendar },
    description: 'Events in the calendars of users: series, reminders, invitations, history and undo.',
  },
  settings: {
    of: settings,
    description: 'Settings of the account with their history, and those that anyone can read.',
  },
  reports: { of: reports, description: 'Saved reports, their numbers, and the facts behind each number.' },
  'comra-leads': { of: comraLeads, description: 'Leads of vendors, and what became of them.' },
  signups: { of: signups, description: 'Enrollment forms of agents, and who may sell Medicare.' },
  soa: { of: soa, description: 'Scopes of appointment: sent, signed, sealed and verified.' },
  trainings: { of: trainings, description: 'Trainings by section, and the progress of each agent.' },
  workflows: {
    of: { ...workflows, ...dryRuns, ...flowVersions },
    description: 'Workflows with their categories and templates: what starts them, their steps, and contacts in them.',
  },
  orders: { of: orders, description: 'Orders of the store: fulfillment, notes and refunds.' },
  disputes: { of: disputes, description: 'Card payments whose money a bank wants back.' },
  reconciliation: { of: reconciliation, description: 'The ledger, the card provider and usage, compared every day.' },
  wallets: { of: wallets, description: 'Prepaid money for texts, calls, look-ups and mailers.' },
  'max-plus': { of: maxPlus, description: 'The monthly add-on, for oneself and for agents one manages.' },
  plans: {
    of: plans,
    description: 'Plans, subscriptions, licenses and orders for texting and the phone, and what was used.',
  },
  users: { of: users, description: 'People below: list, detail, roles, acting for them.' },
  flags: { of: flags, description: 'Which feature is there for whom, and why not.' },
  contacts: {
    of: { ...contactList, ...contacts, ...notes, ...person },
    description: 'People: list, detail, notes, delete and restore.',
  },
  bulk: { of: bulk, description: 'One change of many contacts, and the jobs that do it.' },
  duplicates: { of: duplicates, description: 'Contacts that may be one person, merging them and taking it back.' },
  transfers: { of: transfers, description: 'Giving contacts to other owners, and taking it back.' },
  broadcasts: {
    of: broadcasts,
    description: 'Texts and e-mails to many contacts, which never reach anyone who has opted out.',
  },
  printing: { of: printing, description: 'Letters and labels as one PDF, and the letters that somebody keeps.' },
  'mailer-kits': { of: mailerKits, description: 'Letters and labels for a purpose, and the contacts that get them.' },
  registration: { of: registration, description: 'The registration of business texts with US carriers.' },
  verifications: {
    of: verifications,
    description: 'What kind of line a phone number is, looked up one by one or in the background.',
  },
  chat: { of: chat, description: 'MAX, the assistant: conversations, questions and answers.' },
  quotes: { of: quotes, description: 'Medigap rates, from the sample table or from CSG.' },
  help: { of: help, description: 'The help pages of the product, and requests for help.' },
  phone: { of: { ...phone, ...colleagues }, description: 'The browser phone: devices, calls, recordings, minutes.' },
  exports: { of: exports, description: 'Contacts as a file that is complete or refused, and its manifest.' },
  compliance: {
    of: { ...compliance, ...legalHold },
    description: 'The dated rules on reaching people, what contacts agreed to, and legal holds.',
  },
  erasures: { of: erasures, description: "Erasing a person's data for good, and what a law keeps of it." },
  'fire-light': { of: fireLight, description: 'Applications for insurance, at FireLight or as fact sheets.' },
  aftercares: { of: aftercares, description: "Contacts who have died, and the agency's care for their families." },
  records: {
    of: { ...policies, ...securities, ...rxDetails, ...dataCapture, ...sealedFields, ...medicare },
    description: 'What hangs on a contact: policies, securities, prescriptions, data captures, sealed numbers.',
  },
  timeline: {
    of: { ...timeline, ...activities, ...emails },
    description: 'What happened with a contact: the timeline, activities, e-mail and logs.',
  },
  files: { of: files, description: 'Files of contacts, recordings, and ZIPs of attachments.' },
  tags: { of: tags, description: 'Names and colours on contacts.' },
  pools: { of: pools, description: 'Shared shelves of contacts.' },
  'quick-filters': { of: quickFilters, description: 'Saved views of the contact list.' },
  favorites: { of: favorites, description: 'Contacts and people that somebody keeps at hand.' },
  notifications: { of: notifications, description: 'What a person was told of: leads, bookings, ended work.' },
  'call-list': { of: callList, description: 'Contacts to call, one after the other.' },
  dashboard: { of: dashboard, description: 'Birthdays and follow-ups from today on.' },
  reference: {
    of: reference,
    description: 'The lists that contacts choose from: statuses, groups, sources, categories.',
  },
  carriers: { of: carriers, description: 'The insurers that policies name.' },
  'agent-licenses': { of: agentLicenses, description: 'What agents are licensed to sell, and where.' },
  'account-access': { of: accountAccess, description: 'People of other agencies who may act in this one.' },
  'business-units': { of: businessUnits, description: 'The parts of an agency, with users and lists of their own.' },
  'office-locations': { of: officeLocations, description: 'The offices of an agency and its business units.' },
  'campaign-triggers': { of: campaignTriggers, description: 'Content and settings of campaigns.' },
  sequences: { of: sequences, description: 'Contacts in the sequences of campaign triggers.' },
  'email-templates': { of: emailTemplates, description: 'E-mails written once, with merge fields.' },
  imports: {
    of: { ...imports, ...importProblems, ...importSettings, ...importUploaders },
    description: 'Files of contacts, from upload to undo.',
  },
  live: { of: live, description: 'What runs below a supervisor.' },
  messages: {
    of: { ...messages, ...thread },
    description: 'Conversations with their texts, calls and e-mails, and who may be texted.',
  },
  mail: {
    of: { ...mail, ...sendingDomain },
    description: 'The outbox of mail and texts that stay inside, and the domain that e-mail is sent from.',
  },
  'audit-log': { of: auditLog, description: 'What was done by whom, as a list of an agency.' },
  'failed-jobs': { of: failedJobs, description: 'Background jobs that failed for good.' },
  demo: { of: demo, description: 'The demo world.' },
  faults: { of: faults, description: 'What breaks in a browser, reported to the log.' },
  health: { of: health, description: 'Whether the server can serve.' },
};

const FEATURE_BY_NAME = new Map(
  Object.entries(FEATURES).flatMap(([feature, { of: contract }]) =>
    Object.values(contract)
      .flatMap((part: unknown) => (isResource(part) ? callsOf(part) : [part as Partial<Endpoint>]))
      .flatMap(({ name, reply }) => (reply === undefined || name === undefined ? [] : [[name, feature] as const])),
  ),
);

/** `other`: a feature without words here; a test finds it. */
export const featureOf = ({ name }: Endpoint): string => FEATURE_BY_NAME.get(name) ?? 'other';

const MAY: Readonly<Record<Permission, string>> = {
  'contacts.read': 'see contacts',
  'contacts.write': 'create and change contacts',
  'contacts.delete': 'delete and restore contacts',
  'contacts.reveal': 'show hidden numbers of contacts',
  'contacts.transfer': 'give contacts to somebody else',
  'contacts.export': 'export contacts',
  'phone.call': 'use the phone',
  'chat.use': 'ask MAX',
  'quotes.ask': 'ask for quotes',
  'imports.run': 'import files of contacts',
  'broadcasts.send': 'send broadcasts',
  'reference.manage': 'manage the lists that contacts choose from',
  'compliance.manage': 'change the rules on consent and calling hours, place legal holds, and erase people',
  'live.watch': 'watch what runs below them',
  'mail.readOutbox': 'read the outbox',
  'jobs.retry': 'see failed jobs and retry them',
  'users.read': 'see the people below them',
  'users.manage': 'manage the people below them',
  'users.actAs': 'act for the people below them',
  'wallets.manage': 'give and take back money of wallets, and licenses',
  'subscriptions.manage': 'manage the plans and subscriptions of the account',
  'flags.manage': 'manage features',
  'settings.manage': 'change the settings of the account',
  'integrations.manage': 'connect the agency with other services',
  'machines.inspect': 'look into the running machines',
};

function whoMayCall({ access, effect }: Endpoint): string {
  if (access === 'public') return 'Anybody may call it.';
  if (access === 'self') {
    return 'For a person at a browser, for themselves: not while acting for another, not with an API key.';
  }
  if (access === 'signedIn') {
    return effect === 'read' ? 'For everybody who is signed in, and any API key.' : 'For everybody who is signed in.';
  }
  return `For who may ${MAY[access]}: permission and scope \`${access}\`.`;
}

/** "`contact.linked` or `contact.unlinked`". */
const actionsIn = (audit: string | readonly string[]): string =>
  [audit]
    .flat()
    .map((action) => `\`${action}\``)
    .join(' or ');

/** Notes for callers beyond the schemas. */
export function wordsOf(endpoint: Endpoint): string {
  const { sudo, feature, audit, rate, onlyWhere } = endpoint;
  const proof = sudo === 'signer' ? 'who signed in must have proven' : 'the caller must have proven';
  return [
    whoMayCall(endpoint),
    sudo === false ? '' : `In the last 15 minutes ${proof} who they are, else 403 \`sudo_required\`.`,
    feature === null ? '' : `Refused with the reason where the feature \`${feature}\` is not there for them.`,
    onlyWhere === null ? '' : `Not found unless ${onlyWhere}.`,
    `At most ${formatCount(RATES_PER_MINUTE[rate])} such calls a minute.`,
    audit === null ? '' : `The audit log keeps it as ${actionsIn(audit)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const REFUSALS: Readonly<Record<number, string>> = {
  400: 'The request cannot be read.',
  401: 'Nobody is signed in, or the key is not valid.',
  403: 'Not for this caller, or a proof of identity or something that the caller owes is due.',
  404: 'Unknown, or not visible to this caller.',
  409: 'The state does not allow it now.',
  422: 'The input is refused, by field.',
  429: 'Too many calls: wait.',
  500: 'A fault of the server; the log has it.',
  503: 'The server cannot serve now: wait.',
};

const WAITS = new Set(['429', '503']);

/** Each with the codes that its answer may have. */
export function refusalResponses(): Readonly<Record<string, object>> {
  const codes = Object.entries(STATUS) as [RefusalCode, number][];
  return Object.fromEntries(
    Object.entries(REFUSALS).map(([status, text]) => {
      const found = codes.filter(([, of]) => of === Number(status)).map(([code]) => code);
      const own = found.length === 0 ? ['failed'] : found;
      const description = `${text} Code ${own.map((code) => `\`${code}\``).join(', ')}.`;
      const example = { code: own[0], error: text, errors: {}, request_id: '3f0c6a5e9d7b41c28a1e' };
      const wait = { description: 'Seconds to wait.', schema: { type: 'integer' } };
      const headers = WAITS.has(status) ? { headers: { 'retry-after': wait } } : {};
      const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example } };
      return [`Refused${status}`, { description, ...headers, content }];
    }),
  );
}

/** Fields by which a request names something that may be gone, e.g. `contact_id`, `ids`, `pool`. */
const NAMES_SOMETHING = /^(id|ids|jid|owner|pool|tags)$|_ids?$/;

/** Names of all fields of a schema, at any depth. */
function* fieldsIn(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return;
  const { properties } = node as { properties?: object };
  yield* Object.keys(properties ?? {});
  for (const child of Object.values(node)) yield* fieldsIn(child);
}

const namesSomething = (part: z.$ZodType | null): boolean =>
  part !== null &&
  [...fieldsIn(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }))].some((name) =>
    NAMES_SOMETHING.test(name),
  );

/** Statuses other than success that a call may answer: what admission, the parts of the request and its declarations allow. */
export function refusalStatusesOf(endpoint: Endpoint): string[] {
  const { access, effect, rate, params, query, body, upload, idempotent, onlyWhere } = endpoint;
  const met = {
    400: body !== null || effect === 'write',
    // A key that isn't valid, and a tab of an earlier identity, are refused before the access is read.
    401: true,
    403: access !== 'public' || effect === 'write' || rate === 'signIn',
    404: params !== null || onlyWhere !== null || namesSomething(query) || namesSomething(body),
    409: true,
    422: params !== null || query !== null || body !== null || upload !== null || idempotent,
    429: true,
    500: true,
    503: true,
  };
  return Object.entries(met).flatMap(([status, may]) => (may ? [status] : []));
}

/** The refusals that a call may meet, by status. */
export const refusalsOf = (endpoint: Endpoint): Readonly<Record<string, object>> =>
  Object.fromEntries(
    refusalStatusesOf(endpoint).map((status) => [status, { $ref: `#/components/responses/Refused${status}` }]),
  );
