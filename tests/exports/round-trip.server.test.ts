import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportContacts, type ExportColumn, type ExportFormat } from '#contract/exports.contract.ts';
import { markFormula } from '#rules/imports/formula-mark.ts';
import { type FilesDesk, openFilesDesk } from '../imports/real-files-desk.ts';
import { FIELDS, type Person, person } from '../imports/random-people.ts';

/** People of one file. Source: promise P11. */
const PEOPLE = 10_000;

let it: FilesDesk;
let people: readonly Person[];
beforeAll(async () => {
  it = await openFilesDesk();
  // No duplicates: each has its own phone.
  people = fc
    .sample(person, { numRuns: PEOPLE, seed: 65 })
    .map((one, at) => ({ ...one, phone: `+1512${String(2_000_000 + at)}`, email: null, phone_2: null }));
});
afterAll(() => it.close());

const NULLABLE: readonly string[] = ['phone', 'phone_2', 'email', 'email_2', 'dob', 'follow_up_on'];
const COLUMNS = [...FIELDS.filter((field) => field !== 'notes'), 'phone_ext'];

/** Puts the people in past every check, in their order. */
async function place(): Promise<void> {
  await it.sql('truncate contacts, notes, imports, import_rows, import_check_rows, events cascade');
  const { accountId, people: known } = it.world;
  const agent = known.agent;
  const rows = people.map((one, at) => ({
    ...Object.fromEntries(FIELDS.map((field) => [field, one[field] ?? (NULLABLE.includes(field) ? null : '')])),
    phone_ext: at % 3 === 0 ? String(at) : null,
    number: at + 1,
  }));
  await it.sql(
    `with placed as (
       insert into contacts (account_id, business_unit_id, owner_id, number, ${COLUMNS.join(', ')})
       select $1, $2, $3, r.number, ${COLUMNS.map((field) => `r.${field}`).join(', ')}
       from jsonb_populate_recordset(null::contacts, $4::jsonb) r returning id, number
     )
     insert into notes (account_id, contact_id, author_id, body)
     select $1, p.id, $3, n.notes from placed p
     join jsonb_to_recordset($4::jsonb) n(number bigint, notes text) on n.number = p.number where n.notes <> ''`,
    [accountId, agent.businessUnitId, agent.id, JSON.stringify(rows)],
  );
}

const kept = () =>
  it.sql(
    `select ${COLUMNS.map((field) => `c.${field}`).join(', ')}, n.body as notes
     from contacts c left join notes n on n.contact_id = c.id order by c.phone`,
  );

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
      selection: { contacts_scope: { order_field: 'created_at' } },
      columns: FIELDS satisfies readonly ExportColumn[],
      why: 'A new system',
      confirmed: PEOPLE,
    }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) throw new Error(bytes.toString());
  return bytes;
}

test.each(['csv', 'xlsx'] as const)(
  'export then import of 10,000 people is the identity by %s',
  async (format) => {
    await place();
    const before = await kept();
    const bytes = await file(format);
    await it.sql('truncate contacts, notes cascade');

    const { mapping, counts } = await it.bring(`contacts.${format}`, bytes);

    expect(Object.values(mapping).toSorted()).toEqual([...FIELDS].toSorted());
    expect(counts).toMatchObject({ created: PEOPLE, problems: 0 });
    expect(await kept()).toEqual(before);
  },
  90_000,
);

test('the database marks what the rules mark', async () => {
  const cells = fc.sample(fc.string({ unit: 'grapheme', maxLength: 3 }), { numRuns: 3_000, seed: 5 });
  const starts = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', "'", 'A', '\uFF00', '0', '😀'];
  const all = [...cells.filter((cell) => !cell.includes('\0')), ...starts.map((start) => `${start}1`)];

  const rows = await it.sql<{ marked: string | null }>(
    'select export_text(cell) as marked from unnest($1::text[]) with ordinality as one(cell, place) order by place',
    [all],
  );

  expect(rows.map(({ marked }) => marked ?? '')).toEqual(all.map(markFormula));
});
