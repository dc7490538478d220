import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { grantAccountAccess } from '#contract/account-access.contract.ts';
import { agentLicenses } from '#contract/agent-licenses.contract.ts';
import { createApiKey } from '#contract/api-access.contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { createHelp } from '#contract/help.contract.ts';
import { pools } from '#contract/pools.contract.ts';
import { updateProfile, updateTheme, updateTimezone, updateWebpage } from '#contract/profile.contract.ts';
import { quickFilters } from '#contract/quick-filters.contract.ts';
import { SETTING_KEYS, settings } from '#contract/settings.contract.ts';
import { signups } from '#contract/signups.contract.ts';
import { createUser, quickUpdateUser } from '#contract/users.contract.ts';
import { openOffice } from '../_matrix/describe-resource.ts';
import { defOf } from '../_matrix/example-of.ts';
import { type Answer, anything, faultOf, namesOf, paced, SEED, VALUES, type Values } from './any-value.ts';

const office = openOffice();
const pace = paced((ms) => office().it.advance(ms));

interface Form {
  readonly call: Endpoint;
  /** The object in the body that has the fields; absent: the body. */
  readonly inside?: string;
  /** Values that a request needs beside the field; `number` tells requests apart. */
  readonly base?: (number: number) => Values;
  readonly params?: () => Values;
  /** Field that isn't tried. */
  readonly without?: string;
  /** Field that names a refusal of any field. */
  readonly named?: string;
}

const own = () => ({ id: office().it.world.people.admin.id });

/** Forms of the administration and the profile that are no resource of the matrix. */
const FORMS: readonly Form[] = [
  { call: pools.create, base: (number) => ({ name: `Pool ${number}` }) },
  { call: agentLicenses.update, params: () => ({ id: license }) },
  { call: quickFilters.update, params: () => ({ id: view }) },
  // Submitting names all that is missing.
  { call: signups.save, without: 'submit' },
  { call: createApiKey, base: (number) => ({ name: `Key ${number}`, scopes: ['contacts.read'] }) },
  // Neither alone says who is meant.
  { call: grantAccountAccess, named: 'username', base: () => ({ username: 'outsider', agency_number: 'A-1' }) },
  { call: createHelp, base: () => ({ subject: 'Question', message: 'How do I do this?' }) },
  { call: updateProfile, inside: 'profile' },
  { call: updateWebpage, inside: 'webpage', params: own },
  { call: updateTheme },
  { call: updateTimezone },
  {
    call: createUser,
    inside: 'user',
    base: (number) => ({
      username: `fresh-${number}`,
      first_name: 'Fresh',
      last_name: 'Person',
      email: `fresh-${number}@agency.test`,
      account_type: 'agent',
      manager_id: office().it.world.people.admin.id,
    }),
  },
  { call: quickUpdateUser, inside: 'user', params: () => ({ id: office().it.world.people.agent.id }) },
];

const fieldsOf = ({ call, inside }: Form): readonly string[] =>
  inside === undefined
    ? namesOf(call)
    : namesOf({ body: (call.body && defOf(call.body).shape)?.[inside] ?? null } as Endpoint);

const CASES = FORMS.flatMap((form) =>
  fieldsOf(form)
    .filter((field) => field !== form.without)
    .map((field) => [form.call.name, field, form] as const),
);

let license: number;
let view: number;
beforeAll(async () => {
  const { it, chief } = office();
  // Keys and users take a recent re-authentication.
  await it.owner.query(`update sessions set sudo_until = now() + interval '30 days'`);
  license = (await chief.call(agentLicenses.create, { body: { state: 'TX', line: 'health' } })).body.data.id;
  view = (await chief.call(quickFilters.create, { body: { name: 'View', scope: {} } })).body.data.id;
});

async function ask(endpoint: Endpoint, args: object): Promise<Answer> {
  if (endpoint.rate === 'report') office().it.advance(60_001);
  else pace();
  return (await office().chief.call(endpoint, args as never)) as Answer;
}

const runs = (cases: number) => ({ numRuns: Math.max(3, Math.ceil(VALUES / cases)), ...SEED, endOnFailure: true });

let number = 0;

test.each(CASES)('%s: %s takes a value that is cleaned, or refuses it by its name', async (_name, field, form) => {
  const { call, inside, base, params, named = field } = form;
  const property = fc.asyncProperty(anything, async (value) => {
    number += 1;
    const written = { ...base?.(number), [field]: value };
    const body = inside === undefined ? written : { [inside]: written };

    const answer = await ask(call, { body, ...(params && { params: params() }) });

    const fault = faultOf(call, answer, field, named, `${inside}.${field}`);
    expect([fault, JSON.stringify(answer.body).slice(0, 300)]).toEqual([null, expect.anything()]);
  });
  await fc.assert(property, runs(CASES.length));
});

describe('settings', () => {
  test.each(SETTING_KEYS)('%s takes a value that is cleaned, or refuses it by its name', async (key) => {
    const { body } = await office().chief.call(settings.list, {});
    const id = body.data.find((setting) => setting.key === key)?.id;
    const property = fc.asyncProperty(anything, async (value) => {
      const answer = await ask(settings.update, { params: { id }, body: { value } });

      const fault = faultOf(settings.update, answer, 'value');
      expect([fault, JSON.stringify(answer.body).slice(0, 300)]).toEqual([null, expect.anything()]);
    });
    await fc.assert(property, runs(SETTING_KEYS.length * 2));
  });
});
