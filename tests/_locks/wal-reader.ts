/** Strengths of locks, in PostgreSQL's words; an advisory lock is `share` or `update`. */
export type Mode = 'key share' | 'share' | 'no key update' | 'update';

/** Something that a transaction locked and did not hold as strongly before. */
export interface Lock {
  /** A table, or the name of an advisory lock. */
  readonly what: string;
  /** The row or the key. */
  readonly which: string;
  /** Of the row; `null`: not known. */
  readonly id: number | null;
  readonly mode: Mode;
  /** Strength in which it was held before; `null`: it wasn't. */
  readonly from: Mode | null;
  /** False: it is taken only when free. */
  readonly waits: boolean;
}

export interface Transaction {
  readonly xid: string;
  /** In the order in which they were taken. */
  readonly locks: readonly Lock[];
}

/** A record of the write-ahead log, as pg_walinspect answers it. */
export interface WalRecord {
  readonly xid: string;
  readonly manager: string;
  readonly type: string;
  readonly description: string;
  readonly blocks: string | null;
  /** What an insert wrote. */
  readonly data: Buffer | null;
}

/** A table as the template has it: every copy begins with the same files. */
export interface TemplateTable {
  readonly database: string;
  readonly file: string;
  readonly name: string;
  /** True if the first column is a `bigint` called `id`. */
  readonly hasId: boolean;
  /** Place of its row in pg_class, as `(block,offset)`. */
  readonly place: string;
}

type Table = Pick<TemplateTable, 'name' | 'hasId'>;

interface Row {
  readonly id: number | null;
  readonly name: string;
  /** The transaction that inserted it: no other one can lock the row before that ends. */
  readonly by: string | null;
}

interface Taken extends Lock {
  readonly at: number;
  /** As of its row. */
  readonly by: string | null;
}

/** Records that tell of locks. */
export const RECORDS = `(r.resource_manager = 'Heap' and r.record_type not like 'HEAP_CONFIRM%' and r.record_type not like 'INPLACE%')
  or (r.resource_manager = 'Heap2' and r.record_type like 'MULTI_INSERT%')
  or (r.resource_manager = 'Transaction' and r.record_type <> 'INVALIDATION')
  or r.resource_manager in ('LogicalMessage', 'MultiXact', 'Database', 'Storage')`;

/** Prefix of the messages that advisory locks leave in the log (`advisory.ts`). */
export const ADVISORY = 'advisory';

const PG_CLASS = '1259';
const BLOCK = /blkref #(\d): rel \d+\/(\d+)\/(\d+) fork (\w+) blk (\d+)/g;
const OFFSET = /\boff: (\d+)/;
const OFFSETS = /\bold_off: (\d+).*\bnew_off: (\d+)/;
/** Of an insert that waits for another one with the same key. Source: XLH_INSERT_IS_SPECULATIVE in heapam_xlog.h. */
const ON_CONFLICT = /\bflags: 0x.[4567CDEF]$/;
const MEMBER = /(\d+) \((\w+)\)/g;
const RANK: readonly Mode[] = ['key share', 'share', 'no key update', 'update'];
const MEMBERS: Readonly<Record<string, Mode>> = {
  keysh: 'key share',
  sh: 'share',
  fornokeyupd: 'no key update',
  forupd: 'update',
  nokeyupd: 'no key update',
  upd: 'update',
};

const stronger = (left: Mode, right: Mode): boolean => RANK.indexOf(left) > RANK.indexOf(right);

/** Strength of a lock that one transaction holds alone, by the bits of its tuple. */
function modeOf(description: string): Mode {
  const [keyShare, exclusive] = [description.includes('KEYSHR_LOCK'), description.includes('EXCL_LOCK')];
  if (keyShare) return exclusive ? 'share' : 'key share';
  return description.includes('KEYS_UPDATED') ? 'update' : 'no key update';
}

/**
 * Reads the write-ahead log, in which PostgreSQL notes every lock of a row in the moment in which it is taken: also those of
 * triggers, functions and foreign keys. A part of a transaction that was rolled back to a savepoint is one of its own, as
 * it gave its locks back.
 */
export class WalReader {
  readonly #tables = new Map<string, Table>();
  readonly #classes = new Map<string, Table>();
  readonly #template: readonly TemplateTable[];
  readonly #rows = new Map<string, Map<string, Row>>();
  readonly #multis = new Map<string, ReadonlyMap<string, Mode>>();
  readonly #open = new Map<string, Taken[]>();
  /** Files of a database that no row of pg_class has named yet. */
  readonly #fresh = new Map<string, string>();
  #at = 0;

  constructor(template: readonly TemplateTable[]) {
    this.#template = template;
    for (const { database } of template) this.#copy(database);
  }

  /** The transaction that ends with this record. */
  read(record: WalRecord): Transaction | null {
    this.#at += 1;
    const { manager, type, description } = record;
    if (manager === 'Transaction') return /^(COMMIT|ABORT)/.test(type) ? this.#end(record) : null;
    if (manager === 'MultiXact') this.#multi(description);
    else if (manager === 'LogicalMessage') this.#advisory(record);
    else if (manager === 'Database') this.#database(type, description);
    else if (manager === 'Storage') this.#storage(type, description);
    else this.#heap(record);
    return null;
  }

  /** Transactions that never ended: of processes that were killed. */
  rest(): Transaction[] {
    return [...this.#open.keys()].map((xid) => this.#transaction([xid]));
  }

  #copy(database: string): void {
    for (const { file, place, ...table } of this.#template) {
      this.#tables.set(`${database}/${file}`, table);
      this.#classes.set(`${database}/${place.slice(1, -1)}`, table);
    }
  }

  #database(type: string, description: string): void {
    const copied = /copy dir \d+\/(\d+) to \d+\/(\d+)/.exec(description);
    if (copied?.[1] !== undefined && copied[2] !== undefined) {
      if (this.#template.some(({ database }) => database === copied[1])) this.#copy(copied[2]);
    } else if (type === 'DROP') {
      const dropped = / ?\d+\/(\d+)/.exec(description)?.[1] ?? '';
      for (const known of [this.#tables, this.#classes, this.#rows])
        for (const key of known.keys()) if (key.startsWith(`${dropped}/`)) known.delete(key);
    }
  }

  #storage(type: string, description: string): void {
    const [, database, file] = /^base\/(\d+)\/(\d+)$/.exec(description) ?? [];
    if (type === 'CREATE' && database !== undefined && file !== undefined) this.#fresh.set(database, file);
  }

  /** A table got a file: it was created or truncated. */
  #named(database: string, place: string, record: WalRecord, before: Table | undefined): void {
    const name = record.data === null ? undefined : /^[\w$]+/.exec(tuple(record.data).toString('latin1', 4, 68))?.[0];
    const table = before ?? (name === undefined ? undefined : { name, hasId: false });
    if (table === undefined) return;
    this.#classes.set(`${database}/${place}`, table);
    const file = this.#fresh.get(database);
    if (file !== undefined) this.#tables.set(`${database}/${file}`, table);
    this.#fresh.delete(database);
  }

  #multi(description: string): void {
    const members = description.slice(description.indexOf(':') + 1).matchAll(MEMBER);
    this.#multis.set(
      description.split(' ', 1)[0] ?? '',
      new Map([...members].map(([, xid = '', mode = '']) => [xid, MEMBERS[mode] ?? 'update'])),
    );
  }

  #advisory({ xid, description }: WalRecord): void {
    const [, prefix, bytes] = /prefix "(\w+)"; payload \(\d+ bytes\): ([\dA-F ]*)/.exec(description) ?? [];
    if (prefix !== ADVISORY || bytes === undefined) return;
    const [mode, waits, which = '', ...words] = Buffer.from(bytes.replaceAll(' ', ''), 'hex').toString().split('|');
    this.#take(xid, {
      what: `advisory ${nameOf(words.join('|'))}`,
      which,
      id: null,
      mode: mode === 'share' ? 'share' : 'update',
      from: null,
      waits: waits === 'waits',
    });
  }

  #heap(record: WalRecord): void {
    const { xid, type, description } = record;
    const places = [...(record.blocks ?? '').matchAll(BLOCK)].filter(([, , , , fork]) => fork === 'main');
    const [place] = places;
    if (place === undefined) return;
    const [, , database = '', file = '', , block = ''] = place;
    const oldBlock = places[1]?.[5] ?? block;
    if (file === PG_CLASS) {
      const [, from, to] = OFFSETS.exec(description) ?? [];
      if (from !== undefined)
        this.#named(database, `${block},${to}`, record, this.#classes.get(`${database}/${oldBlock},${from}`));
      else if (type.startsWith('INSERT'))
        this.#named(database, `${block},${OFFSET.exec(description)?.[1]}`, record, undefined);
      return;
    }
    const table = this.#tables.get(`${database}/${file}`);
    if (table === undefined) return;
    const rows = this.#rowsOf(database, file);
    const at = `${block},${OFFSET.exec(description)?.[1]}`;
    if (type.startsWith('INSERT')) this.#insert(record, table, rows, at);
    else if (type.startsWith('LOCK')) this.#lock(xid, table, rowAt(rows, at), this.#modeOf(xid, description));
    else if (type.startsWith('DELETE')) this.#lock(xid, table, rowAt(rows, at), 'update');
    else if (/^(HOT_)?UPDATE/.test(type)) {
      const [, from, to] = OFFSETS.exec(description) ?? [];
      const row = rowAt(rows, `${oldBlock},${from}`);
      this.#lock(xid, table, row, description.includes('KEYS_UPDATED') ? 'update' : 'no key update');
      rows.set(`${block},${to}`, row);
    }
  }

  #rowsOf(database: string, file: string): Map<string, Row> {
    const key = `${database}/${file}`;
    const rows = this.#rows.get(key) ?? new Map<string, Row>();
    this.#rows.set(key, rows);
    return rows;
  }

  #insert({ xid, data, description }: WalRecord, table: Table, rows: Map<string, Row>, at: string): void {
    const values = data === null ? null : tuple(data);
    const id = table.hasId && values !== null && values.length >= 8 ? Number(values.readBigInt64LE()) : null;
    const row = { id, name: id === null ? `inserted ${this.#at}` : String(id), by: xid };
    rows.set(at, row);
    if (ON_CONFLICT.test(description))
      this.#take(xid, {
        what: `key of ${table.name}`,
        which: row.name,
        id: null,
        mode: 'update',
        from: null,
        waits: true,
      });
  }

  #modeOf(xid: string, description: string): Mode {
    if (!description.includes('IS_MULTI')) return modeOf(description);
    return this.#multis.get(/\bxmax: (\d+)/.exec(description)?.[1] ?? '')?.get(xid) ?? 'key share';
  }

  #lock(xid: string, { name }: Table, row: Row, mode: Mode): void {
    this.#take(xid, { what: name, which: row.name, id: row.id, mode, from: null, waits: true }, row.by);
  }

  #take(xid: string, lock: Lock, by: string | null = null): void {
    const locks = this.#open.get(xid) ?? [];
    locks.push({ ...lock, at: this.#at, by });
    this.#open.set(xid, locks);
  }

  #end({ xid, description }: WalRecord): Transaction {
    const parts = /; subxacts: ([\d ]+)/.exec(description)?.[1]?.trim().split(' ') ?? [];
    return this.#transaction([xid, ...parts]);
  }

  #transaction(xids: readonly string[]): Transaction {
    const mine = new Set(xids);
    const taken = xids.flatMap((xid) => this.#open.get(xid) ?? []).toSorted((a, b) => a.at - b.at);
    for (const xid of xids) this.#open.delete(xid);
    const held = new Map<string, Mode>();
    const locks: Lock[] = [];
    for (const { by, at: _, ...lock } of taken) {
      const { what, which, mode } = lock;
      // A new row is its transaction's own until that ends.
      if (by !== null && mine.has(by)) continue;
      const before = held.get(`${what} ${which}`);
      if (before !== undefined && !stronger(mode, before)) continue;
      held.set(`${what} ${which}`, mode);
      locks.push({ ...lock, from: before ?? null });
    }
    return { xid: xids[0] ?? '', locks };
  }
}

/** What an advisory lock is about: the text in its key, or the key itself. */
const nameOf = (key: string): string => /'([^']+)'/.exec(key)?.[1] ?? key.replace(/["\n].*/s, '');

/** The row at a place. One that was there before the log began gets a name. */
function rowAt(rows: Map<string, Row>, at: string): Row {
  const known = rows.get(at);
  if (known !== undefined) return known;
  const row = { id: null, name: `at ${at}`, by: null };
  rows.set(at, row);
  return row;
}

/** Values of a tuple, from its record in the log: a header of 5 bytes, the bitmap of nulls, then the values. */
const tuple = (data: Buffer): Buffer => data.subarray(5 + (data[4] ?? 24) - 23);
