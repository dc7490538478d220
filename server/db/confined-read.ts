import pg, { type QueryResult, type Submittable } from 'pg';

/** Parts of a connection of `pg` that its types omit. */
interface Line {
  readonly stream: { cork(): void; uncork(): void };
  readonly submittedNamedStatements: Record<string, string>;
  readonly parsedStatements: Readonly<Record<string, string>>;
  parse(statement: { readonly text: string; readonly name: string | undefined }): void;
  bind(statement: { readonly statement: string | undefined; readonly values: readonly string[] }): void;
  execute(portal: object): void;
}

/** Parts of a query of `pg` that its types omit. */
interface Driven {
  readonly name: string | undefined;
  callback: (error: Error | null, result: QueryResult) => void;
  /** Sends everything up to the end of the implicit transaction. */
  prepare(line: Line): void;
  handleRowDescription(message: object): void;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, line: Line): void;
  handleReadyForQuery(line: Line): void;
  handleError(error: Error, line: Line): void;
  handleEmptyQuery(line: Line): void;
}

/** A statement as the driver takes it; without a name it is planned each time. */
export interface Asked {
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A statement that settles a transaction, and its values. */
export interface Settling {
  readonly name?: string;
  readonly text: string;
  readonly values: readonly string[];
}

/**
 * One statement and, before it, the settings of its transaction, in one round trip: PostgreSQL makes one transaction of
 * all messages up to a Sync, which ends it.
 */
export class ConfinedRead implements Submittable {
  readonly text: string;
  /** Replaced by the driver's time limit and by tracing. */
  callback: Driven['callback'];
  readonly #settling: Settling;
  readonly #read: Driven;
  #stage: 'new' | 'settling' | 'reading' = 'new';

  constructor(settling: Settling, asked: Asked, callback: Driven['callback']) {
    this.text = asked.text;
    this.callback = callback;
    this.#settling = settling;
    this.#read = new pg.Query({ ...asked, values: [...asked.values] }) as unknown as Driven;
    this.#read.callback = (error, result) => this.callback(error, result);
  }

  /** The statement that the server's next answers are about: the driver notes by it what has been prepared. */
  get name(): string | undefined {
    return this.#stage === 'settling' ? this.#settling.name : this.#read.name;
  }

  submit = (connection: unknown): void => {
    const line = connection as Line;
    const { name, text, values } = this.#settling;
    this.#stage = 'settling';
    line.stream.cork();
    try {
      if (name === undefined || line.parsedStatements[name] === undefined) line.parse({ text, name });
      line.bind({ statement: name, values });
      line.execute({});
      this.#read.prepare(line);
    } finally {
      line.stream.uncork();
    }
  };

  handleRowDescription(message: object): void {
    this.#read.handleRowDescription(message);
  }

  handleDataRow(message: object): void {
    if (this.#stage === 'reading') this.#read.handleDataRow(message);
  }

  handleCommandComplete(message: object, line: Line): void {
    if (this.#stage === 'reading') this.#read.handleCommandComplete(message, line);
    else this.#stage = 'reading';
  }

  handleReadyForQuery(line: Line): void {
    this.#read.handleReadyForQuery(line);
  }

  handleEmptyQuery(line: Line): void {
    this.#read.handleEmptyQuery(line);
  }

  handleError(error: Error, line: Line): void {
    // The server has skipped the statement behind the failed settings, also its preparation.
    const { name } = this.#read;
    if (this.#stage === 'settling' && name !== undefined) delete line.submittedNamedStatements[name];
    this.#read.handleError(error, line);
  }
}
