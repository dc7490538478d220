import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** A transaction, as the server's log tells it. */
export interface Told {
  /** Calls that led to its begin, the innermost first; empty for a statement of its own. */
  readonly calls: readonly string[];
  readonly statements: readonly string[];
  /** True if a test sent it by itself. */
  readonly byTest: boolean;
}

/** Process, virtual and real id of the transaction, database, statement: as `logStatements` orders them. */
const LINE = /^(\d+)\|([^|]+)\|(\d+)\|[^|]*\| LOG: {2}duration: [\d.]+ ms {2}(?:statement|execute [^:]+): (.*)$/;

/** Marks the calls in the text of a begin. */
export const CALLS = 'begun by';

/** Marks a statement that a test sends by itself. */
export const BY_TEST = '/* by a test */';

const MARKED = new RegExp(` /\\* ${CALLS} (.*) \\*/`);

interface Running {
  readonly virtual: string;
  xid: string;
  readonly statements: string[];
}

/** Finds these transactions in the log of their server. */
export async function statementsOf(log: string, xids: ReadonlySet<string>): Promise<Map<string, Told>> {
  const told = new Map<string, Told>();
  const running = new Map<string, Running>();
  const end = ({ xid, statements }: Running): void => {
    if (!xids.has(xid)) return;
    const calls = MARKED.exec(statements[0] ?? '')?.[1]?.split(' < ') ?? [];
    told.set(xid, {
      calls,
      statements: statements.map((text) => text.replace(MARKED, '')),
      byTest: statements.some((text) => text.endsWith(BY_TEST)),
    });
  };
  let last: string[] = [];
  for await (const line of createInterface({ input: createReadStream(log) })) {
    // The rest of a statement of several lines.
    if (line.startsWith('\t')) last.push(`${last.pop() ?? ''} ${line.trim()}`);
    const [, pid, virtual, xid = '0', text = ''] = LINE.exec(line) ?? [];
    if (pid === undefined || virtual === undefined) {
      // Of a line that tells of something else, such as the planning of a statement.
      if (/^\d+\|/.test(line)) last = [];
      continue;
    }
    const before = running.get(pid);
    const one = before?.virtual === virtual ? before : { virtual, xid, statements: [] };
    if (before !== undefined && before !== one) end(before);
    // A commit is logged when its transaction is over.
    if (xid !== '0') one.xid = xid;
    one.statements.push(text);
    running.set(pid, one);
    last = one.statements;
  }
  for (const one of running.values()) end(one);
  return told;
}
