/**
 * A language model behind an OpenAI-compatible address. It sees only its input and may request only the tools it is
 * given.
 */
export interface AssistantModel {
  /** For people: whose words they read. */
  readonly name: string;
  /**
   * One answer, after as many turns with tools as `maxTurns` allows.
   * @throws {ModelFailure} when nothing usable came.
   */
  readonly converse: (asked: Conversation) => Promise<Conversed>;
}

export interface Conversation {
  /** Instructions, written by us alone. */
  readonly instructions: string;
  /** The conversation so far, oldest first; the last message is the user's. */
  readonly said: readonly { readonly by: 'user' | 'assistant'; readonly text: string }[];
  readonly tools: readonly ModelTool[];
  readonly maxTurns: number;
  /** Tokens of answers at most. */
  readonly maxTokens: number;
  /** Called with the whole text so far. */
  readonly onText: (text: string) => void;
  readonly signal: AbortSignal;
}

export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Answers what the model is told; never throws for what the model did wrong. */
  readonly run: (input: unknown) => Promise<string>;
}

export interface Conversed {
  readonly text: string;
  readonly tokens: number;
}

/** The model did not answer: not there, too slow, or nonsense. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  /** Tokens used by the failed request. */
  readonly tokens: number;

  constructor(message: string, options: { tokens?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.tokens = options.tokens ?? 0;
  }
}
