import type { FileType } from '#contract/files.contract.ts';
import type { SoaEvent, SoaMethod, SoaSigned, SoaTiming } from '#contract/soa.contract.ts';
import type { SoaException, SoaLanguage, SoaProduct, SoaStatus, SoaWay } from '#contract/soa.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { SEEN, type VisibilityValues } from '../contacts/contact-visibility.sql.ts';

/** A scanned form or a recording; `sha256` in hexadecimal. */
export interface SoaForm {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A scope of appointment as the table has it. */
export interface SoaRow {
  readonly id: number;
  readonly user_id: number;
  readonly contact_id: number;
  readonly status: SoaStatus;
  readonly method: SoaMethod;
  readonly language: SoaLanguage;
  readonly products: readonly SoaProduct[];
  readonly appointment_at: Date | null;
  readonly zone: string;
  readonly domain_name: string;
  readonly supersedes_id: number | null;
  readonly sent_by: SoaWay | '';
  readonly sent_at: Date | null;
  readonly viewed_at: Date | null;
  readonly expires_at: Date | null;
  readonly signed_at: Date | null;
  readonly signer: SoaSigned | null;
  readonly submission: string;
  readonly rule_id: number | null;
  readonly timing: SoaTiming | '';
  readonly initial_contact: string;
  readonly exception: SoaException | '';
  readonly agent_signature: string;
  readonly completed_at: Date | null;
  readonly reason: string;
  readonly ended_at: Date | null;
  readonly file_id: number | null;
  /** What was sealed of the file; `null`: none. */
  readonly form: SoaForm | null;
  readonly note: string;
  readonly created_at: Date;
}

/** The same with names, and the status at this moment. */
export interface ShownSoa extends SoaRow {
  readonly user_name: string;
  readonly number: number;
  readonly contact: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly superseded_by_id: number | null;
}

const COLUMNS = [
  'id',
  'user_id',
  'contact_id',
  'method',
  'language',
  'products',
  'appointment_at',
  'zone',
  'domain_name',
  'supersedes_id',
  'sent_by',
  'sent_at',
  'viewed_at',
  'expires_at',
  'signed_at',
  'signer',
  'submission',
  'rule_id',
  'timing',
  'initial_contact',
  'exception',
  'agent_signature',
  'completed_at',
  'reason',
  'ended_at',
  'file_id',
  'form',
  'note',
  'created_at',
]
  .map((name) => `r.${name}`)
  .join(', ');

/** As `statusAt`, at the moment `$4`. */
const STATUS = `case when r.status in ('sent', 'viewed') and r.expires_at <= $4 then 'expired' else r.status end`;

const CONTACT = `coalesce(nullif(btrim(c.first_name || ' ' || c.last_name), ''), c.phone, c.email, 'No name')`;

const SELECT = `select ${COLUMNS}, ${STATUS} as status, c.number, ${CONTACT} as contact, c.email, c.phone,
    coalesce((select name from names_of_people(array[r.user_id])), '') as user_name,
    (select max(n.id) from soa_requests n where n.supersedes_id = r.id) as superseded_by_id
  from soa_requests r join contacts c on c.id = r.contact_id and c.deleted_at is null and ${SEEN}`;

const ORDERS = {
  contact: `lower(${CONTACT})`,
  status: STATUS,
  appointment_at: 'r.appointment_at',
  signed_at: 'r.signed_at',
  created_at: 'r.created_at',
} as const;

export interface Wanted {
  readonly now: Date;
  readonly status?: SoaStatus | undefined;
  readonly contactId?: number | undefined;
  readonly q?: string | undefined;
  readonly order: 'asc' | 'desc';
  readonly orderField?: keyof typeof ORDERS | undefined;
  readonly limit: number;
  readonly offset: number;
}

export async function findPage(
  tx: Tx,
  visibility: VisibilityValues,
  { now, status, contactId, q, order, orderField, limit, offset }: Wanted,
): Promise<{ rows: ShownSoa[]; total: number }> {
  const where = `where ($5::text is null or ${STATUS} = $5) and ($6::bigint is null or r.contact_id = $6)
    and ($7::text is null or position(lower($7) in lower(${CONTACT})) > 0)`;
  const values = [...visibility, now, status ?? null, contactId ?? null, q ?? null];
  const by = orderField === undefined ? 'r.id desc' : `${ORDERS[orderField]} ${order} nulls last, r.id desc`;
  const rows = await tx.raw<ShownSoa>(`${SELECT} ${where} order by ${by} limit $8 offset $9`, [
    ...values,
    limit,
    offset,
  ]);
  const [count] = await tx.raw<{ total: number }>(
    `select count(*)::int as total from soa_requests r join contacts c on c.id = r.contact_id and c.deleted_at is null
       and ${SEEN} ${where}`,
    values,
  );
  return { rows, total: count?.total ?? 0 };
}

export async function findShown(tx: Tx, visibility: VisibilityValues, id: number, now: Date): Promise<ShownSoa | null> {
  const [row] = await tx.raw<ShownSoa>(`${SELECT} where r.id = $5`, [...visibility, now, id]);
  return row ?? null;
}

const FROM_TABLE = `select ${COLUMNS}, r.status from soa_requests r`;

/** By its link: of the account, without regard to contacts. */
export async function findSoa(tx: Tx, id: number): Promise<SoaRow | null> {
  const [row] = await tx.raw<SoaRow>(`${FROM_TABLE} where r.id = $1`, [id]);
  return row ?? null;
}

/** The same, locked. */
export async function lockSoa(tx: Tx, id: number): Promise<SoaRow | null> {
  const [row] = await tx.raw<SoaRow>(`${FROM_TABLE} where r.id = $1 for update`, [id]);
  return row ?? null;
}

export interface NewSoa
  extends Pick<
    SoaRow,
    | 'user_id'
    | 'contact_id'
    | 'method'
    | 'language'
    | 'products'
    | 'appointment_at'
    | 'zone'
    | 'domain_name'
    | 'supersedes_id'
  > {
  readonly at: Date;
}

export async function insertSoa(tx: Tx, row: NewSoa): Promise<number> {
  const [made] = await tx.raw<{ id: number }>(
    `insert into soa_requests (account_id, user_id, contact_id, method, language, products, appointment_at, zone, domain_name,
       supersedes_id, created_at, updated_at)
     values (app_account_id(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) returning id`,
    [
      row.user_id,
      row.contact_id,
      row.method,
      row.language,
      row.products,
      row.appointment_at,
      row.zone,
      row.domain_name,
      row.supersedes_id,
      row.at,
    ],
  );
  if (made === undefined) throw new Error('the new scope of appointment is not there');
  return made.id;
}

export type SoaChange = Partial<Omit<SoaRow, 'id' | 'created_at'>>;

export const changeSoa = (tx: Tx, id: number, change: SoaChange, at: Date) => {
  const fields = Object.entries(change);
  const sets = fields.map(([name], place) => `${name} = $${place + 3}`);
  return tx.raw(`update soa_requests set updated_at = $2, ${sets.join(', ')} where id = $1`, [
    id,
    at,
    ...fields.map(([name, value]) => (name === 'signer' ? JSON.stringify(value) : value)),
  ]);
};

export interface NewEvent {
  readonly id: number;
  readonly contactId: number;
  readonly kind: SoaEvent;
  readonly at: Date;
  /** `null`: the person. */
  readonly who: { readonly actorId: number; readonly userId: number } | null;
  readonly detail?: Readonly<Record<string, unknown>>;
}

export const insertEvent = (tx: Tx, { id, contactId, kind, at, who, detail }: NewEvent) =>
  tx.raw(
    `insert into soa_events (account_id, soa_request_id, contact_id, at, kind, actor_id, acting_as_id, detail)
     values (app_account_id(), $1, $2, $3, $4, $5, $6, $7)`,
    [id, contactId, at, kind, who?.actorId ?? null, who?.userId ?? null, JSON.stringify(detail ?? {})],
  );

export interface FoundEvent {
  readonly id: number;
  readonly at: Date;
  readonly kind: SoaEvent;
  readonly actor_id: number | null;
  readonly name: string;
  readonly detail: {
    readonly address?: string;
    readonly browser?: string;
    readonly way?: string;
    readonly language?: string;
    readonly text_version?: string;
  };
}

export const findEvents = (tx: Tx, id: number): Promise<FoundEvent[]> =>
  tx.raw(
    `select e.id, e.at, e.kind, e.actor_id, e.detail,
       coalesce((select name from names_of_people(array[e.actor_id])), '') as name
     from soa_events e where e.soa_request_id = $1 order by e.id`,
    [id],
  );

/** The agent of a link, the agency, and the contact's first name. */
export interface Parties {
  readonly agent: string;
  readonly agent_email: string;
  readonly agent_phone: string;
  readonly agency: string;
  readonly first_name: string;
  readonly contact: string;
  readonly number: number;
}

export async function findParties(tx: Tx, { user_id: userId, contact_id: contactId }: SoaRow): Promise<Parties> {
  const [row] = await tx.raw<Parties>(
    `select btrim(u.first_name || ' ' || u.last_name) as agent, u.email as agent_email, u.phone as agent_phone,
       (select name from accounts where id = app_account_id()) as agency, c.first_name, ${CONTACT} as contact, c.number
     from users u, contacts c where u.id = $1 and c.id = $2`,
    [userId, contactId],
  );
  if (row === undefined) throw new Error('the agent or the contact of a scope of appointment is not there');
  return row;
}

/** Address of the user's own public page; empty: none. */
export async function findPageOf(tx: Tx, userId: number): Promise<string> {
  const [row] = await tx.raw<{ domain: string | null }>('select webpage_domain as domain from users where id = $1', [
    userId,
  ]);
  return row?.domain ?? '';
}

export interface ProofFile {
  readonly id: number;
  readonly name: string;
  readonly type: FileType;
  readonly bytes: number;
  readonly file_key: string;
}

/** A checked file of a contact. */
export async function findFileOf(
  tx: Tx,
  fileId: number,
  contactId: number,
  lock: '' | 'for share' = '',
): Promise<ProofFile | null> {
  const [row] = await tx.raw<ProofFile>(
    `select id, name, type, bytes::float8 as bytes, file_key from files
     where id = $1 and contact_id = $2 and deleted_at is null and removed_at is null and state = 'ready' ${lock}`,
    [fileId, contactId],
  );
  return row ?? null;
}
