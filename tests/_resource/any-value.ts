import fc from 'fast-check';
import * as z from 'zod/v4/core';
import type { Endpoint } from '#contract/endpoint.ts';
import { bare, defOf } from '../_matrix/example-of.ts';

/** Values of all fields together; `npm run faults:resources` asks for 10,000. */
export const VALUES = Number(process.env['RESOURCE_VALUES'] ?? 600);
export const SEED = process.env['RESOURCE_VALUES'] === undefined ? { seed: 20_261_129 } : {};

/** Calls before the clock moves on by a minute: half of what it allows. */
const CALLS_A_MINUTE = 150;

export type Values = Readonly<Record<string, unknown>>;
export interface Answer {
  readonly status: number;
  readonly body: { readonly data?: Values; readonly errors?: Values };
}

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
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: text },
  fc.constantFrom(null, true, false, 0, -1, 1, 1.5, 1e308, 2 ** 53, -(2 ** 63), '1', 'true', 'null', [], {}, [[]]),
  fc.array(text, { maxLength: 40 }),
  fc.constant({ constructor: { id: 1 } }),
  fc.dictionary(fc.string({ maxLength: 8 }), text, { maxKeys: 3 }),
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

/** Why an answer to a value of this field is wrong, or to a file of these fields; `null`: it isn't. */
export function faultOf(call: Endpoint, { status, body }: Answer, ...fields: readonly string[]): string | null {
  if (status === 422) {
    const named = Object.keys(body.errors ?? {});
    const isNamed = named.some((name) => fields.some((field) => name === field || name.startsWith(`${field}.`)));
    return isNamed ? null : `names ${named.join(', ')}`;
  }
  if (status !== 200) return `is ${status}`;
  if (!z.safeParse(call.reply as z.$ZodType, body).success) return 'is no row';
  return isClean(body.data) ? null : 'keeps what no page can show';
}

/** Fields of the body of a call. */
export const namesOf = ({ body }: Endpoint): readonly string[] =>
  body === null ? [] : Object.keys(defOf(bare(body)).shape ?? {});

/** Counts calls, and moves the clock on before the limits of a minute are met. */
export function paced(advance: (ms: number) => void): () => void {
  let calls = 0;
  return () => {
    calls += 1;
    if (calls % CALLS_A_MINUTE === 0) advance(60_001);
  };
}
