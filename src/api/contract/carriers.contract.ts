import * as z from 'zod/mini';
import { Id } from './_wire.contract.ts';
import { changed, created, paged, removed, resource, withFile } from './resource.ts';

// ---- constants -------------------------------------------------------------

/** Lines of business of a carrier. Ours. */
const MAX_LINES = 12;

// ---- schemas ---------------------------------------------------------------

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters.`));

const Fields = z.object({
  /** As in a policy, which keeps the name itself. Accents and capitals make no difference. */
  name: text(120).check(z.minLength(1, 'Enter a name.')),
  /** Lines of business: "Medigap". */
  lines: z.array(text(40)).check(z.maxLength(MAX_LINES, `Enter at most ${MAX_LINES} lines.`)),
  /** Number for agents, stored as E.164. */
  agent_line: text(40),
  website: text(300),
  /** Offered for new policies. */
  active: z.boolean(),
});

export const Carrier = z.extend(Fields, {
  id: Id,
  /** Added because a policy names it. Unless `active`, visible to those who see all contacts. */
  found: z.boolean(),
  /** Policies that name it, at most `MOST_COUNTED`. */
  policies: z.int(),
});
export type Carrier = z.output<typeof Carrier>;

const Change = z.strictObject(z.partial(Fields).shape);

// ---- endpoints -------------------------------------------------------------

export const carriers = resource(
  {
    path: '/v1/admin/carriers',
    one: 'Carrier',
    many: 'Carriers',
    label: { one: 'carrier', many: 'carriers' },
    subject: 'carrier',
    access: { read: 'contacts.read', write: 'reference.manage' },
  },
  {
    ...withFile(
      paged(Carrier, {
        order: ['name', 'policies', 'active'],
        filter: { active: z.optional(z.literal('true')) },
      }),
    ),
    create: created(Carrier, z.extend(Change, { name: Fields.shape.name })),
    update: changed(Carrier, Change),
    remove: removed(),
  },
);
