import * as z from 'zod/mini';
import { Id, PathId } from './_wire.contract.ts';
import { created, listed, paged, put, removed, resource, shown, withFile } from './resource.ts';
import { TIME_ZONES } from './session.contract.ts';

// ---- schemas ---------------------------------------------------------------

/** Source: platform, "Option lists". */
export const OFFICE_TYPES = ['main', 'branch'] as const;

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters.`));

/** Fields that a person fills in. Empty text: unknown. */
const OfficeFields = z.object({
  name: text(120).check(z.minLength(1, 'Enter a name.')),
  office_type: z.enum(OFFICE_TYPES),
  address: text(200),
  city: text(80),
  state: text(40),
  zip_code: text(10).check(z.regex(/^$|^\d{5}(-\d{4})?$/, 'Enter a ZIP code like 78701 or 78701-1234.')),
  /** Stored as E.164. */
  phone: text(40),
  email: text(160),
  /** `null`: unknown. */
  timezone: z.nullable(z.enum(TIME_ZONES)),
});

export const OfficeLocation = z.extend(OfficeFields, {
  id: Id,
  /** `null`: an office of the whole account. */
  business_unit_id: z.nullable(Id),
});
export type OfficeLocation = z.output<typeof OfficeLocation>;

const OfficeChange = z.strictObject(z.partial(OfficeFields).shape);
const NewOffice = z.extend(OfficeChange, {
  name: OfficeFields.shape.name,
  office_type: OfficeFields.shape.office_type,
  /** Set once. */
  business_unit_id: z.optional(z.nullable(Id)),
});

// ---- endpoints -------------------------------------------------------------

export const officeLocations = resource(
  {
    path: '/v1/admin/office_locations',
    one: 'OfficeLocation',
    many: 'OfficeLocations',
    label: { one: 'office location', many: 'office locations' },
    subject: 'office_location',
    access: { read: 'reference.manage', write: 'reference.manage' },
  },
  {
    ...withFile(
      paged(OfficeLocation, {
        order: ['name', 'office_type', 'city', 'state'],
        filter: { office_type: z.optional(z.enum(OFFICE_TYPES)), business_unit_id: z.optional(PathId) },
      }),
    ),
    read: shown(OfficeLocation),
    create: created(OfficeLocation, NewOffice),
    update: put(OfficeLocation, OfficeChange),
    remove: removed(),
    choices: listed(OfficeLocation, {
      name: 'listMyOfficeLocations',
      path: '/v1/users/office_locations',
      summary: 'List the offices of the current user: those of the account and of their business unit',
      access: 'signedIn',
    }),
  },
);
