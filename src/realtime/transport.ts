import { Observable } from 'rxjs';
import { CABLE_PROTOCOL } from '#contract/_cable.contract.ts';
import { type Command, type Frame, frameOf } from './frames.ts';

export type TransportEvent =
  | { readonly type: 'opened'; readonly send: (command: Command) => void }
  | { readonly type: 'received'; readonly frame: Frame }
  /** Ended by either side, or never opened. Nothing comes after it. */
  | { readonly type: 'closed' };

type SocketConstructor = new (url: string, protocol: string) => WebSocket;

/**
 * One plain socket, from opening to its end; unsubscribing closes it. Cold, never errors, never reconnects: the cable
 * machine decides when to retry.
 */
export const openTransport = (url: string, Socket: SocketConstructor = WebSocket): Observable<TransportEvent> =>
  new Observable((subscriber) => {
    const socket = new Socket(url, CABLE_PROTOCOL);
    const send = (command: Command) => {
      if (socket.readyState === 1) socket.send(JSON.stringify(command));
    };
    const close = () => {
      subscriber.next({ type: 'closed' });
      subscriber.complete();
    };
    socket.onopen = () => subscriber.next({ type: 'opened', send });
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      const frame = typeof data === 'string' ? frameOf(data) : null;
      if (frame !== null) subscriber.next({ type: 'received', frame });
    };
    socket.onerror = close;
    socket.onclose = close;
    return () => socket.close();
  });

/** Address of this page's cable. */
export const cableUrlOf = (location: Pick<Location, 'protocol' | 'host'>, path: string): string =>
  `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}${path}`;
