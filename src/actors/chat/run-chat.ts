import { createActor } from 'xstate';
import { ContactsScope } from '#contract/contacts/scope.contract.ts';
import type { CurrentUser } from '#contract/session.contract.ts';
import { intentsOf } from '#rules/chat/chat-intents.ts';
import { featureFactsOf } from '#rules/access/feature-facts.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import type { KeptChat } from '../../machines/chat/chat-context.ts';
import { chatViewOf, keptOf } from '../../machines/chat/chat-shown.ts';
import { chatMachine } from '../../machines/chat/chat.machine.ts';
import { type Departure, departureMachine } from '../../machines/chat/departure.machine.ts';
import { aiEmail } from '../../store/ai-email.ts';
import { aiSearch } from '../../store/ai-search.ts';
import { clockNow } from '../../store/demo-clock.ts';
import { textDraftsStore } from '../../store/text-drafts.store.ts';
import type { ChatRun, RunningChat } from './chat-handle.ts';
import { keptChat } from './kept-chat.ts';
import { endQuietly, serverPorts } from './server-ports.ts';

/** Runs MAX of this tab until it is stopped. */
export function runChat(run: ChatRun): RunningChat {
  const input = {
    now: clockNow,
    newKey: newIdempotencyKey,
    intents: intentsOf(featureFactsOf(run.boot, run.user)),
    kept: keptChat.read(run.user),
  };
  forgetDrafts(input.kept);
  const actor = createActor(composeChat(run), { input, inspect: run.inspect });
  let kept = input.kept;
  const watching = actor.subscribe((snapshot) => {
    run.show(chatViewOf(snapshot));
    const next = keptOf(snapshot);
    if (JSON.stringify(next) === JSON.stringify(kept)) return;
    if (next?.session.id !== kept?.session.id) forgetDrafts(next);
    kept = next;
    keptChat.write(run.user, next);
  });
  actor.start();
  return {
    send: (command) => actor.send(command),
    stop: () => {
      watching.unsubscribe();
      actor.stop();
    },
  };
}

/** Text typed in a conversation is dropped with it. */
const forgetDrafts = (kept: KeptChat | null): void =>
  textDraftsStore.trigger.chatsForgotten({ but: kept?.session.id ?? null });

/** Fills the ports of MAX's machines. */
const composeChat = ({ api, cable, user, open }: ChatRun) =>
  chatMachine.provide({
    actors: {
      ...serverPorts(api, cable),
      departure: departureMachine.provide({
        actions: {
          openPage: (_, departure) => {
            leaveBehind(user, departure);
            open(departure.href);
          },
        },
      }),
    },
    actions: {
      endQuietly: (_, { sessionId }) => {
        if (sessionId !== null) endQuietly(api, sessionId);
      },
    },
  });

/** Stores what the page opens with. */
function leaveBehind(user: CurrentUser, { search, email }: Departure): void {
  if (search !== null) aiSearch.put(user, ContactsScope.parse(search));
  if (email !== null) aiEmail.put(user, email);
}
