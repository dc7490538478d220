import type pg from 'pg';
import type { Seal } from '../seal.ts';
import { type AuditHead, isSigned } from './head.ts';

/** A head with its signature in hexadecimal. */
export interface SignedHead extends AuditHead {
  readonly signature: string;
}

export interface AuditFault {
  readonly accountId: number;
  readonly sentence: string;
}

export interface Verified {
  /** Chained rows, and rows that wait to be chained. */
  readonly sealed: number;
  readonly waiting: number;
  readonly heads: number;
  /** At most 100 of each kind. */
  readonly faults: readonly AuditFault[];
}

type Asking = Pick<pg.ClientBase, 'query'>;

const MOST = 100;

/** Not the database's own function, which could be replaced together with the rows. */
const HASH = `sha256(coalesce(w.before, '') || convert_to(jsonb_build_array(
    w.seq, a.account_id, a.id, a.actor_id, a.acting_as_id, a.action, a.subject_type, a.subject_id, a.detail, a.request_id,
    to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), to_jsonb(a.stack))::text, 'UTF8'))`;

const LINKS = `select w.account_id, w.seq, w.audit_id, w.seq <> w.place as moved, a.id is null as gone
  from (select c.account_id, c.seq, c.audit_id, c.hash, lag(c.hash) over chain as before, row_number() over chain as place
        from audit_chain c window chain as (partition by c.account_id order by c.seq)) w
  left join audit_log a on a.id = w.audit_id
  where w.seq <> w.place or a.id is null or a.account_id <> w.account_id or w.hash is distinct from ${HASH}
  order by w.account_id, w.seq limit ${MOST}`;

/** Rows that came below the mark without a link: added, or their link was cut off. */
const UNCHAINED = `select a.account_id, a.id from audit_log a, audit_sealing s
  where a.id <= s.low_id and not exists (select from audit_chain c where c.audit_id = a.id)
  order by a.id limit ${MOST}`;

/** Heads of the database and `$1`, heads from elsewhere, whose link is another one now, or gone. */
const HEADS = `select h.account_id, h.day::text, h.seq, h.hash, h.signature,
    c.hash is distinct from decode(h.hash, 'hex') as broken
  from (select account_id, day::text, seq, encode(hash, 'hex') as hash, encode(signature, 'hex') as signature from audit_heads
        union
        select * from jsonb_to_recordset($1) as g(account_id bigint, day text, seq bigint, hash text, signature text)) h
  left join audit_chain c on c.account_id = h.account_id and c.seq = h.seq
  order by h.account_id, h.day`;

const COUNTS = `select (select count(*) from audit_chain)::float8 as sealed, (select count(*) from audit_log a
    where a.id > (select low_id from audit_sealing) and not exists (select from audit_chain c where c.audit_id = a.id)
  )::float8 as waiting`;

interface LinkRow {
  account_id: number;
  seq: number;
  audit_id: number;
  moved: boolean;
  gone: boolean;
}

/**
 * Looks for edits, deletions, additions and reordering in the chained rows of the audit log, as the owner of the tables.
 * `exported`: heads from the log of the jobs process, which no one could change with the database.
 */
export async function verifyAudit(ask: Asking, seal: Seal, exported: readonly SignedHead[] = []): Promise<Verified> {
  const faults: AuditFault[] = [];
  const { rows: links } = await ask.query<LinkRow>(LINKS);
  for (const { account_id: accountId, seq, audit_id: id, moved, gone } of links) {
    const what = moved
      ? `Links before link ${seq} of the chain are missing.`
      : gone
        ? `Row ${id} (link ${seq}) was deleted.`
        : `Row ${id} (link ${seq}) or the link before it was changed.`;
    faults.push({ accountId, sentence: what });
  }
  const { rows: unchained } = await ask.query<{ account_id: number; id: number }>(UNCHAINED);
  for (const { account_id: accountId, id } of unchained) {
    faults.push({ accountId, sentence: `Row ${id} has no link: it was added, or its link was deleted.` });
  }
  const { rows: heads } = await ask.query<SignedHead & { broken: boolean }>(HEADS, [JSON.stringify(exported)]);
  for (const head of heads) {
    const { account_id: accountId, day, seq, signature, broken } = head;
    if (!isSigned(seal, head, signature))
      faults.push({ accountId, sentence: `The head of ${day} isn't signed by a key of this installation.` });
    else if (broken) faults.push({ accountId, sentence: `Link ${seq}, the head of ${day}, was changed or deleted.` });
  }
  const { rows: counts } = await ask.query<{ sealed: number; waiting: number }>(COUNTS);
  const { sealed, waiting } = counts[0] ?? { sealed: 0, waiting: 0 };
  return { sealed, waiting, heads: heads.length, faults };
}
