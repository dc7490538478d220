import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  EXPORT_ID_HEADER,
  exportContacts,
  type ExportColumn,
  type ExportFormat,
  type ExportManifest,
  readExport,
} from '#contract/exports.contract.ts';
import { ContactSelection } from '#contract/contacts/scope.contract.ts';
import type { SelectionInput } from '#contract/bulk.contract.ts';
import { createPool, APP_ROLE, type Pool } from '../../server/db/pool.ts';
import { beginExport } from '../../server/features/exports/exports.service.ts';
import type { Identity } from '../../server/identity.ts';
import type { Client } from '../_api/app.ts';
import { type Office, openOffice } from '../contacts/office.ts';

export interface Ordered {
  readonly selection?: SelectionInput;
  readonly columns?: readonly ExportColumn[];
  readonly why?: string;
  readonly confirmed: number;
  readonly format?: ExportFormat;
}

/** Response of an export. */
export interface Taken {
  readonly status: number;
  readonly bytes: Buffer;
  readonly id: number;
}

export interface ExportDesk extends Office {
  readonly agent: Client;
  /** Asks for a file as a browser does. Throws when the line breaks. */
  take(by: Client, ordered: Ordered): Promise<Taken>;
  /** Begins a file without reading it. */
  begin(
    identity: Identity,
    ordered: Ordered,
    gone?: AbortSignal,
    connections?: Pool,
  ): Promise<{ id: number; stream: Readable }>;
  manifest(by: Client, id: number): Promise<ExportManifest>;
  /** Runs a statement as the owner of the schema. */
  sql<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Creates contacts of a user, each with a note of a given length. */
  many(username: string, count: number, chars?: number): Promise<void>;
}

export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const bodyOf = ({ selection, columns, why, confirmed }: Ordered) => ({
  selection: selection ?? { contacts_scope: {} },
  columns: [...(columns ?? (['first_name', 'last_name'] as const))],
  ...(why !== undefined && { why }),
  confirmed,
});

async function take(url: string, by: Client, ordered: Ordered): Promise<Taken> {
  const response = await fetch(`${url}${exportContacts.path.replace(':format', ordered.format ?? 'csv')}`, {
    method: 'PATCH',
    headers: {
      origin: url,
      cookie: by.cookie,
      'x-identity': `${by.person?.id}:0`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(bodyOf(ordered)),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, bytes, id: Number(response.headers.get(EXPORT_ID_HEADER)) };
}

export async function openExportDesk(): Promise<ExportDesk> {
  const office = await openOffice();
  const pool: Pool = createPool({ url: office.deps.config.databaseUrl ?? '', role: APP_ROLE, max: 6 });
  const sql = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await office.owner.query<Row & object>(text, [...values])).rows;
  return {
    ...office,
    agent: await office.signIn('agent'),
    sql,
    take: (by, ordered) => take(office.url, by, ordered),
    begin: (identity, ordered, gone = new AbortController().signal, connections = pool) => {
      const { selection, columns, why = '', confirmed } = bodyOf(ordered);
      const asked = { selection: ContactSelection.parse(selection), columns, why, confirmed };
      return beginExport(
        { deps: office.deps, connections: () => connections },
        { identity, requestId: 'r' },
        { ...asked, format: ordered.format ?? 'csv' },
        gone,
      );
    },
    manifest: async (by, id) => (await by.call(readExport, { params: { id } })).body.data,
    many: async (username, count, chars = 0) => {
      const { accountId, businessUnitId, userId } = office.identityOf(username);
      await sql(
        `insert into contacts (account_id, business_unit_id, owner_id, number, first_name, last_name, follow_up_note)
         select $1, $2, $3, base + n, 'Many', lpad(n::text, 7, '0'), repeat('x', $5)
         from generate_series(1, $4) n, (select coalesce(max(number), 0) as base from contacts) known`,
        [accountId, businessUnitId, userId, count, chars],
      );
    },
    close: async () => {
      await pool.end();
      await office.close();
    },
  };
}

export const readAll = (stream: Readable): Promise<Buffer> => buffer(stream);
