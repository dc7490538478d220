import type { Position } from '#contract/_cable.contract.ts';
import type { PublishedEvent } from '../adapters/pub-sub/pub-sub.ts';
import type { Pool } from '../db/pool.ts';
import { outsideAccounts, withAccount } from '../db/tx.ts';
import type { Identity } from '../identity.ts';
import { MAX_CATCH_UP } from './protocol.ts';

/** Streams of one read. Ours. */
const PAGE = 1_000;

interface Asked {
  readonly accountId: number;
  readonly stream: string;
  readonly answer: PromiseWithResolvers<Position | null>;
}

interface Head {
  stream: string;
  account_id: number;
  epoch: string;
  last_offset: number;
}

/** Reads the heads of streams; what is asked while a read is under way shares the next one. */
export class Positions {
  readonly #pool: Pool;
  #asked: Asked[] = [];
  #reading = false;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** `null`: the stream is another account's. */
  read(accountId: number, stream: string): Promise<Position | null> {
    const answer = Promise.withResolvers<Position | null>();
    this.#asked.push({ accountId, stream, answer });
    if (!this.#reading) void this.#readAll();
    return answer.promise;
  }

  async #readAll(): Promise<void> {
    this.#reading = true;
    while (this.#asked.length > 0) {
      const page = this.#asked.splice(0, PAGE);
      try {
        const heads = new Map((await this.#open(page)).map((head) => [head.stream, head]));
        for (const { accountId, stream, answer } of page) {
          const head = heads.get(stream);
          const own = head !== undefined && head.account_id === accountId;
          answer.resolve(own ? { stream, epoch: head.epoch, offset: head.last_offset } : null);
        }
      } catch (error) {
        for (const { answer } of page) answer.reject(error);
      }
    }
    this.#reading = false;
  }

  #open(page: readonly Asked[]): Promise<Head[]> {
    return outsideAccounts<Head>(this.#pool, 'select * from open_streams($1, $2)', [
      page.map(({ stream }) => stream),
      page.map(({ accountId }) => accountId),
    ]);
  }
}

export interface Missed {
  readonly now: Position;
  /** `null` for another epoch, events no longer stored, or too many. */
  readonly events: readonly Omit<PublishedEvent, 'sequence'>[] | null;
}

interface MissedRow {
  epoch: string;
  last_offset: number;
  offset: number | null;
  body: PublishedEvent['body'];
}

/** Events after a position, complete or not at all. `null`: no such stream in this account. */
export async function readMissed(pool: Pool, identity: Identity, since: Position): Promise<Missed | null> {
  const rows = await withAccount(pool, identity, (tx) =>
    tx.raw<MissedRow>(
      `select s.epoch, s.last_offset, e."offset", e.body
       from streams s left join lateral (
         select "offset", body from events
         where stream = s.stream and "offset" > $2 and s.epoch::text = $3 and s.last_offset - $2 <= $4
         order by "offset" limit $4
       ) e on true
       where s.stream = $1 order by e."offset"`,
      [since.stream, since.offset, since.epoch, MAX_CATCH_UP],
    ),
  );
  const [head] = rows;
  if (head === undefined) return null;
  const { stream } = since;
  const now = { stream, epoch: head.epoch, offset: head.last_offset };
  const events = rows.flatMap(({ epoch, offset, body }) => (offset === null ? [] : [{ stream, epoch, offset, body }]));
  const complete = head.epoch === since.epoch && events.length === head.last_offset - since.offset;
  return { now, events: complete ? events : null };
}
