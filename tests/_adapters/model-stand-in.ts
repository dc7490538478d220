import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { AssistantConfig } from '../../server/config/services.ts';

/** A request to a model, as sent. */
export interface Asked {
  readonly model: string;
  readonly messages: readonly AskedMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string; readonly parameters: unknown } }[];
  readonly tool_choice?: string;
  readonly max_completion_tokens?: number;
}

export interface AskedMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string | null;
  readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: string } }[];
}

export interface ToolCall {
  readonly name: string;
  /** Sent as is: a text may be invalid JSON. */
  readonly input: unknown;
}

/** Behavior of a model. */
export type Response =
  | {
      readonly text: string;
      readonly calls?: readonly ToolCall[];
      readonly finish?: string;
      readonly tokens?: number | null;
    }
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  /** Pieces of a stream; it stays open after them where nothing ends it. */
  | { readonly pieces: readonly string[]; readonly end: 'end' | 'cut' | 'silence' };

export interface ModelStandIn {
  readonly config: AssistantConfig;
  readonly asked: Asked[];
  readonly authorizations: (string | undefined)[];
  /** Answers whose client left before the end. */
  hungUp(): number;
  close(): void;
}

const MODEL_KEY = 'model-key';
const STREAM = { 'content-type': 'text/event-stream' } as const;

export const piece = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;

const choice = (delta: object, finish: string | null = null) =>
  piece({
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: finish }],
  });

const cut = (text: string, size: number): string[] => text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [];

/** A text in pieces, as models stream it: of a few letters, a long one of more. */
export const spoken = (text: string): string[] =>
  cut(text, Math.max(7, Math.ceil(text.length / 40))).map((content) => choice({ content }));

const called = ({ name, input }: ToolCall, index: number): string[] => {
  const args = typeof input === 'string' ? input : JSON.stringify(input);
  const begun = { index, id: `call-${name}-${index}`, type: 'function', function: { name, arguments: '' } };
  return [
    choice({ tool_calls: [begun] }),
    ...cut(args, 40).map((part) => choice({ tool_calls: [{ index, function: { arguments: part } }] })),
  ];
};

/** Speaks OpenAI's chat completions, streamed, with tools; what it says is up to `respond`. */
export async function openModelStandIn(
  respond: (asked: Asked, turn: number) => Response,
  config: Partial<AssistantConfig> = {},
): Promise<ModelStandIn> {
  const asked: Asked[] = [];
  const authorizations: (string | undefined)[] = [];
  let hungUp = 0;
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableEnded) hungUp += 1;
    });
    const { url, headers } = request;
    authorizations.push(headers.authorization);
    if (url === '/v1/models') {
      const isKnown = headers.authorization === `Bearer ${MODEL_KEY}`;
      response.writeHead(isKnown ? 200 : 401).end(JSON.stringify({ data: [{ id: 'stand-in' }] }));
      return;
    }
    void json(request).then((body) => {
      if (url !== '/v1/chat/completions') return response.writeHead(404).end();
      asked.push(body as Asked);
      return answer(response, respond(body as Asked, asked.length));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    config: {
      baseUrl: `http://127.0.0.1:${port}/v1`,
      model: 'stand-in',
      apiKey: MODEL_KEY,
      dailyTokens: 200_000,
      timeoutMs: 5_000,
      ...config,
    },
    asked,
    authorizations,
    hungUp: () => hungUp,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answer(response: ServerResponse, said: Response): void {
  if ('status' in said) {
    response.writeHead(said.status, said.headers).end(said.body ?? '');
    return;
  }
  response.writeHead(200, STREAM);
  if ('pieces' in said) {
    for (const part of said.pieces) response.write(part);
    if (said.end === 'end') response.end();
    if (said.end === 'cut') setImmediate(() => response.destroy());
    return;
  }
  const { text, calls = [], finish = calls.length > 0 ? 'tool_calls' : 'stop', tokens = 100 } = said;
  for (const part of [...spoken(text), ...calls.flatMap(called), choice({}, finish)]) response.write(part);
  if (tokens !== null) {
    const usage = { prompt_tokens: tokens - 10, completion_tokens: 10, total_tokens: tokens };
    response.write(piece({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage }));
  }
  response.end('data: [DONE]\n\n');
}
