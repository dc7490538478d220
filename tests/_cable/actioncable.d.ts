/** The parts of Rails' client that the tests use; it has no types of its own. */
declare module '@rails/actioncable' {
  export interface Subscription {
    perform(action: string, data?: object): void;
    unsubscribe(): void;
  }
  export interface Callbacks {
    connected(): void;
    disconnected(): void;
    rejected(): void;
    received(message: { type: string; offset: number }): void;
  }
  export interface Consumer {
    readonly subscriptions: { create(channel: string | object, callbacks: Callbacks): Subscription };
    readonly connection: { isActive(): boolean };
    connect(): void;
    disconnect(): void;
  }
  export const adapters: { WebSocket: typeof WebSocket };
  export function createConsumer(url: string): Consumer;
}
