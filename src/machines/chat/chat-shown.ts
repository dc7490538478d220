import type { KeptChat } from './chat-context.ts';
import type { ChatSnapshot } from './chat.machine.ts';
import type { ChatView } from './chat-view.ts';

const placeOf = ({ value: { place } }: ChatSnapshot): ChatView['place'] => (place === 'deciding' ? 'picking' : place);

/** After a reload, until the conversation has loaded. */
const READING: ChatView['waiting'] = { stage: 'reading', doing: '', content: '' };

/** The message may not have reached the server, or the reply not the user. */
const LOOKING: ChatView['waiting'] = { stage: 'looking', doing: '', content: '' };
const AWAY: ChatView['waiting'] = { stage: 'away', doing: '', content: '' };

function waitingOf(snapshot: ChatSnapshot): ChatView['waiting'] {
  const { writing, missed } = snapshot.context;
  if (snapshot.matches({ talk: 'reading' })) return READING;
  if (!snapshot.matches({ talk: 'waiting' })) return null;
  const isHeard = writing.doing !== '' || writing.content !== '';
  if (isHeard || snapshot.matches({ talk: { waiting: 'asking' } })) return writing;
  return missed > 0 ? AWAY : LOOKING;
}

const isOpen = (snapshot: ChatSnapshot): boolean => snapshot.matches({ panel: 'open' });

export function chatViewOf(snapshot: ChatSnapshot): ChatView {
  const { intents, session, welcome, messages, scopes, failure, alert, leaving } = snapshot.context;
  const waiting = waitingOf(snapshot);
  const maySay = snapshot.matches({ talk: 'idle' }) || snapshot.matches({ talk: 'failed' });
  const place = placeOf(snapshot);
  return {
    open: isOpen(snapshot),
    place,
    intents,
    // What is over cannot be gone on with.
    session: place === 'picking' && session?.status === 'inactive' ? null : session,
    welcome,
    messages,
    scopes,
    waiting,
    failure: waiting === null ? failure : null,
    alert,
    leaving,
    canSend: place === 'chatting' && maySay,
  };
}

/** State kept for a reload of the tab. `null`: no open conversation. */
export function keptOf(snapshot: ChatSnapshot): KeptChat | null {
  const { session, pending } = snapshot.context;
  if (session === null || session.status === 'inactive') return null;
  const place = placeOf(snapshot) === 'picking' ? 'picking' : 'chatting';
  return { session, place, open: isOpen(snapshot), pending };
}
