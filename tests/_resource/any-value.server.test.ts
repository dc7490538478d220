import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { openOffice } from '../_matrix/describe-resource.ts';
import { RESOURCE_SPECS, type ResourceSpec } from '../_matrix/resources.ts';
import { type Answer, anything, faultOf, namesOf, paced, SEED, VALUES } from './any-value.ts';

const office = openOffice();

/** The name of another row, as a person may write it a second time. */
const again = (name: string) =>
  fc.constantFrom(
    name,
    name.toUpperCase(),
    ` ${name} `,
    name.replace('a', 'á'),
    name.replace('o', 'ö'),
    `${name}\u0000`,
  );

interface Field {
  readonly name: string;
  readonly spec: ResourceSpec;
}

const callsOf = ({ resource }: ResourceSpec) => resource as unknown as { create: Endpoint; update: Endpoint };

const fields: readonly Field[] = RESOURCE_SPECS.flatMap(([, spec]) => {
  const { create, update } = callsOf(spec);
  const names = [create, update].flatMap(namesOf);
  return [...new Set(names)].filter((name) => name !== 'id').map((name) => ({ name, spec }));
});

const pace = paced((ms) => office().it.advance(ms));

async function ask(endpoint: Endpoint, args: object): Promise<Answer> {
  pace();
  return (await office().chief.call(endpoint, args as never)) as Answer;
}

const titleOf = ({ titleOf: made = (text) => text }: ResourceSpec, text: string): string => made(text);

const rowOf = async ({ spec }: Field, name: string) => {
  const body = { ...spec.required, [spec.title]: titleOf(spec, name) };
  return (await ask((spec.resource as unknown as { create: Endpoint }).create, { body })).body.data;
};

test('the fields of all resources are known', () => expect(fields.length).toBeGreaterThan(60));

test.each(fields.map((field) => [field.spec.resource.about.label.one, field.name, field] as const))(
  'of a %s, %s takes a value that is cleaned, or refuses it by its name',
  { timeout: 600_000 },
  async (one, name, field) => {
    const { spec } = field;
    const { create, update } = callsOf(spec);
    const taken = `Taken one ${name}`;
    const row = await rowOf(field, `Row of ${name}`);
    await rowOf(field, taken);
    const isIn = (call: Endpoint) => namesOf(call).includes(name);
    const bodyless = update.params === null ? { id: row?.['id'] } : {};
    let number = 0;

    const property = fc.asyncProperty(
      name === spec.title ? fc.oneof({ weight: 4, arbitrary: anything }, again(titleOf(spec, taken))) : anything,
      fc.boolean(),
      async (value, isNew) => {
        number += 1;
        const fresh = { ...spec.required, [spec.title]: titleOf(spec, `${one} ${name} ${number}`) };
        const call = (isNew || !isIn(update)) && isIn(create) ? create : update;
        const args =
          call === create
            ? { body: { ...fresh, [name]: value } }
            : {
                ...(call.params === null ? {} : { params: { id: row?.['id'] } }),
                body: { ...bodyless, [name]: value },
              };

        const answer = await ask(call, args);

        expect([faultOf(call, answer, name), JSON.stringify(answer.body).slice(0, 300)]).toEqual([
          null,
          expect.anything(),
        ]);
      },
    );
    await fc.assert(property, { numRuns: Math.max(3, Math.ceil(VALUES / fields.length)), ...SEED, endOnFailure: true });
  },
);
