import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ReplyMetadata } from '#contract/chat/reply.contract.ts';
import type { ChatAnswer } from '../../server/features/chat/answer.ts';
import { emailCreation } from '../../server/features/chat/email/email-creation.answerer.ts';
import { draftEmailTool } from '../../server/features/chat/email/draft-email.tool.ts';
import { type NewContact, type Office, openOffice } from '../contacts/office.ts';

const TODAY = '2026-11-21';
const NOW = new Date(`${TODAY}T17:00:00Z`);

let office: Office;
const ids: Record<string, number> = {};

const add = async (name: string, more: Partial<NewContact> = {}) => {
  const [first_name = '', last_name = ''] = name.split(' ');
  ids[name] = await office.add({
    owner: 'agent',
    first_name,
    last_name,
    email: `${first_name.toLowerCase()}.${last_name.toLowerCase()}@mail.example`,
    ...more,
  });
};

beforeAll(async () => {
  office = await openOffice();
  await office.owner.query(
    `update users set first_name = 'Marcus', last_name = 'Reed', phone = '+15125550111', email = 'marcus@agency.example'
     where username = 'agent'`,
  );
  await add('Maria Lopez', { type: 'client', dob: '1961-12-09' });
  await add('Rosa Delgado', { type: 'lead', language: 'spanish' });
  await add('James Okafor', { city: 'Austin', state: 'TX' });
  await add('Rosalind Okafor', { city: 'Waco', state: 'TX' });
  await add('Tom Becker', { type: 'lead' });
  await add('Ann Silent', { type: 'lead' });
  await add('Una Mailless', { email: '' });
  await office.owner.query(
    `insert into contact_consents (account_id, contact_id, kind, channel, purpose, given_at, source, evidence)
     select account_id, id, 'withdrawn', 'mail', 'marketing', $2, 'asked', 'Said so.'
     from contacts where id = $1`,
    [ids['Ann Silent'], NOW],
  );
});
afterAll(() => office.close());

const turn = (message: string, state: unknown = null, username = 'agent') => ({
  identity: office.identityOf(username),
  message,
  state,
  today: TODAY,
  now: NOW,
});

/** Says one thing after the other; answers the last answer. */
async function talk(...messages: string[]): Promise<ChatAnswer> {
  let state: unknown = null;
  let last: ChatAnswer | null = null;
  for (const message of messages) {
    last = await emailCreation.answer(office.deps, turn(message, state));
    expect(ReplyMetadata.safeParse(last.metadata).error).toBeUndefined();
    // As read from its row.
    state = JSON.parse(JSON.stringify(last.state));
  }
  if (last === null) throw new Error('nothing was said');
  return last;
}

const email = ({ metadata }: ChatAnswer) => metadata.template_data;
const questions = ({ metadata }: ChatAnswer) =>
  metadata.questions?.map(({ text, options }) => [text, options.map(({ says }) => says)]);

describe('a draft', () => {
  test('comes of an occasion and a name, and opens on the e-mail page', async () => {
    const answer = await talk('birthday mail to Maria Lopez');

    expect(answer).toMatchObject({
      content: 'Birthday e-mail to Maria Lopez. Review it before you send it.',
      responseType: 'email_template',
      isAtLoss: false,
      metadata: { redirect_url: '/admin/email-management/new', action: 'open_email' },
    });
    expect(email(answer)).toMatchObject({
      subject: 'Happy birthday, Maria!',
      purpose: 'service',
      contact: { id: ids['Maria Lopez'], name: 'Maria Lopez' },
    });
    expect(email(answer)?.body).toContain('Marcus Reed\n');
    expect(answer.metadata.assumptions).toBeUndefined();
  });

  test('says what was taken as given', async () => {
    const { metadata } = await talk('appointment tomorrow at 3');

    expect([metadata.template_data?.contact, metadata.assumptions]).toEqual([
      null,
      ['No recipient yet. The first name is blank.', 'The e-mail says on Sunday, November 22, at 3:00. Add AM or PM.'],
    ]);
  });

  test('to a client is about their policies, and to anyone else it is marketing', async () => {
    const purposes = await Promise.all(
      ['follow up with Maria Lopez', 'follow up with Tom Becker'].map(async (said) => email(await talk(said))?.purpose),
    );

    expect(purposes).toEqual(['service', 'marketing']);
  });

  test('is in the language of the contact and in the one that is asked for', async () => {
    const [own, asked] = [
      await talk('birthday mail to Rosa Delgado'),
      await talk('birthday mail to Rosa Delgado', 'in English'),
    ];

    expect([email(own)?.subject, own.metadata.assumptions, email(asked)?.subject]).toEqual([
      '¡Feliz cumpleaños, Rosa!',
      ['Written in Spanish, their preferred language.'],
      'Happy birthday, Rosa!',
    ]);
  });

  test('knows the month of the 65th birthday', async () => {
    expect(email(await talk('Maria Lopez turning 65 next month, introduce me'))?.subject).toBe(
      'Turning 65 in December',
    );
  });

  test('says when there is no address yet', async () => {
    const { metadata } = await talk('birthday mail to Una Mailless');

    expect(metadata.assumptions).toEqual(["No e-mail address on file. You can't send it until that changes."]);
  });
});

describe('a standing draft', () => {
  test('is refined step by step', async () => {
    const answer = await talk(
      'follow up with Maria Lopez after yesterday’s call',
      'shorter',
      'more formal',
      'change the subject to Your two questions',
      'add that I enjoyed our talk',
    );

    expect(email(answer)).toMatchObject({ subject: 'Your two questions' });
    expect(email(answer)?.body.split('\n\n').slice(0, 3)).toEqual([
      'Dear Maria Lopez,',
      'Thank you for making time for our call yesterday. Is there anything you would like me to go over again?',
      'I enjoyed our talk.',
    ]);
  });

  test('becomes another one to the same person with another occasion', async () => {
    const answer = await talk('birthday mail to Maria Lopez', 'subject: Hello', 'thank you for the referral');

    expect([email(answer)?.subject, email(answer)?.contact?.name]).toEqual([
      'Thank you for your referral',
      'Maria Lopez',
    ]);
  });

  test('goes to another contact when named', async () => {
    const answer = await talk('birthday mail to Maria Lopez', 'no, for Tom Becker');

    expect(email(answer)).toMatchObject({ subject: 'Happy birthday, Tom!', contact: { name: 'Tom Becker' } });
  });

  test("stays unchanged, and reports a word that isn't understood", async () => {
    const { metadata } = await talk('birthday mail to Maria Lopez', 'make it shorter and sweeterish');

    expect(metadata.assumptions).toEqual(["I didn't understand “sweeterish”."]);
  });

  test('is given up to start over', async () => {
    expect(questions(await talk('birthday mail to Maria Lopez', 'start over'))?.[0]?.[0]).toBe(
      'What is the e-mail for?',
    );
  });
});

describe('a question', () => {
  test('asks which of several people is meant, and the second one is taken', async () => {
    const asked = await talk('follow up with the Okafors after yesterday’s call');
    const taken = await talk('follow up with the Okafors after yesterday’s call', 'the second one');

    expect([
      asked.responseType,
      asked.metadata.contacts?.map(({ name }) => name),
      asked.metadata.template_data,
    ]).toEqual(['contact_selection', ['James Okafor', 'Rosalind Okafor'], undefined]);
    expect(email(taken)?.contact?.name).toBe('Rosalind Okafor');
  });

  test('asks whether a name that is only close is meant', async () => {
    const [asked, taken] = [
      await talk('birthday mail to Tom Bekker'),
      await talk('birthday mail to Tom Bekker', 'yes'),
    ];

    expect([asked.responseType, asked.content]).toEqual([
      'contact_confirmation',
      "I can't find anyone named “Tom Bekker”. Do you mean Tom Becker?",
    ]);
    expect(email(taken)?.contact?.name).toBe('Tom Becker');
  });

  test('asks for the recipient after a no, and for an unknown name', async () => {
    const [no, nobody, blank] = [
      await talk('birthday mail to Tom Bekker', 'no'),
      await talk('birthday mail to Zzyzx Qqwerty'),
      await talk('birthday mail to Zzyzx Qqwerty', 'no one in particular'),
    ];

    expect([questions(no), questions(nobody), email(blank)?.subject]).toEqual([
      [['Who should this e-mail go to instead?', ['No one in particular']]],
      [["I can't find anyone named “Zzyzx Qqwerty”. Who should this e-mail go to?", ['No one in particular']]],
      'Happy birthday, {first name}!',
    ]);
  });

  test('leaves out a time that is not sure, and asks for it', async () => {
    const { metadata } = await talk('appointment with Maria Lopez on 12/5 between 2 and 4 pm');

    expect([metadata.template_data?.body.includes('{day and time}'), metadata.assumptions]).toEqual([
      true,
      ["I wasn't sure about “between 2 and 4 pm” and left the day and time blank. Which day and time do you want?"],
    ]);
  });

  test('asks for the recipient of a vague reference, and never keeps the previous one', async () => {
    const asked = await talk('birthday mail to Maria Lopez', 'and one for my wife');

    expect([questions(asked), email(asked)]).toEqual([
      [['Who do you mean by “my wife”?', ['No one in particular']]],
      undefined,
    ]);
    expect(questions(await talk('birthday mail to Maria Lopez and Tom Becker'))).toEqual([
      [
        'I can draft an e-mail to one contact at a time. Who should this one go to?',
        ['Maria Lopez', 'Tom Becker', 'No one in particular'],
      ],
    ]);
    expect(email(await talk('birthday mail to Maria Lopez and Tom Becker', 'Tom Becker'))?.contact?.name).toBe(
      'Tom Becker',
    );
  });

  test('asks for one person where many are meant', async () => {
    expect(questions(await talk('annual review for all my clients'))).toEqual([
      ['I can draft an e-mail to one contact at a time. Who should this one go to?', ['No one in particular']],
    ]);
  });

  test('asks what it is for, and takes what is chosen', async () => {
    const [asked, taken] = [
      await talk('thank you note to Maria Lopez'),
      await talk('thank you note to Maria Lopez', 'Referral thank-you'),
    ];

    expect([questions(asked), email(taken)?.subject]).toEqual([
      [['What is the e-mail to Maria Lopez for?', ['Meeting thank-you', 'Referral thank-you']]],
      'Thank you for your referral',
    ]);
  });

  test("offers occasions for a message that isn't understood", async () => {
    const answer = await talk('what is the weather');

    expect([answer.isAtLoss, answer.responseType, answer.metadata.questions?.[0]?.options.length]).toEqual([
      true,
      null,
      6,
    ]);
  });
});

describe('who may not be mailed', () => {
  test('gets no draft that sells, with the rule that says so', async () => {
    const answer = await talk('reconnect with Ann Silent');

    expect([answer.responseType, answer.metadata.template_data]).toEqual([null, undefined]);
    expect(answer.content).toBe(
      "I didn't draft this e-mail to Ann Silent. They asked not to be e-mailed for marketing. No sales e-mail to people who opted out (15 USC 7704(a)(4), 16 CFR 316).",
    );
    expect(answer.metadata.questions?.[0]?.options.length).toBe(4);
  });

  test('gets one that sells nothing', async () => {
    expect(email(await talk('reconnect with Ann Silent', 'Birthday'))?.contact?.name).toBe('Ann Silent');
  });

  test("isn't found by users who can't see them", async () => {
    const answer = await emailCreation.answer(office.deps, turn('birthday mail to Maria Lopez', null, 'far'));

    expect(answer.metadata.questions?.[0]?.text).toBe(
      "I can't find anyone named “Maria Lopez”. Who should this e-mail go to?",
    );
  });
});

describe('the tool of a model', () => {
  const run = (input: object, username = 'agent') => draftEmailTool.run(office.deps, turn('x', null, username), input);
  const numberOf = async (name: string) => email(await talk(`birthday mail to ${name}`))?.contact?.number;

  test('drafts by an occasion as the rules do', async () => {
    const { answer } = await run({
      occasion: 'birthday',
      contact_number: await numberOf('Maria Lopez'),
      tone: 'friendly',
    });

    expect(answer && email(answer)).toMatchObject({
      subject: 'Happy birthday, Maria!',
      contact: { name: 'Maria Lopez' },
    });
  });

  test('puts greeting, signature and disclaimers around a text of its own', async () => {
    const { answer } = await run({ subject: 'Medicare dates', text: 'Medicare has some dates.' });
    const body = (answer && email(answer)?.body) ?? '';

    expect(body).toMatch(/^Hello \{first name\},\n\nMedicare has some dates\.\n\nBest regards,\nMarcus Reed\n/);
    expect(body).toContain('This is an advertisement from Marcus Reed');
    expect(body).toContain('We do not offer every plan available in your area.');
  });

  test.each([
    [{ subject: 'Look', text: 'See http://evil.example now.' }, /Leave out links/],
    [{ text: 'Hello there.' }, /needs a subject/],
    [{}, /not both/],
  ])('refuses %j', async (input, why) => {
    await expect(run(input)).rejects.toThrow(why);
  });

  test('tells why nothing was drafted', async () => {
    const { told } = await run({ occasion: 'reconnect', contact_number: await numberOf('Ann Silent') });

    expect(told).toEqual({ not_drafted: expect.stringContaining('They asked not to be e-mailed for marketing.') });
  });

  test("finds no one that the user can't see", async () => {
    const number = await numberOf('Maria Lopez');

    await expect(run({ occasion: 'birthday', contact_number: number }, 'far')).rejects.toThrow('Contact not found.');
  });
});
