import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReplyMetadata } from '#contract/chat/reply.contract.ts';
import { readVocabulary } from '../../server/features/chat/search/words/agency-words.service.ts';
import { contactSearch } from '../../server/features/chat/search/answer/contact-search.answerer.ts';
import { POOLS } from '../../server/features/pools/pools.table.ts';
import { STATUSES } from '../../server/features/reference/reference.tables.ts';
import { TAGS } from '../../server/features/tags/tags.table.ts';
import { listOwners } from '../../server/features/users/user-people.service.ts';
import { listChoices } from '../../server/resource/resource.service.ts';
import { type Office, openOffice } from '../contacts/office.ts';
import { TODAY } from './agency-words.ts';

let office: Office;
let hot: number;
const AT = new Date(`${TODAY}T15:00:00Z`);

beforeAll(async () => {
  office = await openOffice();
  const { rows } = await office.owner.query<{ id: number }>(
    `insert into tags (account_id, name, color) values ($1, 'hot', 'red') returning id`,
    [office.world.accountId],
  );
  hot = rows[0]?.id ?? 0;
  await office.add({
    owner: 'agent',
    first_name: 'Maria',
    last_name: 'Lopez',
    city: 'Houston',
    state: 'TX',
    phone: '+15125550142',
  });
  await office.add({
    owner: 'agent',
    first_name: 'Maria',
    last_name: 'Lopez',
    city: 'Dallas',
    state: 'TX',
    gender: 'female',
  });
  await office.add({
    owner: 'agent',
    first_name: 'Walter',
    last_name: 'Pettigrew',
    city: 'Dallas',
    state: 'TX',
    tag_ids: [hot],
    type: 'client',
    dob: '1961-12-02',
  });
  await office.add({
    owner: 'peer',
    first_name: 'Maria',
    last_name: 'Lopez',
    city: 'Tulsa',
    state: 'OK',
    tag_ids: [hot],
  });
  await office.add({
    owner: 'far',
    first_name: 'Loretta',
    last_name: 'Hanks',
    city: 'Austin',
    state: 'TX',
    tag_ids: [hot],
  });
});
afterAll(() => office.close());

const say = (username: string, message: string, state: unknown = null) =>
  contactSearch.answer(office.deps, { identity: office.identityOf(username), message, state, today: TODAY, now: AT });

/** Everything that is said in turn; the last answer. */
async function talk(username: string, ...messages: readonly string[]) {
  let answer = await say(username, messages[0] ?? '');
  // Kept as the database keeps it.
  for (const message of messages.slice(1))
    answer = await say(username, message, JSON.parse(JSON.stringify(answer.state)));
  return answer;
}

const cards = ({ contacts = [] }: ReplyMetadata) => contacts.map(({ name, city }) => [name, city]);

test('a sure search opens the list with its filters, their names and the count', async () => {
  const { content, responseType, metadata } = await say('agent', 'everybody in Texas tagged hot');

  expect([content, responseType, metadata]).toMatchObject([
    '1 contact: Mine, state TX, tagged hot.',
    'redirect',
    {
      redirect_url: '/contacts',
      action: 'open_contacts',
      count: 1,
      names: [{ field: 'tag', id: String(hot), name: 'hot' }],
      search_payload: {
        search: [
          { field: 'state', value: 'TX' },
          { field: 'tag', value: String(hot) },
        ],
      },
    },
  ]);
});

test.each(['agent', 'peer', 'manager', 'admin', 'far'])(
  'for %s it counts what their list of the same scope holds',
  async (username) => {
    for (const said of [
      'people in Texas',
      'hot leads in the agency',
      "my team's people",
      'everybody in the agency tagged hot',
    ]) {
      const { metadata } = await say(username, said);
      const { meta } = await office.list(username, metadata.search_payload);
      expect([said, metadata.count]).toEqual([said, meta.total_count]);
    }
  },
);

test('who takes a drug is counted like the list, and says by which name', async () => {
  const { content, metadata } = await say('agent', 'who takes metformin');
  const { meta } = await office.list('agent', metadata.search_payload);

  expect([content, metadata.count, meta.total_count]).toEqual([
    'Found no contacts: Mine, takes metformin. Drugs go by the name in the prescriptions: a brand and its generic are two names.',
    0,
    0,
  ]);
});

test('without permission to view prescriptions MAX refuses in words', async () => {
  const identity = office.identityOf('agent');
  const permissions = identity.permissions.filter((one) => one !== 'contacts.reveal');
  const around = { state: null, today: TODAY, now: AT };
  const answer = (message: string) =>
    contactSearch.answer(office.deps, { identity: { ...identity, permissions }, message, ...around });
  const drug = await answer('clients on Eliquis in Texas');

  expect([drug.content, drug.metadata]).toEqual([
    "You don't have permission to view prescriptions, so you can't search by them.",
    {},
  ]);
  expect((await answer('people with no prescriptions')).content).toBe(drug.content);
});

test('a name of several people is a choice, in which the city tells them apart', async () => {
  const asked = await say('agent', 'Maria Lopez');
  const chosen = await say('agent', 'the one in Dallas', asked.state);

  expect([asked.responseType, cards(asked.metadata)]).toEqual([
    'contact_selection',
    [
      ['Maria Lopez', 'Houston'],
      ['Maria Lopez', 'Dallas'],
    ],
  ]);
  expect([chosen.responseType, chosen.metadata]).toMatchObject([
    'redirect',
    { action: 'open_contact', redirect_url: `/contacts/${asked.metadata.contacts?.[1]?.number}` },
  ]);
});

test('the second one opens the second card', async () => {
  const asked = await say('agent', 'Maria Lopez');
  const { metadata } = await say('agent', 'the second one', asked.state);

  expect(metadata.contact_number).toBe(asked.metadata.contacts?.[1]?.number);
});

test('after one card is opened, another of them can be chosen still', async () => {
  const asked = await say('agent', 'Maria Lopez');
  const opened = await talk('agent', 'Maria Lopez', 'the first one', 'the second one');
  const byNumber = await talk('agent', 'Maria Lopez', 'the first one', '#2');

  const second = asked.metadata.contacts?.[1]?.number;
  expect([opened.metadata.contact_number, byNumber.metadata.contact_number]).toEqual([second, second]);
});

test("a place that no card has is asked again, and isn't a search", async () => {
  const { content, responseType } = await talk('agent', 'Maria Lopez', 'the sixth one');
  const none = await say('agent', 'the second one');

  expect([content, responseType]).toEqual(['There are 2 matches. Which one do you mean?', 'contact_selection']);
  expect([none.content.split('.')[0], none.metadata.questions]).toEqual([
    'There are no contacts to choose from yet',
    undefined,
  ]);
});

test('birthdays by age and date come with the exact filters', async () => {
  const { content } = await say('agent', 'people in Texas turning 65 this quarter');

  expect(content).toBe(
    '1 contact who turns 65 between 10/01/2026 and 12/31/2026: Mine, state TX, born after 09/30/1961, born before 01/01/1962.',
  );
});

test('a misspelled name finds similar ones, and says so', async () => {
  const { content, responseType, metadata } = await say('agent', 'Walter Petigrew');

  expect([content, responseType, cards(metadata)]).toEqual([
    "I can't find anyone named “Walter Petigrew”. Do you mean Walter Pettigrew in Dallas, TX?",
    'contact_confirmation',
    [['Walter Pettigrew', 'Dallas']],
  ]);
});

test('a yes to the only card opens it', async () => {
  const { metadata } = await talk('agent', 'walter pettigrew', 'yes');

  expect(metadata.action).toBe('open_contact');
});

test('a phone number finds its contact in any spelling', async () => {
  for (const said of ['(512) 555-0142', 'who is 5125550142', 'missed a call from 512.555.0142']) {
    expect(cards((await say('agent', said)).metadata)).toEqual([['Maria Lopez', 'Houston']]);
  }
});

test('contacts of another owner are in no card and no count', async () => {
  const theirs = await say('agent', 'Loretta Hanks');
  const agency = await say('agent', 'everybody in the agency tagged hot');

  expect([theirs.metadata.contacts, theirs.metadata.count, agency.metadata.count]).toEqual([undefined, 0, 1]);
});

test('with an unsure part nothing opens: it is asked, and the sure rest is counted', async () => {
  const { responseType, metadata } = await say('agent', 'clients in Texas near Waco');

  expect([responseType, metadata.redirect_url, metadata.count]).toEqual([null, undefined, 1]);
  expect(metadata.questions?.map(({ part, options }) => [part, options.map(({ says }) => says)])).toEqual([
    ['near Waco', ['in Waco', 'Leave out “near Waco”']],
  ]);
});

test('an option answers its question', async () => {
  const { responseType, metadata } = await talk('agent', 'clients in Texas near Waco', 'Leave out “near Waco”');

  expect([responseType, metadata.questions, metadata.count]).toEqual(['redirect', undefined, 1]);
});

test('a later message narrows the search', async () => {
  const { content } = await talk('agent', 'people in Texas', 'only women');

  expect(content).toBe('1 contact: Mine, state TX, gender female.');
});

test.each([
  [
    'delete all leads from Texas',
    "I can't delete contacts. I found 2 contacts: Mine, state TX, type lead. Select them in the list to delete them.",
    2,
  ],
  ['delete everyone in Ohio', "I can't delete contacts. I found 0 contacts: Mine, state OH.", 0],
  ['please wipe my whole book', "I can't delete contacts. Select them in the list to delete them.", undefined],
  [
    'set everyone in Texas to not interested',
    "I can't change contacts. I found 3 contacts: Mine, state TX. Select them in the list to change them.",
    3,
  ],
])('%s is refused in words, and nothing opens', async (said, content, count) => {
  const before = await office.list('agent', {});
  const answer = await say('agent', said);
  const after = await office.list('agent', {});

  expect([answer.content, answer.responseType, answer.metadata.count, answer.isAtLoss]).toEqual([
    content,
    null,
    count,
    false,
  ]);
  expect(after.meta.total_count).toBe(before.meta.total_count);
});

test('a refused command keeps the search, and the next message refines it', async () => {
  const refused = await talk('agent', 'people in Texas', 'delete them all');
  const { content } = await talk('agent', 'people in Texas', 'delete them all', 'only women');

  expect([refused.content, content]).toEqual([
    "I can't delete contacts. I found 3 contacts: Mine, state TX. Select them in the list to delete them.",
    '1 contact: Mine, state TX, gender female.',
  ]);
});

test('an empty answer says what was asked, and what to drop', async () => {
  const { content, responseType, metadata } = await say('agent', 'clients in Ohio tagged hot');

  expect([content, responseType, metadata.suggestions]).toEqual([
    'Found no contacts: Mine, state OH, tagged hot, type client.',
    null,
    ['Drop the state', 'Drop the tag', 'Start over'],
  ]);
});

test('unrelated words keep the search, and say so', async () => {
  const { isAtLoss, state } = await talk('agent', 'people in Texas', 'thanks');

  expect([isAtLoss, state]).toMatchObject([true, { scope: { search: [{ field: 'state', value: 'TX' }] } }]);
});

test('a model searches by names, with the rights of the caller', async () => {
  const tool = contactSearch.tools.find(({ name }) => name === 'find_contacts');
  const turn = { identity: office.identityOf('agent'), message: 'hot', state: null, today: TODAY, now: AT };
  const found = await tool?.run(office.deps, turn, { tags: ['Hot'], whose: 'all' });
  const unknown = await tool?.run(office.deps, turn, { tags: ['cold'] });

  expect([found?.answer?.metadata.count, unknown?.told]).toMatchObject([1, { not_found: ['tag “cold”'] }]);
});

test.each(['agent', 'manager', 'chief', 'admin'])(
  '%s knows the choices that the lists offer, and no others',
  async (username) => {
    const identity = office.identityOf(username);
    const { words: known } = await readVocabulary(office.deps, identity);
    const ids = (choices: readonly { id: number | string }[]) => choices.map(({ id }) => String(id)).toSorted();
    const owners = await listOwners(office.deps, identity);

    expect({
      pools: ids(known.pools),
      tags: ids(known.tags),
      statuses: ids(known.statuses),
      owners: ids(known.owners),
    }).toEqual({
      pools: ids(await listChoices(office.deps, identity, POOLS)),
      tags: ids(await listChoices(office.deps, identity, TAGS)),
      statuses: ids(await listChoices(office.deps, identity, STATUSES)),
      owners: ids(owners.filter(({ id }) => id !== identity.userId)),
    });
  },
);

test('a file is found by its name by those who may see its import, and counts like the list', async () => {
  const ids = new Map<string, number>();
  for (const [username, name] of [
    ['agent', 'facebook_oct.csv'],
    ['peer', 'church_dinner.csv'],
  ] as const) {
    const identity = office.identityOf(username);
    const { rows } = await office.owner.query<{ id: number }>(
      `insert into imports (account_id, user_id, actor_id, owner_id, file_name, file_bytes, file_key, status, created)
       values ($1, $2, $2, $2, $3, 1, $3, 'done', 1) returning id`,
      [identity.accountId, identity.userId, name],
    );
    ids.set(name, rows[0]?.id ?? 0);
  }
  await office.owner.query(`update contacts set import_id = $1 where first_name = 'Walter'`, [
    ids.get('facebook_oct.csv'),
  ]);

  const { content, metadata } = await say('agent', 'everybody from the facebook file');
  const { meta } = await office.list('agent', metadata.search_payload);
  const foreign = await say('agent', 'everybody from the church dinner file');
  const all = await say('admin', 'everybody in the agency from the church dinner file');

  expect([content, metadata.count, meta.total_count]).toEqual(['1 contact: Mine, from import facebook_oct.csv.', 1, 1]);
  expect(foreign.metadata.questions?.map(({ part }) => part)).toEqual(['church dinner file']);
  expect(all.metadata.search_payload?.search).toEqual([
    { field: 'import_id', value: String(ids.get('church_dinner.csv')) },
  ]);
});

test('a carrier is known as the agency spells it, and people are found by it', async () => {
  const { accountId } = office.world;
  const { rows } = await office.owner.query<{ id: number }>('select id from contacts where owner_id = $1 limit 1', [
    office.identityOf('agent').userId,
  ]);
  await office.owner.query(`insert into policies (account_id, contact_id, carrier) values ($1, $2, 'Zenith Mutual')`, [
    accountId,
    rows[0]?.id,
  ]);
  const { metadata, state } = await talk('agent', 'people with a zenith mutual policy');

  expect([metadata.count, state]).toMatchObject([
    1,
    { scope: { search: [{ field: 'policy_carrier', value: 'Zenith Mutual', op: 'contains' }] } },
  ]);
});

test('a county is found by ZIP code, and the answer says so', async () => {
  await office.add({ owner: 'agent', first_name: 'Zip', last_name: 'Code', zip_code: '78704-1234' });
  const { metadata, content } = await talk('agent', 'people in Travis County');

  expect([metadata.count, content]).toEqual([
    1,
    '1 contact: Mine, living in Travis County, TX. Counties go by ZIP code: each counts for the county in which most of it lies.',
  ]);
});
