import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { campaignTriggers } from '#contract/campaign-triggers.contract.ts';
import { corporations } from '#contract/corporations.contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { updateProfile, updateWebpage } from '#contract/profile.contract.ts';
import { settings } from '#contract/settings.contract.ts';
import { products } from '#contract/store/products.contract.ts';
import { openOffice } from '../_matrix/describe-resource.ts';
import { docx, photo } from '../files/sample-files.ts';
import { faultOf, paced, SEED, VALUES, type Values } from './any-value.ts';

const office = openOffice();
let handbook: number;
let content: readonly Buffer[];
beforeAll(async () => {
  const { it, chief } = office();
  await it.owner.query(`update sessions set sudo_until = now() + interval '30 days'`);
  const known = await chief.call(settings.list, {});
  handbook = known.body.data.find(({ key }) => key === 'handbook')?.id ?? 0;
  const png = await photo('png');
  content = [
    png,
    png.subarray(0, 40),
    await photo('webp'),
    await docx(),
    Buffer.alloc(0),
    Buffer.from('MZ\u0090\u0000'),
    Buffer.from('%PDF-1.4\n%%EOF\n'),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    Buffer.from('<!DOCTYPE html><script>alert(1)</script>'),
    Buffer.from('name,phone\n=cmd(),1\n'),
  ];
});

const own = () => ({ id: office().it.world.people.admin.id });

/** Files that travel with a form, other than those of contacts: `tests/files/hostile-files` has these. */
const UPLOADS: readonly { call: Endpoint; body: (number: number) => Values; params?: () => Values }[] = [
  { call: products.create, body: (number) => ({ name: `Product ${number}`, price: 1 }) },
  { call: corporations.create, body: (number) => ({ name: `Corporation ${number}` }) },
  { call: campaignTriggers.create, body: (number) => ({ name: `Trigger ${number}`, trigger_type: 'sms' }) },
  { call: updateProfile, body: () => ({ profile: {} }) },
  { call: updateWebpage, body: () => ({ webpage: {} }), params: own },
  { call: settings.update, body: () => ({}), params: () => ({ id: handbook }) },
];

const NAMES = [
  'a.png',
  'a.jpg',
  'A.GIF',
  'a.webp',
  'a.pdf',
  'a.exe',
  'a.svg',
  'a.png.html',
  'noname',
  '.png',
  'ü ñ.png',
];
const name = fc.oneof(fc.constantFrom(...NAMES), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }));
const type = fc.constantFrom('image/png', 'application/pdf', 'text/html', 'image/svg+xml', '', 'not a type');

let number = 0;
const pace = paced((ms) => office().it.advance(ms));

test.each(UPLOADS.map((upload) => [upload.call.name, upload] as const))(
  '%s takes a file that is what it says, or refuses it by its name',
  async (_name, { call, body, params }) => {
    const field = call.upload?.field ?? '';
    const bytes = fc.oneof(
      fc.nat({ max: content.length - 1 }).map((at) => content[at] ?? Buffer.alloc(0)),
      fc.uint8Array({ maxLength: 2_000 }).map((array) => Buffer.from(array)),
    );
    const property = fc.asyncProperty(name, type, bytes, async (called, kind, inside) => {
      number += 1;
      pace();
      const file = new File([new Uint8Array(inside)], called, { type: kind });

      const answer = await office().chief.call(call, {
        body: body(number),
        file,
        ...(params && { params: params() }),
      } as never);

      const fault = faultOf(call, answer as never, field);
      expect([fault, JSON.stringify(answer.body).slice(0, 300)]).toEqual([null, expect.anything()]);
    });
    await fc.assert(property, {
      numRuns: Math.max(12, Math.ceil(VALUES / 4 / UPLOADS.length)),
      ...SEED,
      endOnFailure: true,
    });
  },
);
