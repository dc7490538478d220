import { type EventObject, fromCallback } from 'xstate';
import { cableMachine, type NetworkFact, type SocketFact } from '../machines/_cable/cable.machine.ts';
import { inUseMachine, type PageFact } from '../machines/_cable/in-use.machine.ts';
import type { Frame } from '../realtime/frames.ts';
import type { Gateway } from '../realtime/gateway.ts';
import { openTransport } from '../realtime/transport.ts';

/** Milliseconds between two activity events sent to the machine. Our choice: far below its silence limit. */
const STIR_EVERY_MS = 1_000;

/** Fills the ports of the cable machine: a socket whose frames also go to the gateway, and the browser's network. */
export const createCableActors = (gateway: Gateway, url: string) => ({
  socket: fromCallback<EventObject, undefined>(({ sendBack }) => {
    const tell = (fact: SocketFact) => sendBack(fact);
    let stirredAt = Number.NEGATIVE_INFINITY;
    const listening = openTransport(url).subscribe((event) => {
      if (event.type === 'opened') return gateway.opened(event.send);
      if (event.type === 'closed') return tell({ type: 'socket.closed' });
      gateway.received(event.frame);
      const fact = factOf(event.frame);
      if (fact.type === 'socket.stirred') {
        if (performance.now() - stirredAt < STIR_EVERY_MS) return;
        stirredAt = performance.now();
      }
      tell(fact);
    });
    return () => listening.unsubscribe();
  }),
  network: fromCallback<EventObject, undefined>(({ sendBack }) => {
    const tell = (fact: NetworkFact) => sendBack(fact);
    const lost = () => tell({ type: 'network.lost' });
    const returned = () => tell({ type: 'network.returned' });
    addEventListener('offline', lost);
    addEventListener('online', returned);
    return () => {
      removeEventListener('offline', lost);
      removeEventListener('online', returned);
    };
  }),
});

/** Fills the ports of the machine that reports whether the page is in use. */
export const composeInUse = (gateway: Pick<Gateway, 'inUse'>) =>
  inUseMachine.provide({
    actors: {
      visibility: fromCallback<EventObject, undefined>(({ sendBack }) => {
        const tell = () => {
          const fact: PageFact = { type: document.visibilityState === 'visible' ? 'page.shown' : 'page.hidden' };
          sendBack(fact);
        };
        tell();
        document.addEventListener('visibilitychange', tell);
        return () => document.removeEventListener('visibilitychange', tell);
      }),
    },
    actions: { sayInUse: () => gateway.inUse() },
  });

export const composeCable = (gateway: Gateway, url: string) =>
  cableMachine.provide({
    actors: { ...createCableActors(gateway, url), inUse: composeInUse(gateway) },
    actions: { tellLine: (_, { state }) => gateway.lineIs(state) },
  });

function factOf(frame: Frame): SocketFact {
  switch (frame.type) {
    case 'welcome':
      return { type: 'socket.welcomed' };
    case 'confirm_subscription':
      return { type: 'socket.confirmed' };
    case 'disconnect':
      return { type: 'socket.dismissed', reason: frame.reason ?? null, reconnect: frame.reconnect ?? true };
    default:
      return { type: 'socket.stirred' };
  }
}
