import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ChatBroadcast } from '../../src/api/contract/chat.contract.ts';
import { openaiModel } from '../../server/adapters/assistant/openai-model.ts';
import { answerWithModel, BudgetSpent } from '../../server/features/chat/model/answer-with-model.ts';
import { createWriting, type Writing } from '../../server/features/chat/model/writing.ts';
import { type ModelStandIn, openModelStandIn, type Response } from '../_adapters/model-stand-in.ts';
import { type Office, openOffice } from '../contacts/office.ts';
import { openProbe } from './probe-answerer.ts';

const DAILY_TOKENS = 1_000;

let office: Office;
let standIn: ModelStandIn;
let response: Response = { status: 500 };

beforeAll(async () => {
  standIn = await openModelStandIn(() => response, { dailyTokens: DAILY_TOKENS });
  office = await openOffice({ assistant: openaiModel(standIn.config), config: { assistant: standIn.config } });
});

beforeEach(async () => {
  standIn.asked.length = 0;
  await office.owner.query('delete from chat_usage');
});

afterAll(async () => {
  standIn.close();
  await office.close();
});

const says = (tokens: number): Response => ({ text: 'Which Maria?', tokens });

async function ask(username: string, now: Date, tell: (writing: Writing) => void = () => undefined) {
  const identity = office.identityOf(username);
  const turn = { identity, message: 'Maria', state: null, today: '2026-11-21', now };
  const said = [{ message_type: 'user' as const, content: 'Maria' }];
  const answer = await answerWithModel(office.deps, { turn, answerer: openProbe().answerer, said }, tell);
  return answer.content;
}

const usage = async () => {
  const { rows } = await office.owner.query(
    `select u.username, to_char(c.day, 'YYYY-MM-DD') as day, c.requests, c.tokens
     from chat_usage c join users u on u.id = c.user_id order by 1, 2`,
  );
  return rows;
};

const EVENING = new Date('2026-11-21T23:59:00Z');
const NEXT_DAY = new Date('2026-11-22T00:00:00Z');

describe('the tokens of a day', () => {
  test('are counted by person and day in UTC', async () => {
    response = says(300);

    await ask('agent', EVENING);
    await ask('agent', EVENING);
    await ask('agent', NEXT_DAY);
    await ask('outsider', EVENING);

    expect(await usage()).toEqual([
      { username: 'agent', day: '2026-11-21', requests: 2, tokens: 600 },
      { username: 'agent', day: '2026-11-22', requests: 1, tokens: 300 },
      { username: 'outsider', day: '2026-11-21', requests: 1, tokens: 300 },
    ]);
  });

  test('are counted where the model fails as well', async () => {
    response = { text: '', tokens: 250 };

    await expect(ask('agent', EVENING)).rejects.toThrow('It said nothing.');

    expect(await usage()).toEqual([{ username: 'agent', day: '2026-11-21', requests: 1, tokens: 250 }]);
  });

  test('end the use of the model for one person until the next day', async () => {
    response = says(DAILY_TOKENS);
    await ask('agent', EVENING);

    await expect(ask('agent', EVENING)).rejects.toThrow(BudgetSpent);

    expect(standIn.asked).toHaveLength(1);
    expect(await ask('peer', EVENING)).toBe('Which Maria?');
    expect(await ask('agent', NEXT_DAY)).toBe('Which Maria?');
  });

  test('are one limit for concurrent messages', async () => {
    response = says(DAILY_TOKENS);

    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => ask('agent', EVENING)));

    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(standIn.asked).toHaveLength(1);
    expect(await usage()).toEqual([{ username: 'agent', day: '2026-11-21', requests: 1, tokens: DAILY_TOKENS }]);
  });
});

describe('an answer that is being made', () => {
  test('says what is done, and then what is written', async () => {
    await office.add({ owner: 'agent', first_name: 'Maria' });
    response = { text: 'I look.', calls: [{ name: 'find_contacts', input: { text: 'Maria' } }] };
    const told: Writing[] = [];

    await ask('agent', NEXT_DAY, (writing) => {
      told.push(writing);
      response = { text: 'There is Maria. She is yours.' };
    });

    expect(new Set(told.map(({ doing, content }) => doing || content))).toEqual(
      new Set(['', 'Looking', 'There is Maria.']),
    );
  });

  test('is sent to its reader, at most four times a second, and not after the answer', async () => {
    const identity = office.identityOf('agent');
    const { tell, close } = createWriting(office.deps, identity, 7);

    tell({ doing: 'Looking', content: '' });
    tell({ doing: '', content: '' });
    tell({ doing: '', content: 'One.' });
    tell({ doing: '', content: 'One. Two.' });
    await close();
    tell({ doing: '', content: 'One. Two. Three.' });

    const { rows } = await office.owner.query<{ stream: string; body: ChatBroadcast }>(
      `select stream, body from events where body->>'type' = 'chat.writing' order by id`,
    );
    expect(rows).toEqual([
      {
        stream: `chat:${identity.userId}:${identity.actorId}`,
        body: { type: 'chat.writing', session_id: 7, doing: 'Looking', content: '' },
      },
    ]);
  });
});
