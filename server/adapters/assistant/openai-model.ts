import type { JSONSchema7, LanguageModel, TextStreamPart, Tool } from 'ai';
import type { AssistantConfig } from '../../config/services.ts';
import { type AssistantModel, type Conversation, type Conversed, ModelFailure } from './assistant-model.ts';
import { createBreaker, Resting } from '../circuit-breaker.ts';
import { createMeter, type Meter } from './token-meter.ts';

/** Failures in a row after which the model rests, and for how long. Ours. */
const FAILURES = 3;
const REST_MS = 30_000;

/** Characters of one token at most, for a server that does not keep to the limit it is given. Ours. */
const WIDEST_TOKEN = 8;

/** Maximum bytes of one response, framing included. Our choice: far above any answer, far below memory. */
const MOST_BYTES = 4 * 2 ** 20;

/** For tests. */
export interface OpenaiModelOptions {
  readonly now?: () => number;
}

/**
 * Meaning of a failure for the service: `away` includes overload and refused access; `there` when only one conversation
 * failed; `nothing` when the caller canceled.
 */
type Meaning = 'away' | 'there' | 'nothing';

class Failed extends ModelFailure {
  readonly meaning: Meaning;

  constructor(meaning: Meaning, message: string, tokens = 0) {
    super(message, { tokens });
    this.meaning = meaning;
  }
}

const means = (meaning: Meaning) => (error: unknown) => error instanceof Failed && error.meaning === meaning;

/**
 * A model behind any server that speaks OpenAI's chat completions with streaming and tools. It asks that address alone,
 * follows no redirect, repeats nothing, and says in its failures nothing of what was said.
 */
export function openaiModel(
  config: AssistantConfig,
  { now = () => performance.now() }: OpenaiModelOptions = {},
): AssistantModel {
  const breaker = createBreaker({
    failures: FAILURES,
    restMs: REST_MS,
    now,
    isFailure: means('away'),
    isSilence: means('nothing'),
    // MAX answers by its rules until then.
    othersWait: false,
  });
  return {
    name: config.model,
    converse: (asked) =>
      breaker
        .ask(() => converse(config, asked))
        .catch((error: unknown) => {
          throw error instanceof Resting ? new ModelFailure(error.message) : error;
        }),
  };
}

async function converse(config: AssistantConfig, asked: Conversation): Promise<Conversed> {
  const meter = createMeter();
  const enough = new AbortController();
  const late = AbortSignal.timeout(config.timeoutMs);
  const parts = await open(config, asked, meter, AbortSignal.any([asked.signal, late, enough.signal]));
  try {
    const heard = await listen(parts, asked, meter, enough);
    if (asked.signal.aborted) throw new Failed('nothing', 'It was called off.');
    if (late.aborted) throw new Failed('away', `It took longer than ${config.timeoutMs} ms.`);
    if (heard.failure !== null) throw heard.failure;
    return { text: heard.text, tokens: meter.tokens() };
  } catch (error) {
    // Errors of the library contain the request: only their kind is kept.
    const { meaning, message } = error instanceof Failed ? error : failureOf(error);
    throw new Failed(meaning, message, meter.tokens());
  }
}

type Parts = AsyncIterable<TextStreamPart<Record<string, Tool<unknown, string>>>>;

/** The library loads on first use: most servers have no model. */
async function open(
  { baseUrl, apiKey, model: name }: AssistantConfig,
  { instructions, said, tools, maxTurns, maxTokens }: Conversation,
  meter: Meter,
  abortSignal: AbortSignal,
): Promise<Parts> {
  const [{ jsonSchema, stepCountIs, streamText, tool }, { createOpenAICompatible }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
  ]);
  // Hides the SDK's console warnings about unsupported settings.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const provider = createOpenAICompatible({
    name: 'assistant',
    baseURL: baseUrl,
    ...(apiKey !== null && { apiKey }),
    includeUsage: true,
    // Newer models refuse `max_tokens`.
    transformRequestBody: ({ max_tokens, ...body }) => ({ ...body, max_completion_tokens: max_tokens }),
    fetch: (address, init) => fetchOnce(baseUrl, new Request(address).url, init, meter),
  });
  const model: LanguageModel = provider.chatModel(name);
  return streamText({
    model,
    system: instructions,
    messages: said.map(({ by, text }) => ({ role: by, content: text })),
    tools: Object.fromEntries(
      tools.map(({ name: toolName, description, parameters, run }) => [
        toolName,
        tool({
          description,
          inputSchema: jsonSchema(parameters as JSONSchema7),
          execute: (input: unknown) => run(input),
        }),
      ]),
    ),
    stopWhen: stepCountIs(maxTurns),
    prepareStep: ({ stepNumber }) => (stepNumber >= maxTurns - 1 ? { toolChoice: 'none' as const } : {}),
    maxOutputTokens: maxTokens,
    maxRetries: 0,
    abortSignal,
    experimental_telemetry: { isEnabled: false },
    // Failures come as parts; without this the library prints them.
    onError: () => undefined,
  }).fullStream;
}

interface Parsed {
  /** Text of the last turn: text before a tool call isn't the answer. */
  readonly text: string;
  /** `null`: it came to its end. */
  readonly failure: Failed | null;
}

async function listen(
  parts: Parts,
  { onText, maxTokens }: Conversation,
  meter: Meter,
  enough: AbortController,
): Promise<Parsed> {
  let text = '';
  let usedTool = false;
  let reason: string | null = null;
  let failure: Failed | null = null;
  for await (const part of parts) {
    if ('text' in part) meter.hear(part.text.length);
    if (part.type === 'start-step') text = '';
    else if (part.type === 'text-delta') {
      text += part.text;
      onText(text);
      if (text.length > maxTokens * WIDEST_TOKEN) {
        enough.abort();
        return { text: text.slice(0, maxTokens * WIDEST_TOKEN), failure: null };
      }
    } else if (part.type === 'tool-input-delta') meter.hear(part.delta.length);
    else if (part.type === 'tool-result') usedTool = true;
    else if (part.type === 'finish-step') {
      reason = part.finishReason;
      meter.close(part.usage.totalTokens);
    } else if (part.type === 'error') failure ??= failureOf(part.error);
  }
  if (failure !== null) return { text, failure };
  if (reason === 'content-filter') return { text, failure: new Failed('there', 'It declined to answer.') };
  if (reason !== 'stop' && reason !== 'length' && reason !== 'tool-calls') {
    return { text, failure: new Failed('there', 'It broke off.') };
  }
  const saidNothing = text.trim() === '' && !usedTool;
  return { text, failure: saidNothing ? new Failed('there', 'It said nothing.') : null };
}

/** Statuses that speak of the service or of our key, besides those from 500 on. */
const AWAY_STATUSES = [401, 403, 429];

/** Its words hold nothing of what was sent or what came. */
function failureOf(error: unknown): Failed {
  const { statusCode, name } = error as { statusCode?: unknown; name?: unknown };
  if (typeof statusCode === 'number' && statusCode >= 300) {
    const isAway = statusCode >= 500 || AWAY_STATUSES.includes(statusCode);
    return new Failed(isAway ? 'away' : 'there', `It answered with status ${statusCode}.`);
  }
  return name === 'AI_APICallError'
    ? new Failed('away', 'No connection to it.')
    : new Failed('there', 'Its response was unreadable.');
}

/** @throws when another address than the model's is asked, or the answer has no end. */
async function fetchOnce(
  baseUrl: string,
  address: string,
  init: RequestInit | undefined,
  meter: Meter,
): Promise<Response> {
  if (!address.startsWith(`${baseUrl}/`)) throw new Error('Another address than the model is never asked.');
  const response = await fetch(address, { ...init, redirect: 'error' });
  if (response.body === null) return response;
  if (response.ok) meter.open(typeof init?.body === 'string' ? init.body.length : 0);
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength;
      if (bytes > MOST_BYTES) controller.error(new Error('The answer has no end.'));
      else controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counted), { status: response.status, headers: response.headers });
}
