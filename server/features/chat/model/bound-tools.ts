import { safeParse, toJSONSchema } from 'zod/v4/core';
import type { ModelTool } from '../../../adapters/assistant/assistant-model.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../errors.ts';
import type { ChatTool, ChatTurn } from '../answer.ts';
import type { Fence } from './as-data.ts';
import { type LookedUp, stateAfter } from './verified.ts';

/** Maximum tool calls of one turn, successful or not. Our choice. */
export const MOST_CALLS = 6;

export interface BoundTools {
  readonly tools: readonly ModelTool[];
  /** Results of the calls so far, oldest first. */
  readonly results: readonly LookedUp[];
}

interface Binding {
  readonly turn: ChatTurn;
  readonly tools: readonly ChatTool[];
  readonly fence: Fence;
  readonly onCall: (doing: string) => void;
  /** A bug, or a database that is down, ends the turn. */
  readonly onFault: (error: unknown) => void;
}

/**
 * Binds tools to the caller's rights, for one turn: the model only chooses a tool and its input. They run one after the
 * other, each from the conversation state of the previous one.
 */
export function bindTools(deps: Deps, { turn, tools, fence, onCall, onFault }: Binding): BoundTools {
  const results: LookedUp[] = [];
  let calls = 0;
  let last: Promise<unknown> = Promise.resolve();

  const run = async (tool: ChatTool, input: unknown): Promise<string> => {
    calls += 1;
    if (calls > MOST_CALLS) return 'No more tools for this message. Answer with what you know.';
    const parsed = safeParse(tool.input, input);
    if (!parsed.success) return `The input is wrong. ${parsed.error.issues.map(wordsOf).join(' ')}`;
    onCall(tool.doing);
    try {
      const result = await tool.run(deps, { ...turn, state: stateAfter(results, turn) }, parsed.data);
      results.push({ ...result, input: parsed.data });
      return fence.wrap(result.told);
    } catch (error) {
      if (error instanceof Refusal) return fence.wrap({ refused: error.message, ...error.fields });
      onFault(error);
      return 'This does not work now.';
    }
  };

  return {
    results,
    tools: tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      parameters: parametersOf(tool),
      run: (input) => {
        const mine = last.then(() => run(tool, input));
        last = mine;
        return mine;
      },
    })),
  };
}

const parametersOf = ({ input }: ChatTool): Record<string, unknown> => {
  const { $schema: _, ...schema } = toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return schema;
};

const wordsOf = ({ path, message }: { readonly path: readonly PropertyKey[]; readonly message: string }): string =>
  `${path.map(String).join('.') || 'input'}: ${message}`;
