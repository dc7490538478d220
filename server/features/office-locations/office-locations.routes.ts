import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { officeLocations } from '#contract/office-locations.contract.ts';
import type { Deps } from '../../deps.ts';
import { bindResource } from '../../resource/bind-resource.ts';
import { email, line, named, phone, plain, state } from '../../resource/columns.ts';
import { uniqueName } from '../../resource/rules.ts';
import { table } from '../../resource/table.ts';
import { ofUnit, UNIT_NAME } from '../../resource/visibility.ts';

const OFFICES = table({
  name: 'office_locations',
  title: 'name',
  columns: {
    name: named,
    office_type: plain,
    address: line,
    city: line,
    state,
    zip_code: plain,
    phone,
    email,
    timezone: plain,
  },
  select: () => sql`r.id, r.name, r.office_type, r.address, r.city, r.state, r.zip_code, r.phone, r.email, r.timezone,
    r.business_unit_id`,
  order: () => sql`r.office_type desc, lower(r.name), r.id`,
  search: ['name', 'address', 'city', 'state', 'zip_code', 'phone', 'email'],
  file: {
    Name: 'name',
    Type: 'office_type',
    Address: 'address',
    City: 'city',
    State: 'state',
    'ZIP code': 'zip_code',
    Phone: 'phone',
    'E-mail': 'email',
    'Time zone': 'timezone',
    For: UNIT_NAME,
  },
  visibility: ofUnit(),
  rules: [uniqueName('name')],
});

export const officeLocationsRoutes = (app: FastifyInstance, deps: Deps): void =>
  bindResource(app, deps, officeLocations, OFFICES);
