import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/v4/core';
import type { Endpoint } from '#contract/endpoint.ts';
import { openOffice } from '../_matrix/describe-resource.ts';
import { bare, defOf } from '../_matrix/example-of.ts';
import { RESOURCE_SPECS, type ResourceSpec } from '../_matrix/resources.ts';

/** Values of all fields together; `npm run faults:resources` asks for 10,000. */
const VALUES = Number(process.env['RESOURCE_VALUES'] ?? 600);
const SEED = process.env['RESOURCE_VALUES'] === undefined ? { seed: 20_261_129 } : {};

/** Calls before the clock moves on by a minute: half of what it allows. */
const CALLS_A_MINUTE = 150;

type Values = Readonly<Record<string, unknown>>;
type Answer = { readonly status: number; readonly body: { readonly data?: Values; readonly errors?: Values } };

const office = openOffice();

const HTML = ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '</textarea><b>bold</b>', '&lt;p&gt;'];
const INVISIBLE = ['\u202egnp.exe', 'a\u200bb', '\u200b', '\u00a0', '\ufeff', 'e\u0301', '\ud800', 'a\udfffb'];
const FOREIGN = ['ﷺ', '👩‍👩‍👧‍👦', '日本語', 'Ａ'];
const CONTROL = ['a\u0000b', '\u0000', '\u0007', 'one\ntwo', 'tab\tbed'];
const CODE = ["Robert'); drop table tags;--", '{{ first_name }}', '../../etc'];
const EMPTY = ['', ' ', '\t\n'];

const text = fc.oneof(
  fc.constantFrom(...HTML, ...INVISIBLE, ...FOREIGN, ...CONTROL, ...CODE, ...EMPTY),
  fc.integer({ min: 1, max: 30_000 }).map((length) => 'x'.repeat(length)),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
);

/** Anything that JSON carries; a body with `__proto__` is refused as a whole. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: text },
  fc.constantFrom(null, true, false, 0, -1, 1, 1.5, 1e308, 2 ** 53, -(2 ** 63), '1', 'true', 'null', [], {}, [[]]),
  fc.array(text, { maxLength: 40 }),
  fc.constant({ constructor: { id: 1 } }),
  fc.dictionary(fc.string({ maxLength: 8 }), text, { maxKeys: 3 }),
);

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

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;

/** True for text that any page, file or e-mail can carry. */
const isCleanText = (value: string): boolean => value.isWellFormed() && !CONTROLS.test(value);

const isClean = (value: unknown): boolean => {
  if (typeof value === 'string') return isCleanText(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, one]) => isCleanText(key) && isClean(one));
};

/** Why an answer to a value of this field is wrong; `null`: it isn't. */
function faultOf(call: Endpoint, field: string, { status, body }: Answer): string | null {
  if (status === 422) {
    const named = Object.keys(body.errors ?? {});
    return named.some((name) => name === field || name.startsWith(`${field}.`)) ? null : `names ${named.join(', ')}`;
  }
  if (status !== 200) return `is ${status}`;
  if (!z.safeParse(call.reply as z.$ZodType, body).success) return 'is no row';
  return isClean(body.data?.[field]) ? null : 'keeps what no page can show';
}

interface Field {
  readonly name: string;
  readonly spec: ResourceSpec;
}

const callsOf = ({ resource }: ResourceSpec) => resource as unknown as { create: Endpoint; update: Endpoint };

const namesOf = ({ body }: Endpoint): readonly string[] =>
  body === null ? [] : Object.keys(defOf(bare(body)).shape ?? {});

const fields: readonly Field[] = RESOURCE_SPECS.flatMap(([, spec]) => {
  const { create, update } = callsOf(spec);
  const names = [create, update].flatMap(namesOf);
  return [...new Set(names)].filter((name) => name !== 'id').map((name) => ({ name, spec }));
});

let calls = 0;

async function ask(endpoint: Endpoint, args: object): Promise<Answer> {
  const { it, chief } = office();
  calls += 1;
  if (calls % CALLS_A_MINUTE === 0) it.advance(60_001);
  return (await chief.call(endpoint, args as never)) as Answer;
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

        expect([faultOf(call, name, answer), JSON.stringify(answer.body).slice(0, 300)]).toEqual([
          null,
          expect.anything(),
        ]);
      },
    );
    await fc.assert(property, { numRuns: Math.max(3, Math.ceil(VALUES / fields.length)), ...SEED, endOnFailure: true });
  },
);
