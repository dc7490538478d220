import * as z from 'zod/mini';
import { Id } from './_wire.contract.ts';
import { changed, created, paged, removed, resource, retirable, shown, withFile } from './resource.ts';

// ---- schemas ---------------------------------------------------------------

const Fields = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Enter a name.'), z.maxLength(120, 'Use at most 120 characters.')),
  /** Unique in the account, digits or not: "12", "TX-4". */
  number: z.string().check(z.trim(), z.maxLength(20, 'Use at most 20 characters.')),
  active: z.boolean(),
});

/** A part of an agency, with users, lists and administrators of its own. `used` counts users, also inactive ones. */
export const BusinessUnit = z.extend(Fields, { id: Id, ...retirable });
export type BusinessUnit = z.output<typeof BusinessUnit>;

const Change = z.strictObject(z.partial(Fields).shape);

// ---- endpoints -------------------------------------------------------------

export const businessUnits = resource(
  {
    path: '/v1/admin/business_units',
    one: 'BusinessUnit',
    many: 'BusinessUnits',
    label: { one: 'business unit', many: 'business units' },
    subject: 'business_unit',
    access: { read: 'settings.manage', write: 'settings.manage' },
  },
  {
    ...withFile(paged(BusinessUnit, { order: ['name', 'number', 'active'] })),
    read: shown(BusinessUnit),
    /** Without a number, it gets the one after the highest of the newest unit's kind: "BU-3". */
    create: created(BusinessUnit, z.extend(Change, { name: Fields.shape.name })),
    update: changed(BusinessUnit, Change),
    remove: removed(),
  },
);
