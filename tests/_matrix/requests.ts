import type { Endpoint } from '#contract/endpoint.ts';
import { plusDays, utcDay } from '#rules/time/days.ts';
import { callsOf } from '#contract/resource.ts';
import { STATE_CHOICES } from '#rules/places/us-states.ts';
import { exampleOf } from './example-of.ts';
import type { Part } from './places.ts';
import { RESOURCE_SPECS, type ResourceSpec } from './resources.ts';

/** Values of fields by `<part>.<dotted path>`. */
export type Values = ReadonlyMap<string, unknown>;

export interface Asked {
  readonly method: Endpoint['method'];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
}

let count = 0;
const unique = (text: string) => () => `${text}${(count += 1)}`;
const anotherState = () => STATE_CHOICES[(count += 1) % STATE_CHOICES.length]?.value;
const uniqueDomain = () => `d${(count += 1)}.agency.test`;

/** A name of its own for every row of a resource. */
const namesOf = ({ resource, title }: ResourceSpec) =>
  callsOf(resource)
    .filter(({ body }) => body !== null)
    .map(({ name }) => [name, { [`body.${title}`]: unique(`${resource.about.label.one} `) }] as const);

/** Body for a prescription. */
const NO_WORDS = { dosage: '', frequency: '', quantity: '', pharmacy: '', prescriber: '', notes: '' };

/**
 * Bodies for endpoints where the smallest valid body would change nothing or is refused for a reason other than the
 * caller. Fields are optional there or have rules that a schema can't express.
 */
const WORDS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  listContacts: {
    'body.contacts_scope.contact_group': 'all',
    'body.contacts_scope.q': 'cnry',
    'body.contacts_scope.limit': 200,
    'body.contacts_scope.for_contact_group_all': true,
  },
  createAgentLicense: { 'body.state': anotherState },
  updateAgentLicense: { 'body.number': unique('L-') },
  createContact: { 'body.contact.last_name': 'New' },
  updateContact: { 'body.contact.city': unique('Waco ') },
  createPolicy: { 'body.policy.carrier': 'New' },
  updatePolicy: { 'body.policy.plan_name': unique('Plan ') },
  createSecurity: { 'body.security.company': 'New', 'body.security.account_number': '12345678' },
  updateSecurity: { 'body.security.notes': unique('Note '), 'body.security.account_number': '12345678' },
  updateRxDetails: { 'body.prescriptions': [{ ...NO_WORDS, drug: 'Lisinopril' }], 'body.version': 0 },
  updateDataCapture: { 'body.captures': [{ label: 'Pet', value: 'Cat' }], 'body.version': 1 },
  updateSealedFields: { 'body.ssn': '123-45-6789' },
  importMedicare: { 'body.plan_type': unique('Plan ') },
  updatePinnedNote: { 'body.body': unique('Note ') },
  sendEmail: { 'body.subject': 'Hello', 'body.body': 'Hello' },
  recordEmail: { 'body.subject': 'Hello', 'body.body': 'Hello' },
  recordConsent: { 'body.evidence': 'Said so.' },
  addComplianceRule: {
    'body.rule': 'opt_out',
    'body.jurisdiction': 'US',
    'body.starts_on': '2900-01-01',
    'body.title': 'A rule',
    'body.source': 'A law',
  },
  askQuote: { 'body.zip_code': '78664', 'body.age': 65 },
  authenticateCsg: { 'body.api_key': '' },
  endComplianceRule: { 'body.ends_on': '2900-01-01', 'body.reason': 'Over.' },
  ...Object.fromEntries(
    ['Sms', 'Dialer'].flatMap((kind) => [
      [`create${kind}Plan`, { 'body.name': unique('Plan ') }],
      [`update${kind}Plan`, { 'body.name': unique('Plan ') }],
      [`create${kind}Subscription`, { 'body.expected_cents': 0 }],
      [`createAccount${kind}Subscription`, { 'body.expected_cents': 0 }],
    ]),
  ),
  replayVendorLead: { 'body.lead.last_name': unique('Lead ') },
  listEvents: { 'query.start_date': '03/01/2026', 'query.end_date': '03/31/2026' },
  createEvent: { 'body.title': 'Call', 'body.start_date': '2026-03-05' },
  updateEvent: { 'body.title': unique('Event '), 'body.rule': '', 'body.zone': 'America/Chicago' },
  enrollInAftercare: { 'body.died_on': '2020-01-31' },
  recordSoaRequest: { 'body.signed_at': '2020-01-31T10:00:00Z', 'body.note': 'In the cabinet.' },
  saveSignup: { 'body.heard_from': unique('Friend ') },
  bulkUpdateWorkflowCategories: { 'body.categories.name': unique('Category ') },
  pauseWorkflowStep: { 'body.step_id': 's1' },
  readWorkflowVersion: { 'query.version': 1 },
  previewWorkflowMove: { 'query.from': 1, 'query.to': 2 },
  moveWorkflowContacts: { 'body.from': 1, 'body.to': 2, 'body.steps.step': 's1', 'body.steps.to_step': 's1' },
  updateWorkflowCategory: { 'body.name': unique('Category ') },
  ...Object.fromEntries(
    ['Flow', 'Template'].flatMap((one) => [
      [`createWorkflow${one}`, { 'body.name': unique('Workflow '), 'body.definition.steps.under': '' }],
      [`updateWorkflow${one}`, { 'body.name': unique('Workflow '), 'body.definition.steps.under': '' }],
    ]),
  ),
  createPool: { 'body.name': unique('Pool ') },
  updatePool: { 'body.name': unique('Pool ') },
  updateTransferGroup: { 'body.confirmed': 250_000, 'body.attested': 'They agreed on paper.' },
  createQuickFilter: { 'body.name': unique('View ') },
  updateQuickFilter: { 'body.name': unique('View ') },
  ...Object.fromEntries(RESOURCE_SPECS.flatMap(([, spec]) => namesOf(spec))),
  setCalendlyApiKey: { 'body.api_key': '' },
  setDemioLink: { 'body.link': 'https://my.demio.com/ref/abc' },
  createAuthorization: { 'body.type': 'google' },
  createWebhookEndpoint: { 'body.url': 'https://hooks.agency.test/' },
  updateWebhookEndpoint: { 'body.url': 'https://hooks.agency.test/new' },
  createCustomDomain: { 'body.custom_domain': uniqueDomain },
  updateCustomDomain: { 'body.custom_domain': uniqueDomain },
  addFavorites: { 'body.name': unique('List ') },
  fetchAssociatedContact: { 'body.phone_number': '+15125550142' },
  fetchAssociatedContacts: { 'body.phone_number': '+15125550142' },
  startCall: { 'body.phone_number': '+15125550142', 'body.purpose': 'service' },
  // Another number than that of the call.
  transferCall: { 'body.phone_number': '+15125550177' },
  updateNumber: { 'body.phone_number': '+15125550142' },
  sendBroadcastEmail: { 'body.send_now': true },
  sendBroadcastSms: { 'body.send_now': true },
  updateBroadcast: { 'body.name': unique('Broadcast ') },
  findRecipient: { 'query.q': 'cnry' },
  sendMessage: { 'body.message_content': 'Hello', 'body.purpose': 'service' },
  updatePermission: { 'body.permission': 'allowed', 'body.evidence': 'Said so.' },
  submitBrand: {
    'body.customer_profile_sid': `BU${'1'.repeat(32)}`,
    'body.a2p_profile_sid': `BU${'2'.repeat(32)}`,
    'body.messaging_service_sid': `MG${'3'.repeat(32)}`,
  },
  submitCampaign: {
    'body.description': 'Reminders of appointments and answers to questions.',
    'body.message_flow': 'Clients agree in writing on a form in our office.',
    'body.samples': ['Reply STOP to opt out.', 'Reply STOP to opt out, too.'],
  },
  validateMobileSingle: { 'body.phone_number': '+15125550142' },
  reconcile: { 'body.day': () => plusDays(utcDay(Date.now()), -1) },
  purchaseMobileValidation: { 'body.amount_cents': 100_000 },
  saveDraft: { 'body.body': unique('Draft ') },
  startChatSession: { 'body.intent_type': 'learn_system' },
  sendChatMessage: { 'body.intent_type': 'learn_system', 'body.message': 'How do I import contacts?' },
  readHelpPage: { 'params.slug': 'imports' },
  noteCall: { 'body.note': unique('Note ') },
  validateImport: { 'body.fields.0': 'last_name' },
  startImport: { 'body.fields.0': 'last_name' },
  listImportAttempts: { 'query.limit': 200 },
  listUsers: { 'query.q': 'cnry', 'query.limit': 200 },
  downloadUsers: { 'query.q': 'cnry' },
  createUser: { 'body.user.username': unique('somebody.'), 'body.user.account_type': 'agent' },
  updateUserRoles: { 'body.account_type': 'telemarketer' },
  updateAdminUser: { 'body.user.first_name': unique('First ') },
  quickUpdateUser: { 'body.user.last_name': unique('Last ') },
  updateProfile: { 'body.profile.first_name': unique('First ') },
  updateWebpage: { 'body.webpage.title': unique('Title ') },
  updatePassword: { 'body.password': unique('violet anchor wagon ') },
  updateSetting: { 'body.value': unique('Notice ') },
  readPublicSetting: { 'params.key': 'support_hours' },
  updateApiKey: { 'body.name': unique('Key ') },
  connectCard: { 'body.payment_method': 'pm_card_visa' },
  updatePlan: { 'body.expected_cents': 2900 },
  confirmIdentity: { 'body.password': 'not the password' },
};

/** The smallest request that says something, with these values in it. */
export function requestOf(endpoint: Endpoint, values: Values): Asked {
  const words = WORDS[endpoint.name] ?? {};
  const partOf = (part: Part): unknown => {
    const schema = endpoint[part];
    if (schema === null) return undefined;
    const known = new Map<string, unknown>();
    return exampleOf(schema, (path) => {
      const where = `${part}.${path}`;
      if (values.has(where)) return values.get(where);
      if (!known.has(where)) known.set(where, worded(words[where]));
      return known.get(where);
    });
  };
  const params = (partOf('params') ?? {}) as Record<string, unknown>;
  const query = Object.entries((partOf('query') ?? {}) as Record<string, unknown>);
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(query.map(([name, value]) => [name, String(value)]));
  const url = query.length > 0 ? `${path}?${search}` : path;
  return { method: endpoint.method, url, ...bodyOf(endpoint, narrowed(endpoint, partOf('body'))) };
}

/** A write on a scope selects no contacts here: the things of the stock stay unchanged for the next request. */
function narrowed(endpoint: Endpoint, body: unknown): unknown {
  if (endpoint.effect === 'read' || typeof body !== 'object' || body === null) return body;
  if ('selection' in body) return { ...body, selection: narrowed(endpoint, body.selection) };
  if (!('contacts_scope' in body)) return body;
  return { ...body, contacts_scope: { ...(body.contacts_scope as object), q: 'nobody is called so' } };
}

const worded = (word: unknown): unknown => (typeof word === 'function' ? (word as () => unknown)() : word);

const BOUNDARY = 'matrix-boundary';

/** A GIF of one pixel, in Latin-1. */
const PIXEL = 'GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;';

/** Content of a file that isn't a list of people: otherwise the start of a ZIP. */
const CONTENT: Readonly<Record<string, string>> = {
  importAttachments: 'PK\x03\x04',
  uploadAttachedLeads: 'PK\x03\x04',
  uploadEmailImage: PIXEL,
  attachBroadcastPicture: PIXEL,
};

function bodyOf({ name, upload }: Endpoint, body: unknown): Pick<Asked, 'headers' | 'payload'> {
  if (upload?.required !== true) {
    return body === undefined
      ? { headers: {} }
      : { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) };
  }
  const fields = Object.entries((body ?? {}) as Record<string, unknown>).map(
    ([name, value]) =>
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${JSON.stringify(value)}\r\n`,
  );
  const content = CONTENT[name] ?? 'name\nAda\n';
  const [fileName, type] = content === PIXEL ? ['a.gif', 'image/gif'] : ['a.csv', 'text/csv'];
  const file = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${upload.field}"; filename="${fileName}"\r\ncontent-type: ${type}\r\n\r\n${content}\r\n--${BOUNDARY}--\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.from(fields.join('') + file, 'latin1'),
  };
}
