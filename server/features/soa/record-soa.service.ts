import type { Body } from '#contract/endpoint.ts';
import type { SoaDetail, soaRequests } from '#contract/soa.contract.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { IncomingFile } from '../../http/bind.ts';
import { type Caller, requireContact } from '../contacts/contacts.service.ts';
import { addFile } from '../files/files.service.ts';
import { refuseAtFile } from '../files/checked-file.ts';
import { removeUnnamed } from '../files/spare-bytes.ts';
import { detail, lockVisible, note, stepFrom, supersede, tellSoa, whoOf } from './change-soa.service.ts';
import { hashFile, keepProof, type Proof } from './proof-file.ts';
import { judge, sealRequest } from './seal-request.ts';
import { lockSeals } from './seals.ts';
import { requireSoa } from './soa.service.ts';
import * as sql from './soa.sql.ts';

type Recorded = Body<typeof soaRequests.record>;

/**
 * Records an agreement on paper or in a call, with its scanned form or recording, which becomes a file of the contact.
 * @throws {Refusal} `refused` by field, `not_found`, `conflict`.
 */
export async function recordSoaRequest(
  deps: Deps,
  caller: Caller,
  id: number,
  { body, file }: { readonly body: Recorded; readonly file: IncomingFile | null },
): Promise<SoaDetail> {
  if (file === null) return record(deps, caller, id, body, await knownProof(deps, caller, id, body.file_id));
  // Before its bytes are checked, which takes a while.
  const { method } = await withAccount(deps.pool, caller.identity, (tx) => requireSoa(deps, tx, caller.identity, id));
  const proof = await keepProof(deps, file, method);
  try {
    return await record(deps, caller, id, body, proof);
  } catch (error) {
    await removeUnnamed(deps, proof.kept.fileKey, error);
    return refuseAtFile(error);
  }
}

const noFile = () => refuseField('file_id', 'File not found.');

/** A file that the contact has, hashed before the lock of the seals is taken. `null`: none is named. @throws {Refusal} at `file_id`. */
async function knownProof(deps: Deps, { identity }: Caller, id: number, fileId: number | null): Promise<Proof | null> {
  if (fileId === null) return null;
  const known = await withAccount(deps.pool, identity, async (tx) =>
    sql.findFileOf(tx, fileId, (await requireSoa(deps, tx, identity, id)).contact_id),
  );
  const form = known && (await hashFile(deps, known));
  if (known === null || form === null) throw noFile();
  return { known, form };
}

function record(deps: Deps, caller: Caller, id: number, body: Recorded, proof: Proof | null): Promise<SoaDetail> {
  const { identity, requestId } = caller;
  return withAccount(deps.pool, identity, async (tx) => {
    const at = deps.now();
    await lockSeals(tx);
    const { contact_id: contactId } = await requireSoa(deps, tx, identity, id);
    await requireContact(tx, identity, contactId);
    // The file locks the contact, which comes before its records.
    const filed = await fileOf(deps, tx, caller, { contactId, body, proof });
    const row = await lockVisible(deps, tx, identity, id);
    if (row.method === 'link') throw new Refusal('conflict', 'This one is signed by its link.');
    const status = stepFrom(row, 'record', at);
    const signedAt = new Date(body.signed_at);
    if (signedAt > at) throw refuseField('signed_at', 'This time is in the future.');
    if (filed === null && body.note === '')
      throw refuseField('file', 'Choose the scanned form or the recording, or note where it is kept.');
    const { name, products, signs_as, relationship, beneficiary_name } = body;
    const signer = { name, products, signs_as, relationship, beneficiary_name, drawing: null, language: row.language };
    const signed = { status, signed_at: signedAt, signer, note: body.note, ...filed } as const;
    const { rule, timing } = await judge(tx, { ...row, ...signed });
    await sql.changeSoa(tx, id, { ...signed, rule_id: rule?.id ?? null, timing: timing ?? '' }, at);
    await note(tx, caller, { id, contactId: row.contact_id, kind: 'signed', at });
    const replaced = row.supersedes_id === null ? null : await sql.lockSoa(tx, row.supersedes_id);
    if (replaced !== null) await supersede(tx, replaced, at, whoOf(caller));
    const seal = await sealRequest(deps, tx, id, 'signed', at);
    await writeAudit(tx, identity, requestId, {
      action: 'soa_request.recorded',
      subjectType: 'soa_request',
      subjectId: id,
      detail: { seal },
    });
    await tellSoa(tx, identity.accountId, row, [identity.userId]);
    return detail(deps, tx, caller, id);
  });
}

interface Filed {
  readonly file_id: number;
  readonly form: sql.SoaForm;
}

/** The proof among the files of the contact; `null`: none, its place is noted. */
async function fileOf(
  deps: Deps,
  tx: Tx,
  caller: Caller,
  { contactId, body, proof }: { readonly contactId: number; readonly body: Recorded; readonly proof: Proof | null },
): Promise<Filed | null> {
  if (proof === null) return null;
  const { form } = proof;
  if ('kept' in proof) {
    const { kept, kind } = proof;
    const description = 'Scope of appointment';
    return { file_id: await addFile(deps, tx, caller, { contactId, kept, kind, description, isChecked: true }), form };
  }
  const found = body.file_id === null ? null : await sql.findFileOf(tx, body.file_id, contactId, 'for share');
  if (found === null || found.file_key !== proof.known.file_key) throw noFile();
  return { file_id: found.id, form };
}
