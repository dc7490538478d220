import { sql } from 'kysely';
import { colorFault, type PageColors } from '#rules/corporations/colors.ts';
import { hoursFault } from '#rules/corporations/office-hours.ts';
import { usersOf } from '#rules/corporations/users.ts';
import { TRACKING_REMEDY, trackingProvider } from '#rules/corporations/tracking.ts';
import { SOCIAL_LINKS, type Corporation } from '#contract/corporations.contract.ts';
import { reachOf } from '#rules/access/permissions.ts';
import { cleanLine, cleanText } from '#rules/contacts/contact-name.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { type Column, email, line, named, phone, plain, state } from '../../resource/columns.ts';
import { beforeRemove, beforeSave, uniqueName } from '../../resource/rules.ts';
import { type Next, type Table, table, type Write } from '../../resource/table.ts';
import { ofUnit, UNIT_NAME } from '../../resource/visibility.ts';
import * as sqlOf from './corporations.sql.ts';

const words: Column = (written) => cleanText(String(written));
const color: Column = (written) => String(written).toLowerCase();
const lines: Column = (written) => [...new Set((written as string[]).map(cleanLine).filter(Boolean))];
/** Entries with clean texts. */
const entries: Column = (written) =>
  (written as Readonly<Record<string, string>>[]).map((entry) =>
    Object.fromEntries(Object.entries(entry).map(([name, text]) => [name, cleanText(text)])),
  );

/** @throws {Refusal} `refused` by field. */
function requireSound({ changes, values }: Next): void {
  const { tracking_code: code = '', office_hours: hours = [] } = changes as Partial<Corporation>;
  if (code !== '' && trackingProvider(code) === null) throw refuseField('tracking_code', TRACKING_REMEDY);
  const odd = hoursFault(hours);
  if (odd !== null) throw refuseField('office_hours', odd);
  if (!['color_1', 'color_2', 'color_3'].some((name) => name in changes)) return;
  const fault = colorFault(values as Partial<PageColors>);
  if (fault !== null) throw refuseField(fault.field, fault.message);
}

async function requireFree({ tx, identity }: Write, { id, changes }: Next): Promise<void> {
  const { domain_name: domain = '', user_id: userId = null } = changes as Partial<Corporation>;
  if (domain !== '' && (await sqlOf.isDomainTaken(tx, domain, id)))
    throw refuseField('domain_name', 'Another corporation has this domain.');
  const unit = reachOf(identity.roles) === 'account' ? null : identity.businessUnitId;
  if (userId !== null && !(await sqlOf.isPerson(tx, userId, unit))) throw refuseField('user_id', 'User not found.');
}

export const CORPORATIONS: Table = table({
  name: 'corporations',
  title: 'name',
  columns: {
    type: line,
    name: named,
    description: words,
    domain_name: plain,
    color_1: color,
    color_2: color,
    color_3: color,
    faqs: entries,
    latest_news: entries,
    languages_spoken: lines,
    office_hours: plain,
    office_address: line,
    city: line,
    state,
    zip_code: plain,
    phone,
    email,
    ...Object.fromEntries(SOCIAL_LINKS.map((name) => [name, plain])),
    tracking_code: plain,
    webpage_active: plain,
    user_id: plain,
    retired: plain,
    file_key: plain,
    file_name: plain,
    file_type: plain,
    file_bytes: plain,
  },
  json: ['faqs', 'latest_news', 'office_hours'],
  select:
    () => sql`r.id, r.type, r.name, r.description, r.domain_name, r.color_1, r.color_2, r.color_3, r.faqs, r.latest_news,
    r.languages_spoken, r.office_hours, r.office_address, r.city, r.state, r.zip_code, r.phone, r.email, r.facebook, r.instagram,
    r.linkedin, r.twitter, r.google, r.youtube, r.yelp, r.tracking_code, r.webpage_active, r.user_id, r.retired,
    r.business_unit_id, r.file_name, r.file_bytes, ${sqlOf.FILES_OF} as files, ${sqlOf.USAGE_OF} as usage`,
  order: () => sql`r.retired, lower(r.name), r.id`,
  search: ['name', 'type', 'description', 'domain_name', 'city'],
  // What names a corporation waits for no change of it.
  lock: 'no key update',
  file: {
    Name: 'name',
    Type: 'type',
    Description: 'description',
    Website: 'domain_name',
    Address: 'office_address',
    City: 'city',
    State: 'state',
    'ZIP code': 'zip_code',
    Phone: 'phone',
    'E-mail': 'email',
    Languages: 'languages_spoken',
    Retired: 'retired',
    For: UNIT_NAME,
  },
  visibility: ofUnit(),
  rules: [
    uniqueName('name'),
    beforeSave(async (write, next) => {
      requireSound(next);
      await requireFree(write, next);
    }),
    beforeRemove(async ({ tx }, { id, file_key: logo }) => {
      const { products, triggers, trainings, files } = await sqlOf.countUsers(tx, id);
      if (products + triggers + trainings > 0) {
        const users = usersOf({ products, triggers, trainings }).join(' and ');
        throw new Refusal(
          'conflict',
          `${users} ${products + triggers + trainings === 1 ? 'uses' : 'use'} this corporation. Retire it instead.`,
        );
      }
      if (files > 0 || logo !== null)
        throw new Refusal(
          'conflict',
          "This corporation has a logo or files. Remove them first; they can't be restored.",
        );
    }),
  ],
});
