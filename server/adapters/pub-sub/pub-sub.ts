/** A numbered event on its way to the cable. */
export interface PublishedEvent {
  /** Place among the events of all streams, in commit order and without holes. */
  readonly sequence: number;
  readonly stream: string;
  readonly epoch: string;
  readonly offset: number;
  readonly body: { readonly type: string };
}

/** Carries numbered events from the relay to every process that serves a cable. */
export interface PubSub {
  publish(events: readonly PublishedEvent[]): Promise<void>;
  /** The listener gets events of all streams, in order within a stream. Answers how to stop. */
  subscribe(listener: (events: readonly PublishedEvent[]) => void): () => void;
  close(): Promise<void>;
}
