import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fetchAssociatedContact, fetchAssociatedContacts } from '#contract/phone.contract.ts';
import { type CallDesk, openCallDesk } from './call-desk.ts';

const NUMBER = '+15125550142';

let it: CallDesk;
beforeAll(async () => {
  it = await openCallDesk();
});
afterAll(() => it.close());
beforeEach(() => it.clear());

const found = async (client = it.agent, written = '512-555-0142') =>
  (await client.call(fetchAssociatedContacts, { body: { phone_number: written } })).body.contacts;
const namesOf = async (client = it.agent, written = '512-555-0142') =>
  (await found(client, written)).map(({ name }) => name);

const talkedWith = (contactId: number, minute: number) =>
  it.sql(
    `insert into calls (account_id, conversation, line, direction, from_number, to_number, user_id, contact_id, status,
                        created_at, answered_at)
     values ($1, gen_random_uuid(), 'embedded', 'outbound', '', '', $2, $3, 'ended', $4, $4)`,
    [it.world.accountId, it.idOf('agent'), contactId, new Date(Date.UTC(2026, 5, 1, 12, minute))],
  );

describe('a number', () => {
  test.for(['+15125550142', '512-555-0142', '1-512-555-0142', '(512) 555 0142', '15125550142'])(
    'finds its contact as %s',
    async (written) => {
      await it.contact({ first_name: 'Rosa', phone: NUMBER });
      expect(await namesOf(it.agent, written)).toEqual(['Rosa']);
    },
  );

  test('finds a contact by its second number as well, with what kind of number it is', async () => {
    const id = await it.contact({
      first_name: 'Rosa',
      phone_2: NUMBER,
      phone_2_type: '9',
      city: 'Austin',
      state: 'TX',
    });
    expect(await found()).toEqual([
      {
        id,
        number: 1,
        name: 'Rosa',
        city: 'Austin',
        state: 'TX',
        phone_type: '9',
        last_talked_at: null,
        may_be_called: { allowed: true, reason: 'Within calling hours at their location.' },
      },
    ]);
  });

  test('that is none finds nobody', async () => {
    expect(await namesOf(it.agent, 'anonymous')).toEqual([]);
  });

  test('says whether each may be called, and why not', async () => {
    const id = await it.contact({ first_name: 'Rosa', phone: NUMBER });
    await it.sql(
      `insert into contact_consents (account_id, contact_id, channel, kind, purpose, evidence, source, given_at)
       values ($1, $2, 'call', 'do_not_call', 'any', 'Said so.', 'asked', now() - interval '1 day')`,
      [it.world.accountId, id],
    );
    expect((await found())[0]?.may_be_called).toEqual({
      allowed: false,
      reason: 'The number is on a Do Not Call list.',
    });
  });

  test('that several share gives the last talked to first, and no single contact', async () => {
    const [never, long, late] = [
      await it.contact({ first_name: 'Never', phone: NUMBER }),
      await it.contact({ first_name: 'Long ago', phone: NUMBER }),
      await it.contact({ first_name: 'Lately', phone_2: NUMBER }),
    ];
    await talkedWith(long, 1);
    await talkedWith(late, 2);
    const single = await it.agent.call(fetchAssociatedContact, { body: { phone_number: NUMBER } });
    expect([(await found()).map(({ id }) => id), single.body]).toEqual([[late, long, never], { contact: null }]);
  });

  test('of one contact gives it', async () => {
    const id = await it.contact({ first_name: 'Rosa', phone: NUMBER });
    const { body } = await it.agent.call(fetchAssociatedContact, { body: { phone_number: NUMBER } });
    expect(body.contact?.id).toBe(id);
  });

  test('gives at most 20', async () => {
    for (let place = 0; place < 21; place += 1) await it.contact({ first_name: `C${place}`, phone: NUMBER });
    expect(await found()).toHaveLength(20);
  });
});

describe('whom somebody finds', () => {
  test('is own and below, and everybody for an admin', async () => {
    await it.contact({ first_name: 'Of Amy', phone: NUMBER });
    await it.contact({ first_name: 'Of Pia', phone: NUMBER }, 'peer');
    await it.contact({ first_name: 'Of Ada', phone: NUMBER }, 'admin');
    const all = await Promise.all(
      [it.agent, it.manager, it.admin].map(async (client) => (await namesOf(client)).toSorted()),
    );
    expect(all).toEqual([['Of Amy'], ['Of Amy', 'Of Pia'], ['Of Ada', 'Of Amy', 'Of Pia']]);
  });

  test('is nobody of another agency', async () => {
    await it.contact({ first_name: 'Theirs', phone: NUMBER }, 'outsider');
    expect(await namesOf(it.admin)).toEqual([]);
  });

  test('is nobody deleted, and of a merged one whom it became a part of', async () => {
    const survivor = await it.contact({ first_name: 'Survivor', phone: '+15125550143' });
    const between = await it.contact({ first_name: 'Between' });
    const part = await it.contact({ first_name: 'Part', phone: NUMBER });
    const gone = await it.contact({ first_name: 'Gone', phone: NUMBER });
    await it.sql('update contacts set deleted_at = now() where id = any($1)', [[part, between, gone]]);
    await it.sql('update contacts set merged_into_id = $2 where id = $1', [part, between]);
    await it.sql('update contacts set merged_into_id = $2 where id = $1', [between, survivor]);
    expect(await namesOf()).toEqual(['Survivor']);
  });
});
