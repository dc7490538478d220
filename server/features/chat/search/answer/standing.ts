import { ChatContact, ChatQuestion } from '#contract/chat/reply.contract.ts';
import { ContactsScope, type ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { z } from 'zod';

/** State of a conversation: the search so far, its uncertain parts, and the displayed cards. */
export interface Standing {
  /** Only what differs from the defaults. */
  readonly scope: ContactsScopeInput;
  readonly questions: readonly ChatQuestion[];
  /** Cards of the latest reply with any: a later message may choose one. */
  readonly cards: readonly ChatContact[];
  /** True when the last answer asks which card is meant: a name, a yes or a no answers it. */
  readonly asksWhich: boolean;
}

export const NOTHING: Standing = { scope: {}, questions: [], cards: [], asksWhich: false };

const Stored = z.object({
  scope: z.record(z.string(), z.unknown()),
  questions: z.array(ChatQuestion),
  cards: z.array(ChatContact),
  asksWhich: z.boolean(),
});

/** State of an earlier reply, with its search as edited by the user since. */
export function standingOf(state: unknown, changed?: ContactsScope): Standing {
  const standing = keptIn(state);
  return changed === undefined ? standing : { ...standing, scope: told(changed) };
}

/** Empty when it can no longer be read. */
function keptIn(state: unknown): Standing {
  const stored = Stored.safeParse(state);
  const scope = stored.success ? ContactsScope.safeParse(stored.data.scope) : null;
  return stored.success && scope?.success === true ? { ...stored.data, scope: told(scope.data) } : NOTHING;
}

const DEFAULTS: Readonly<Record<string, unknown>> = ContactsScope.parse({});

/** A scope without what is its default anyway. */
export function told(scope: ContactsScopeInput): ContactsScopeInput {
  const entries = Object.entries(scope).filter(
    ([key, value]) => JSON.stringify(DEFAULTS[key]) !== JSON.stringify(value),
  );
  return Object.fromEntries(entries);
}
