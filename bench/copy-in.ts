import type { Submittable } from 'pg';
import type { PoolClient } from '../server/db/pool.ts';

/** Statement that `pg` passes to a running query; its types omit the copy protocol. */
interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  readonly stream: NodeJS.WritableStream & { readonly writableNeedDrain: boolean };
}

/** `COPY … FROM STDIN` over the connection of `pg`, with back pressure. Resolves once the server has taken all. */
export function copyIn(client: PoolClient, text: string, pieces: AsyncIterable<Buffer>): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: unknown = null;
    const feed = async (connection: CopyConnection) => {
      for await (const piece of pieces) {
        connection.sendCopyFromChunk(piece);
        if (connection.stream.writableNeedDrain) await new Promise((go) => connection.stream.once('drain', go));
      }
      connection.endCopyFrom();
    };
    const statement = {
      submit: (connection: CopyConnection) => connection.query(text),
      handleCopyInResponse: (connection: CopyConnection) => void feed(connection).catch(reject),
      handleError: (error: unknown) => {
        failure = error;
      },
      handleReadyForQuery: () => (failure === null ? resolve() : reject(failure)),
      handleCommandComplete: () => undefined,
      handleRowDescription: () => undefined,
      handleDataRow: () => undefined,
      handleEmptyQuery: () => undefined,
      handlePortalSuspended: () => undefined,
    };
    client.query(statement as unknown as Submittable);
  });
}
