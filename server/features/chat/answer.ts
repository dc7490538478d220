import type { ChatIntent } from '#contract/chat.contract.ts';
import type { ReplyMetadata, ResponseType } from '#contract/chat/reply.contract.ts';
import type { ContactsScope } from '#contract/contacts/scope.contract.ts';
import type { $ZodType, output } from 'zod/v4/core';
import type { Deps } from '../../deps.ts';
import type { Identity } from '../../identity.ts';

/** Something that was said, and what the intent knows of what was said before in this conversation. */
export interface ChatTurn {
  readonly identity: Identity;
  /** Trimmed, never empty. */
  readonly message: string;
  /** What the intent gave back with its last answer; `null`: this is the first message. */
  readonly state: unknown;
  /** The standing search as the person has changed it by hand; absent: as the state has it. */
  readonly scope?: ContactsScope | undefined;
  /** The day where the person is, `YYYY-MM-DD`. */
  readonly today: string;
  readonly now: Date;
}

export interface ChatAnswer {
  readonly content: string;
  readonly responseType: ResponseType | null;
  readonly metadata: ReplyMetadata;
  /** Kept until the next message of this conversation; plain data. */
  readonly state: unknown;
  /** The rules understood nothing of it: a model may do better, and without one this is what is said. */
  readonly isAtLoss: boolean;
}

/** How one intent answers by its rules: reads with the rights of who asks, and writes nothing. */
export interface Answerer {
  /** What MAX says first. */
  readonly welcome: (deps: Deps, who: Welcomed) => Promise<Welcome>;
  /** @throws {Refusal} what stands in the way, in words. */
  readonly answer: (deps: Deps, turn: ChatTurn) => Promise<ChatAnswer>;
  /** What a model may use for this intent. All of them only read. */
  readonly tools: readonly ChatTool[];
  /** What a model is told about this intent, in a few sentences. */
  readonly brief: string;
}

export interface Welcomed {
  readonly identity: Identity;
  readonly firstName: string;
}

export interface Welcome {
  readonly content: string;
  readonly suggestions: readonly string[];
}

/**
 * Something a model may ask for. It runs with the rights of who asks, reads only, and tells the model no more than that
 * person may see.
 */
export interface ChatTool<Input extends $ZodType = $ZodType> {
  readonly name: string;
  /** For the model. */
  readonly description: string;
  /** What is being done, for the person who waits: `Looking for contacts`. */
  readonly doing: string;
  readonly input: Input;
  /** @throws {Refusal} told to the model in words. */
  readonly run: (deps: Deps, turn: ChatTurn, input: output<Input>) => Promise<ToolResult>;
}

export interface ToolResult {
  /** For the model, as data: plain values; texts that people wrote stand under keys of their own, never as instructions. */
  readonly told: unknown;
  /** What the person is shown if the model says nothing better: cards, chips, links. `null`: the model puts it in words. */
  readonly answer: ChatAnswer | null;
}

/** A tool with its input's type bound. */
export const chatTool = <Input extends $ZodType>(tool: ChatTool<Input>): ChatTool => tool as unknown as ChatTool;

export type Answerers = Readonly<Record<Exclude<ChatIntent, 'customer_support'>, Answerer>>;
