import { sql } from 'kysely';
import { reachOf } from '#rules/access/permissions.ts';
import { cleanLine } from '#rules/contacts/contact-name.ts';
import { readState } from '#rules/places/us-states.ts';
import { unanswered } from '#rules/signups/complete.ts';
import { type MedicareFacts, medicareYearOf } from '#rules/signups/medicare.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { unitStream, unitsStream, userStream } from '../../events.ts';
import { type Column, email, line, names, phone, plain, state } from '../../resource/columns.ts';
import { afterSave, beforeSave } from '../../resource/rules.ts';
import { type Table, table } from '../../resource/table.ts';
import { ofOwner } from '../../resource/visibility.ts';

const states: Column = (written, { field }) => {
  const codes = (written as string[]).map((text) => {
    const code = readState(cleanLine(text));
    if (code === null)
      throw refuseField(field, `“${text}” isn't a US state or territory. Enter states like TX or Texas.`);
    return code;
  });
  return [...new Set(codes)].toSorted();
};

const lines: Column = (written) => [...new Set(written as string[])].toSorted();

const ANSWERS: Readonly<Record<string, Column>> = {
  first_name: line,
  last_name: line,
  email,
  phone,
  address: line,
  city: line,
  state,
  zip_code: plain,
  npn: plain,
  resident_state: state,
  licensed_states: states,
  lines,
  eo_carrier: line,
  eo_policy_number: line,
  eo_expires_on: plain,
  carriers: names,
  ahip_year: plain,
  heard_from: line,
  upline: line,
};

/** Signups of the account, or of the business unit, for those who manage its users. */
export const SIGNUPS: Table = table({
  name: 'signups',
  title: 'status',
  columns: { ...ANSWERS, status: plain, submitted_at: plain },
  select: () => sql`r.id, r.status, r.submitted_at, r.updated_at, r.medicare_since,
    ${sql.join(Object.keys(ANSWERS).map((name) => sql.ref(`r.${name}`)))},
    (select json_build_object('id', u.id, 'name', btrim(u.first_name || ' ' || u.last_name))
    from users u where u.id = r.user_id) as "user"`,
  order: () => sql`r.updated_at desc, r.id desc`,
  orders: { name: sql`lower(r.last_name || ' ' || r.first_name)` },
  search: ['first_name', 'last_name', 'email', 'npn'],
  visibility: {
    ...ofOwner(),
    seen: ({ roles, businessUnitId }) =>
      reachOf(roles) === 'account'
        ? sql`true`
        : sql`r.user_id in (select id from users where business_unit_id = ${businessUnitId})`,
    filters: {
      medicare: (_tx, _identity, asked) => {
        const { planYear, registered } = asked as MedicareFilter;
        return Promise.resolve(sql`(coalesce(r.medicare_year, 0) >= ${planYear}) = ${registered}`);
      },
    },
  },
  rules: [],
});

export interface MedicareFilter {
  readonly planYear: number;
  readonly registered: boolean;
}

/** The signup of the current user. */
export const OWN_SIGNUP: Table = {
  ...SIGNUPS,
  visibility: {
    ...ofOwner(),
    streams: ({ identity: { accountId, businessUnitId, userId } }) => [
      userStream(userId),
      unitStream(businessUnitId),
      unitsStream(accountId),
    ],
  },
  rules: [
    beforeSave((_write, { values }) => {
      const missing = values['status'] === 'submitted' ? unanswered(values as never) : {};
      const fields = Object.fromEntries(Object.entries(missing).map(([name, text]) => [name, [text]]));
      const [first] = Object.values(missing);
      if (first !== undefined) throw new Refusal('refused', first, { fields });
      return Promise.resolve();
    }),
    afterSave(async ({ tx, deps }, { id, after, before, changes }) => {
      if (Object.keys(changes).length === 0) return null;
      const year = medicareYearOf(after as unknown as MedicareFacts);
      const since = year === null ? null : year === before?.['medicare_year'] ? before['medicare_since'] : deps.now();
      await tx.all(
        sql`update signups set updated_at = ${deps.now()}, medicare_year = ${year}, medicare_since = ${since} where id = ${id}`,
      );
      return null;
    }),
  ],
};
