import type { Tx } from '../../../db/tx.ts';

/** Known versions after one: how many have their changed fields logged, and those fields. */
interface ChangesSince {
  readonly told: number;
  readonly fields: ReadonlySet<string>;
}

/** Reads from the audit log what has changed in a contact after a version. */
export async function findChangesSince(tx: Tx, id: number, version: number): Promise<ChangesSince> {
  const rows = await tx.raw<{ version: number; fields: string[] }>(
    `select (detail ->> 'version')::int as version,
            coalesce(array(select jsonb_array_elements_text(detail -> 'fields')), '{}') as fields
     from audit_log
     where subject_type = 'contact' and subject_id = $1 and (detail ->> 'version')::int > $2`,
    [id, version],
  );
  return {
    told: new Set(rows.map((row) => row.version)).size,
    fields: new Set(rows.flatMap((row) => row.fields)),
  };
}
