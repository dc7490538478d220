import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { readMe } from '#contract/session.contract.ts';
import { signIn } from '#contract/session/sign-in.contract.ts';
import { bind } from '../../server/http/bind.ts';
import { methodsAt, recordEndpoint } from '../../server/http/bound-endpoints.ts';
import { openApiOf } from '../../server/openapi.ts';
import { openApp, type TestApp } from './app.ts';
import { contractEndpoints } from './contract-endpoints.ts';

/** Calls that need no session, each with the reason why. At most 20 (promise P7). */
const PUBLIC: Readonly<Record<string, string>> = {
  signIn: 'It makes the session.',
  reportFault: 'The sign-in page may break as well; it adds a line to the log and answers its number.',
  readHealth: 'A load balancer has no session, and it says nothing about anybody.',
  readPublicSetting: 'Only settings marked as public in review: how to reach support, for pages without a session.',
  startSso: 'It leads to the identity provider, and says where that is to anybody who asks.',
  signInBySso: 'It makes the session; only what the provider proves counts, once, in the browser that began.',
  sendOtp: 'The session comes after the second step; only the challenge of a right password sends a code.',
  requestPasswordReset: 'Who forgot a password has no session; the answer is the same whoever is asked for.',
  readWebpage: 'Anyone can open a public page.',
  createWebpageLead: 'A person who asks an agent has no session; a repetition is one request.',
  viewSoaRequest: 'Who signs has no session; the sealed part of the link stands in, and shows a first name.',
  submitSoaRequest: 'Who signs has no session; the sealed part of the link stands in, once.',
  resetPasswordByToken: 'Who forgot a password has no session; the token from the mail stands in, once.',
};

/** Addresses that are no endpoints, each with the reason for living outside the contract. */
const PLAIN: Readonly<Record<string, string>> = {
  '/': 'The app.',
  '/_app': 'The app, for tests of its parts.',
  '/_files/:token/:name': 'Bytes of a file, for whoever has its signed address; it reads no cookie.',
  '/_twilio/:step': 'The carrier has no session; its signature over address and form stands in, and facts count once.',
  '/_mail/images/:token':
    'A picture of an e-mail, for mail clients: whoever has the signed address; it reads no cookie.',
  '/_texts/media/:token': 'What an MMS carries, for the carrier: whoever has the signed address; it reads no cookie.',
  '/_payments/stripe/events': 'Checks the signature of Stripe; repeats change nothing.',
  '/_texts/twilio/events': 'Checks the signature of Twilio and the hash of the body.',
  '/_integrations/google':
    'A provider has no session; the secret of the watch stands in, and a call only makes a sync due.',
  '/_integrations/outlook': 'As the one above; it also repeats the word by which Graph tries the address.',
  '/_texts/twilio/incoming': 'As the one below.',
  '/_texts/twilio/status':
    'The carrier has no session; its signature over address and form stands in, and repeats change nothing.',
  '/_pages/files/:key':
    'What an active public page shows: photo, logo and flyer, which visitors read without a session.',
  '/_pages/lead': 'The form of a public page; a person has no session, and a repetition is one request.',
  '/docs': 'The page of the API: public in development and demo, else for who is signed in.',
  '/docs/bellwether-client.tgz': 'The package of the client, for the same people and for keys.',
  '/docs/docs.css': 'Its style, which tells nothing.',
  '/docs/docs.js': 'Its script, which tells nothing.',
  '/docs/openapi.json': 'Its document, for the same people and for keys.',
  '/docs/openapi-3.0.json': 'The same document in the older version that the page reads.',
  '/docs/static/swagger-ui-bundle.js': 'Swagger UI.',
  '/docs/static/swagger-ui.css': 'Swagger UI.',
  '/book/:name': 'A visitor has no session. A POST holds a time once for its form.',
  '/booking/:name': 'Who booked has no session; the sealed address stands in, and each POST has one effect.',
  '/calendar-feeds/:file':
    'Another calendar has no session; the secret address stands in, and reading changes nothing.',
  '/soa/:token': 'Who signs has no session; the sealed address stands in, and a POST signs once.',
  '/soa/:token/copy.pdf': 'What they signed, as long as their link works.',
  '/unsubscribe/:token':
    'A recipient has no session; the sealed address stands in. A GET changes nothing, and a POST adds one opt-out.',
  '/v1/mail/inbound/receive_mail':
    'A mail server has no session; its signature over time, recipient and mail stands in, and repeats change nothing.',
  '/healthz': 'A load balancer has no session; it says ok.',
  '/metrics': 'With the token, or on this machine in development and demo; else it is not there.',
  '/readyz': 'A load balancer has no session; it says ready or not.',
};

let it: TestApp;
beforeAll(async () => {
  it = await openApp();
});
afterAll(() => it.close());

const names = (endpoints: readonly Endpoint[]) => endpoints.map((endpoint) => endpoint.name).toSorted();

test('every endpoint of the contract has a route, and every route is in the contract', () => {
  expect(names(it.app.bound)).toEqual(names(contractEndpoints));
});

test('only the reviewed addresses exist outside the contract', () => {
  const above: string[] = [];
  const paths = it.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods] = /^(.*?)(?:├|└)── (\S+)(?: \((.+)\))?/.exec(line) ?? [];
      const depth = indent.length / 4;
      above.splice(depth, above.length, (above[depth - 1] ?? '') + part);
      return methods === undefined ? [] : [above[depth] ?? ''];
    });
  const declared = new Set(it.app.bound.map(({ path }) => path));

  expect(paths.length).toBeGreaterThan(declared.size);
  expect(paths.filter((path) => !declared.has(path)).toSorted()).toEqual(Object.keys(PLAIN).toSorted());
});

test('no two endpoints have one name', () => {
  expect(names(contractEndpoints)).toEqual([...new Set(names(contractEndpoints))]);
});

test('only the reviewed endpoints are public', () => {
  const open = contractEndpoints.filter((endpoint) => endpoint.access === 'public');

  expect(names(open)).toEqual(Object.keys(PUBLIC).toSorted());
  expect(open.length).toBeLessThanOrEqual(20);
});

test('no write is a GET', () => {
  const writes = contractEndpoints.filter(({ method, effect }) => method === 'GET' && effect === 'write');

  expect(names(writes)).toEqual([]);
});

test('what writes is audited or says in review why not', () => {
  const silent = contractEndpoints.filter(({ effect, audit }) => effect === 'write' && audit === null);

  // A log line, a sign-in attempt of an unknown user, the user's own display options, and events of a call, which the
  // call details show; a note of a contact and a do-not-call request are audited as such. Messages to MAX are in its
  // conversation. A mark as read and a draft are the user's own. A signature by a link is no user's; it is sealed.
  expect(names(silent)).toEqual([
    'createWebpageLead',
    'holdCall',
    'markAllNotifications',
    'markNotification',
    'noteCall',
    'noteCallEvents',
    'readConversation',
    'reportFault',
    'saveDraft',
    'sendChatMessage',
    'startSso',
    'submitSoaRequest',
    'updateTheme',
  ]);
});

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
const pathsOf = (endpoints: readonly Endpoint[]): readonly string[] => [
  ...new Set(endpoints.map(({ path }) => path.replaceAll(/:\w+/g, '1'))),
];
/** Location of an error, in Node's format. */
const STACK = /\bat \S+:\d+|node_modules|\.[jt]sx?\b/;

test('a method that an address does not take is 405, and the answer names those that it takes', async () => {
  const visitor = it.visitor();
  const wrong: unknown[] = [];
  for (const path of pathsOf(it.app.bound)) {
    const allowed = methodsAt(it.app, path);
    for (const method of METHODS.filter((other) => !allowed.includes(other))) {
      const { status, headers, body } = await visitor.send(method, path);
      const isRight = status === 405 && headers['allow'] === allowed.join(', ') && !STACK.test(JSON.stringify(body));
      if (!isRight) wrong.push([method, path, status, headers['allow'], body]);
    }
  }

  expect(wrong).toEqual([]);
});

test('an undeclared address is 404, with any method, and reveals nothing', async () => {
  const visitor = it.visitor();
  const wrong: unknown[] = [];
  for (const path of pathsOf(it.app.bound).map((known) => `${known}/and/nothing/there`)) {
    for (const method of METHODS) {
      // A browser that opens such an address gets the app instead.
      const { status, body } = await visitor.send(method, path, { headers: { 'sec-fetch-dest': 'empty' } });
      if (status !== 404 || STACK.test(JSON.stringify(body))) wrong.push([method, path, status, body]);
    }
  }

  expect(wrong).toEqual([]);
});

const KEYS = Object.keys(readMe) as (keyof Endpoint)[];

test.each(KEYS)('an endpoint that does not declare %s stops the start', (key) => {
  const { [key]: _, ...rest } = { ...readMe, name: 'readOther', path: '/v1/other' };

  expect(() => bind(it.app, rest as Endpoint, () => Promise.resolve())).toThrow(
    new RegExp(`^Endpoint .* does not declare: ${key}\\.$`),
  );
});

test('two endpoints at one place stop the start, whatever their parameters are called', () => {
  const app = { bound: [] as Endpoint[] } as unknown as TestApp['app'];
  const params = signIn.body;
  recordEndpoint(app, { ...readMe, name: 'a', path: '/v1/x/:id', params });

  expect(() => recordEndpoint(app, { ...readMe, name: 'b', path: '/v1/x/:other', params })).toThrow(
    'Endpoints a and b clash.',
  );
});

test('the OpenAPI document has every endpoint under its name', () => {
  const document = openApiOf(it.app.bound, 'Bellwether', '1') as { paths: Record<string, Record<string, Operation>> };

  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(names(it.app.bound));
});

test('the OpenAPI document tells body, answer and protection of a call', () => {
  const { paths } = openApiOf([signIn], 'Bellwether', '1') as { paths: Record<string, Record<string, Operation>> };

  expect(paths['/v1/sessions']?.['post']).toMatchObject({
    security: [],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            anyOf: [
              { type: 'object', required: ['username', 'password'], additionalProperties: false },
              { type: 'object', required: ['otp_secret', 'otp_code'], additionalProperties: false },
            ],
          },
        },
      },
    },
    responses: { 200: { content: { 'application/json': { schema: { required: ['data'] } } } } },
    'x-effect': 'write',
    'x-rate': 'signIn',
  });
});

interface Operation {
  operationId: string;
}
