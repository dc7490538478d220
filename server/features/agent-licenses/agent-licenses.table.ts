import { sql } from 'kysely';
import { LICENSE_LINE_WORDS } from '#rules/licenses/licensed-in.ts';
import { stateName } from '#rules/places/us-states.ts';
import { refuseField } from '../../errors.ts';
import { type Column, line, names, plain, state } from '../../resource/columns.ts';
import { beforeSave } from '../../resource/rules.ts';
import { type Sql, table } from '../../resource/table.ts';
import { ofPeople } from '../../resource/visibility.ts';

const requiredState: Column = (written, place) => {
  const code = state(written, place);
  if (code === '') throw refuseField(place.field, 'Choose a state.');
  return code;
};

const NAME = sql`btrim(u.first_name || ' ' || u.last_name)`;
const person = (column: Sql) => sql`(select ${column} from users u where u.id = r.user_id)`;
const NPN = sql`coalesce((select s.npn from signups s where s.user_id = r.user_id), '')`;

/** Licenses of agents: their own, and of those they manage. */
export const AGENT_LICENSES = table({
  name: 'agent_licenses',
  title: 'state',
  columns: { state: requiredState, line: plain, number: line, expires_on: plain, carriers: names },
  select: () => sql`r.id, r.state, r.line, r.number, r.expires_on, r.carriers,
    json_build_object('id', r.user_id, 'name', ${person(NAME)}, 'npn', ${NPN}) as "user"`,
  order: () => sql`lower(${person(NAME)}), r.user_id, r.state, r.line, r.id`,
  orders: { agent: sql`lower(${person(NAME)})`, expires_on: sql`coalesce(r.expires_on, 'infinity')` },
  search: [person(NAME), 'number', 'state'],
  file: {
    Agent: person(NAME),
    NPN,
    State: 'state',
    Line: 'line',
    Number: 'number',
    Expires: 'expires_on',
    Carriers: 'carriers',
  },
  visibility: ofPeople('users.manage'),
  rules: [
    beforeSave(async ({ tx }, { id, values }) => {
      const { user_id: userId, state: code, line: of } = values;
      const same = await tx.all(
        sql`select from agent_licenses where user_id = ${userId} and state = ${code} and line = ${of} and id <> ${id}`,
      );
      if (same.length === 0) return;
      const what = LICENSE_LINE_WORDS[of as keyof typeof LICENSE_LINE_WORDS].toLowerCase();
      throw refuseField('line', `The ${what} license for ${stateName(String(code))} is there already.`);
    }),
  ],
});
