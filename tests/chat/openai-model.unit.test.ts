import { Socket } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  type AssistantModel,
  type Conversation,
  ModelFailure,
  type ModelTool,
} from '../../server/adapters/assistant/assistant-model.ts';
import { openaiModel } from '../../server/adapters/assistant/openai-model.ts';
import type { AssistantConfig } from '../../server/config/services.ts';
import { type ModelStandIn, openModelStandIn, piece, type Response, spoken } from '../_adapters/model-stand-in.ts';

/** For this file only; a closed server's connection may be retried later. */
const standIns: ModelStandIn[] = [];

afterEach(() => {
  for (const standIn of standIns) standIn.close();
  vi.restoreAllMocks();
});

/** A model that gives these answers, one after the other, and its last one again and again. */
async function modelThat(responses: readonly Response[], config: Partial<AssistantConfig> = {}) {
  const standIn = await openModelStandIn(
    (_, turn) => responses[Math.min(turn, responses.length) - 1] ?? { status: 500 },
    config,
  );
  standIns.push(standIn);
  let time = 0;
  const model = openaiModel(standIn.config, { now: () => time });
  return { model, standIn, wait: (ms: number) => (time += ms) };
}

const clock: ModelTool = {
  name: 'clock',
  description: 'Tells the time.',
  parameters: { type: 'object', properties: { zone: { type: 'string' } }, required: ['zone'] },
  run: (input) => Promise.resolve(`noon for ${JSON.stringify(input)}`),
};

const converse = (model: AssistantModel, more: Partial<Conversation> = {}) =>
  model.converse({
    instructions: 'Be brief.',
    said: [{ by: 'user', text: 'Whose secret is Xanadu?' }],
    tools: [],
    maxTurns: 3,
    maxTokens: 500,
    onText: () => undefined,
    signal: new AbortController().signal,
    ...more,
  });

/** Error of the request. */
const failureOf = async (conversed: Promise<unknown>): Promise<ModelFailure> => {
  const error = await conversed.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ModelFailure)) throw new Error(`no failure, but ${inspect(error)}`);
  return error;
};

const told = async (conversed: Promise<unknown>) => {
  const { message, tokens } = await failureOf(conversed);
  return { message, tokens };
};

describe('an answer', () => {
  test('comes with what it has cost', async () => {
    const { model } = await modelThat([{ text: 'It is yours.', tokens: 42 }]);

    expect(await converse(model)).toEqual({ text: 'It is yours.', tokens: 42 });
  });

  test('is reported as it grows', async () => {
    const { model } = await modelThat([{ text: 'One two three four.' }]);
    const grown: string[] = [];

    await converse(model, { onText: (text) => grown.push(text) });

    expect(grown).toEqual(['One two', 'One two three ', 'One two three four.']);
  });

  test('is asked for with the key, the instructions, the conversation and a limit', async () => {
    const { model, standIn } = await modelThat([{ text: 'Yes.' }]);

    await converse(model, {
      said: [
        { by: 'user', text: 'Hello' },
        { by: 'assistant', text: 'Hi' },
        { by: 'user', text: 'Again' },
      ],
    });

    expect(standIn.authorizations).toEqual(['Bearer model-key']);
    expect(standIn.asked).toEqual([
      {
        model: 'stand-in',
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Hello' },
          { role: 'assistant', content: 'Hi' },
          { role: 'user', content: 'Again' },
        ],
        max_completion_tokens: 500,
        stream: true,
        stream_options: { include_usage: true },
      },
    ]);
  });

  test('is measured by its length where the server does not say what it cost', async () => {
    const { model } = await modelThat([{ text: 'x'.repeat(400), tokens: null }]);

    const { tokens } = await converse(model, { instructions: 'y'.repeat(4_000) });

    expect(tokens).toBeGreaterThan(1_100);
    expect(tokens).toBeLessThan(1_300);
  });

  test('that has no end is cut at its limit, and heard no further', async () => {
    const { model, standIn } = await modelThat([{ pieces: spoken('x'.repeat(900)), end: 'silence' }]);

    expect((await converse(model, { maxTokens: 100 })).text).toBe('x'.repeat(800));
    await vi.waitFor(() => expect(standIn.hungUp()).toBe(1));
  });

  test('goes to the address of the model and to no other', async () => {
    const { model } = await modelThat([
      { text: '', calls: [{ name: 'clock', input: { zone: 'est' } }] },
      { text: 'Noon.' },
    ]);
    const connect = vi.spyOn(Socket.prototype, 'connect');

    await converse(model, { tools: [clock] });

    const own = standIns.map(({ config }) => config.baseUrl);
    const where = connect.mock.calls.map((args) => {
      const [first] = args.flat() as unknown as { host?: string; hostname?: string; port?: number | string }[];
      return `http://${first?.hostname ?? first?.host}:${first?.port}/v1`;
    });
    expect(where.length).toBeGreaterThan(0);
    expect(where.filter((address) => !own.includes(address))).toEqual([]);
  });
});

describe('tools', () => {
  test('run as the model requests, and it continues with their results', async () => {
    const { model, standIn } = await modelThat([
      { text: 'Let me look.', calls: [{ name: 'clock', input: { zone: 'est' } }] },
      { text: 'It is noon.' },
    ]);

    expect(await converse(model, { tools: [clock] })).toEqual({ text: 'It is noon.', tokens: 200 });
    expect(standIn.asked[1]?.messages.at(-1)).toMatchObject({ role: 'tool', content: 'noon for {"zone":"est"}' });
  });

  test('that are not there never run, and the model hears of it', async () => {
    const { model, standIn } = await modelThat([
      { text: '', calls: [{ name: 'delete_contact', input: { id: 1 } }] },
      { text: 'I cannot.' },
    ]);
    const run = vi.fn(clock.run);

    expect((await converse(model, { tools: [{ ...clock, run }] })).text).toBe('I cannot.');
    expect(run).not.toHaveBeenCalled();
    expect(standIn.asked[1]?.messages.at(-1)?.content).toMatch(/unavailable tool/);
  });

  test("don't run with invalid JSON", async () => {
    const { model } = await modelThat([{ text: '', calls: [{ name: 'clock', input: '{"zone": ' }] }, { text: 'Hm.' }]);
    const run = vi.fn(clock.run);

    await converse(model, { tools: [{ ...clock, run }] });

    expect(run).not.toHaveBeenCalled();
  });

  test('are available until the last turn, which has to answer', async () => {
    const looks = { text: '', calls: [{ name: 'clock', input: { zone: 'est' } }] };
    const { model, standIn } = await modelThat([looks, looks, { text: 'Noon.' }]);

    expect((await converse(model, { tools: [clock], maxTurns: 3 })).text).toBe('Noon.');
    expect(standIn.asked.map(({ tool_choice }) => tool_choice)).toEqual(['auto', 'auto', 'none']);
  });

  test('are not for ever', async () => {
    const { model, standIn } = await modelThat([{ text: '', calls: [{ name: 'clock', input: { zone: 'est' } }] }]);

    expect(await told(converse(model, { tools: [clock], maxTurns: 3 }))).toEqual({
      message: 'Its response was unreadable.',
      tokens: 300,
    });
    expect(standIn.asked).toHaveLength(3);
  });
});

describe('a failure', () => {
  test.each([
    [
      'too many requests',
      { status: 429, body: '{"error":{"message":"Xanadu: slow down"}}' },
      'It answered with status 429.',
    ],
    ['a broken server', { status: 500, body: 'Xanadu' }, 'It answered with status 500.'],
    ['a page instead of a stream', { status: 200, body: '<html>Xanadu</html>' }, 'Its response was unreadable.'],
    ['a piece that is no JSON', { pieces: ['data: {"Xanadu\n\n'], end: 'end' }, 'Its response was unreadable.'],
    ['silence', { text: '' }, 'It said nothing.'],
    ['a filter', { text: 'I', finish: 'content_filter' }, 'It declined to answer.'],
    ['half an answer', { pieces: spoken('Half of'), end: 'end' }, 'Its response was unreadable.'],
    ['a line that is cut', { pieces: spoken('Half of'), end: 'cut' }, 'No connection to it.'],
    [
      'an error in the stream',
      { pieces: [piece({ error: { message: 'Xanadu' } })], end: 'end' },
      'Its response was unreadable.',
    ],
  ] as const)('is %s', async (_, response, message) => {
    const { model } = await modelThat([response]);

    expect((await told(converse(model))).message).toBe(message);
  });

  test('is an address without a listener', async () => {
    const { model, standIn } = await modelThat([]);
    standIn.close();

    expect(await told(converse(model))).toEqual({ message: 'No connection to it.', tokens: 0 });
  });

  test('is an answer that takes too long', async () => {
    const { model } = await modelThat([{ pieces: spoken('Well'), end: 'silence' }], { timeoutMs: 60 });

    expect((await told(converse(model))).message).toBe('It took longer than 60 ms.');
  });

  test('is another address that the model sends us to', async () => {
    const elsewhere = await modelThat([{ text: 'Welcome.' }]);
    const { model } = await modelThat([
      { status: 307, headers: { location: `${elsewhere.standIn.config.baseUrl}/chat/completions` } },
    ]);

    expect((await told(converse(model))).message).toBe('No connection to it.');
    expect(elsewhere.standIn.asked).toEqual([]);
  });

  test('still costs what was answered before', async () => {
    const { model } = await modelThat([
      { text: '', calls: [{ name: 'clock', input: { zone: 'est' } }], tokens: 300 },
      { status: 500 },
    ]);

    expect(await told(converse(model, { tools: [clock] }))).toEqual({
      message: 'It answered with status 500.',
      tokens: 300,
    });
  });

  test('is asked for once, and says nothing of the conversation', async () => {
    const { model, standIn } = await modelThat([{ status: 503, body: 'Whose secret is Xanadu?' }]);

    const failure = await failureOf(converse(model));

    expect(standIn.asked).toHaveLength(1);
    expect(inspect(failure, { depth: 9, showHidden: true })).not.toMatch(/Xanadu|model-key|Be brief/);
  });
});

describe('a model that fails three times', () => {
  const failing = async (answers: readonly Response[]) => {
    const desk = await modelThat(answers);
    for (let time = 0; time < 3; time += 1) await failureOf(converse(desk.model));
    return desk;
  };

  test('is not asked for half a minute', async () => {
    const { model, standIn, wait } = await failing([{ status: 500 }]);

    wait(29_999);

    expect(await told(converse(model))).toEqual({
      message: 'Temporarily disabled after repeated failures.',
      tokens: 0,
    });
    expect(standIn.asked).toHaveLength(3);
  });

  test('is tried again after it, and answers', async () => {
    const { model, wait } = await failing([{ status: 500 }, { status: 500 }, { status: 500 }, { text: 'Back.' }]);

    wait(30_000);

    expect((await converse(model)).text).toBe('Back.');
    expect((await converse(model)).text).toBe('Back.');
  });

  test('has to fail in a row', async () => {
    const broken = { status: 500 };
    const { model, standIn } = await modelThat([broken, broken, { text: 'Well.' }, broken]);

    for (let time = 0; time < 6; time += 1) await converse(model).catch(() => null);

    expect(standIn.asked).toHaveLength(6);
  });

  test('rests again after one more failure', async () => {
    const { model, standIn, wait } = await failing([{ status: 500 }]);

    wait(30_000);
    await failureOf(converse(model));
    await failureOf(converse(model));

    expect(standIn.asked).toHaveLength(4);
  });

  test.each([
    ['one that it declines', { text: 'I', finish: 'content_filter' }],
    ['one that is too long for it', { status: 413 }],
    ['one to which it says nothing', { text: '' }],
  ] as const)('is asked on after %s, for that is one conversation', async (_, response) => {
    const { model, standIn } = await modelThat([response]);

    for (let time = 0; time < 4; time += 1) await failureOf(converse(model));

    expect(standIn.asked).toHaveLength(4);
  });

  test('is asked on where it was called off', async () => {
    const { model, standIn } = await modelThat([{ pieces: spoken('Well'), end: 'silence' }]);

    for (let time = 0; time < 4; time += 1) {
      const stop = new AbortController();
      const failure = await failureOf(converse(model, { signal: stop.signal, onText: () => stop.abort() }));
      expect(failure.message).toBe('It was called off.');
    }

    expect(standIn.asked).toHaveLength(4);
  });
});
