import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXPORT_COLUMNS, type ExportFormat, exportContacts } from '#contract/exports.contract.ts';
import { type FilesDesk, openFilesDesk } from '../imports/real-files-desk.ts';

let it: FilesDesk;
beforeAll(async () => {
  it = await openFilesDesk();
  const { agent, peer } = it.world.people;
  await it.sql('update users set manager_id = $1 where id = $2', [agent.id, peer.id]);
});
afterAll(() => it.close());

/** What an export has of its contacts and an import brings, in the order of their names. */
const kept = () =>
  it.sql(
    `select c.first_name, c.last_name, c.phone, c.phone_type, c.phone_2, c.phone_2_type, c.email, c.email_2, c.company, c.address,
       c.city, c.state, c.zip_code, c.dob::text, c.gender, c.language, c.type, c.category, c.source, c.follow_up_on::text,
       c.follow_up_note, o.username as owner, g.name as "group", s.name as status, d.captures,
       (select array_agg(t.name order by t.name) from tags t where t.id = any(c.tag_ids)) as tags,
       (select array_agg(n.body order by n.id) from notes n where n.contact_id = c.id) as notes
     from contacts c join users o on o.id = c.owner_id left join groups g on g.id = c.group_id
       left join statuses s on s.id = c.status_id left join data_captures d on d.contact_id = c.id
     where c.deleted_at is null order by c.first_name`,
  );

const CAPTURES = [
  { label: 'Favorite color', value: 'Blue: dark' },
  { label: 'Directions', value: 'Second door\nRing: twice\n\nAsk for Bo' },
];

async function place(): Promise<void> {
  await it.sql('truncate contacts, notes, data_captures, imports, import_rows, tags, groups, statuses, events cascade');
  const { accountId, people } = it.world;
  const one = async (text: string, ...values: unknown[]) =>
    (await it.sql<{ id: number }>(`${text} returning id`, [accountId, ...values]))[0]?.id;
  const vip = await one(`insert into tags (account_id, name, color) values ($1, 'VIP', 'red')`);
  const t65 = await one(`insert into tags (account_id, name, color) values ($1, 'T65 2026', 'red')`);
  const group = await one(`insert into groups (account_id, name) values ($1, 'Harbor church')`);
  const status = await one(`insert into statuses (account_id, name) values ($1, 'Quoted')`);
  const ana = await one(
    `insert into contacts (account_id, business_unit_id, owner_id, number, first_name, last_name, phone, phone_type, phone_2,
       phone_2_type, email, email_2, company, address, city, state, zip_code, dob, gender, language, type, category, source,
       follow_up_on, follow_up_note, group_id, status_id, tag_ids)
     values ($1, $2, $3, 1, 'Ana', 'Ruiz', '+15125550142', '2', '+15125550143', '9', 'ana@example.com', 'a.ruiz@example.com',
       'Ruiz LLC', '12 Main St, Apt 4', 'Waco', 'TX', '76701', '1950-03-09', 'female', 'spanish', 'client', 'Medicare', 'Referral',
       '2027-01-05', '=Call back after lunch', $4, $5, $6::bigint[])`,
    people.agent.businessUnitId,
    people.agent.id,
    group,
    status,
    [vip, t65],
  );
  await one(
    `insert into contacts (account_id, business_unit_id, owner_id, number, first_name, last_name, phone)
     values ($1, $2, $3, 2, 'Bo', 'Lee', '+15125550144')`,
    people.peer.businessUnitId,
    people.peer.id,
  );
  await it.sql('insert into data_captures (contact_id, account_id, captures) values ($1, $2, $3::jsonb)', [
    ana,
    accountId,
    JSON.stringify(CAPTURES),
  ]);
  await it.sql('insert into notes (account_id, contact_id, author_id, body) values ($1, $2, $3, $4)', [
    accountId,
    ana,
    people.agent.id,
    'Likes fishing',
  ]);
}

async function file(format: ExportFormat): Promise<Buffer> {
  const response = await fetch(`${it.url}${exportContacts.path.replace(':format', format)}`, {
    method: 'PATCH',
    headers: {
      origin: it.url,
      cookie: it.agent.cookie,
      'x-identity': `${it.agent.person?.id}:0`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      selection: { contacts_scope: { all_downline: true, order_field: 'created_at' } },
      columns: EXPORT_COLUMNS,
      why: 'A new system',
      confirmed: 2,
    }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) throw new Error(bytes.toString());
  return bytes;
}

test.each(['csv', 'xlsx'] as const)('an export of contacts is imported as they were, by %s', async (format) => {
  await place();
  const before = await kept();
  const bytes = await file(format);
  await it.sql('truncate contacts, notes, data_captures, tags cascade');

  const { counts } = await it.bring(`contacts.${format}`, bytes);

  expect(counts).toMatchObject({ created: 2, problems: 0 });
  expect(before).toMatchObject([{ captures: CAPTURES, tags: ['T65 2026', 'VIP'] }, { owner: 'peer' }]);
  expect(await kept()).toEqual(before);
});
