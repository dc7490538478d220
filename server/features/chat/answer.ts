import type { ChatIntent } from '#contract/chat.contract.ts';
import type { ReplyMetadata, ResponseType } from '#contract/chat/reply.contract.ts';
import type { ContactsScope } from '#contract/contacts/scope.contract.ts';
import type { $ZodType, output } from 'zod/v4/core';
import type { Deps } from '../../deps.ts';
import type { Identity } from '../../identity.ts';

/** A message, and what the intent remembers of this conversation. */
export interface ChatTurn {
  readonly identity: Identity;
  /** Trimmed, never empty. */
  readonly message: string;
  /** State that the intent returned with its last reply; `null` for the first message. */
  readonly state: unknown;
  /** The current search as edited by the user; absent: as in the state. */
  readonly scope?: ContactsScope | undefined;
  /** The day where the person is, `YYYY-MM-DD`. */
  readonly today: string;
  readonly now: Date;
}

export interface ChatAnswer {
  readonly content: string;
  readonly responseType: ResponseType | null;
  readonly metadata: ReplyMetadata;
  /** Stored until the next message of this conversation; plain data. */
  readonly state: unknown;
  /** The rules understood nothing: a model may do better, and without one this is the reply. */
  readonly isAtLoss: boolean;
}

/** Rule-based replies of one intent: reads with the caller's rights and writes nothing. */
export interface Answerer {
  /** MAX's welcome message. */
  readonly welcome: (deps: Deps, who: Welcomed) => Promise<Welcome>;
  /** @throws {Refusal} with the obstacle as a sentence. */
  readonly answer: (deps: Deps, turn: ChatTurn) => Promise<ChatAnswer>;
  /** Tools of a model for this intent. All of them only read. */
  readonly tools: readonly ChatTool[];
  /** Instructions for a model about this intent, in a few sentences. */
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

/** A read-only tool for a model. Runs with the caller's rights, and tells the model no more than the caller may see. */
export interface ChatTool<Input extends $ZodType = $ZodType> {
  readonly name: string;
  /** For the model. */
  readonly description: string;
  /** Label of the step for the waiting user: `Looking for contacts`. */
  readonly doing: string;
  readonly input: Input;
  /** @throws {Refusal} whose message the model gets. */
  readonly run: (deps: Deps, turn: ChatTurn, input: output<Input>) => Promise<ToolResult>;
}

export interface ToolResult {
  /** Data for the model: plain values; text written by people has keys of its own, never as instructions. */
  readonly told: unknown;
  /** Content displayed if the model adds nothing better: cards, chips, links. `null`: the model words it. */
  readonly answer: ChatAnswer | null;
}

/** A tool with its input's type bound. */
export const chatTool = <Input extends $ZodType>(tool: ChatTool<Input>): ChatTool => tool as unknown as ChatTool;

export type Answerers = Readonly<Record<Exclude<ChatIntent, 'customer_support'>, Answerer>>;
