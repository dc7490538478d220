import type { Question, Verdict } from './kinds.ts';
import type { Actor, MatrixWorld, Relation } from './matrix-world.ts';
import { contact, ownerOf, textOf, type Thing, UNKNOWN } from './things.ts';

/** A scope of appointment with somebody's contact; `signed`: with its seal. */
async function soaRequest(world: MatrixWorld, actor: Actor, relation: Relation, state: string): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const isSigned = state === 'signed';
  const { id: contactId } = await contact(world, actor, relation);
  const id = await world.one(
    `insert into soa_requests (account_id, user_id, contact_id, status, method, language, products, zone, appointment_at, signed_at, signer, note,
       created_at, updated_at)
     values ($1, $2, $3, case when $5 then 'signed' else 'drafted' end, case when $6 then 'paper' else 'link' end, 'en', array['medigap'],
       'America/Chicago', '2990-01-01', case when $5 then now() end,
       case when $5 then jsonb_build_object('name', $4::text, 'products', jsonb_build_array('medigap'), 'signs_as', 'beneficiary',
         'relationship', '', 'beneficiary_name', '', 'drawing', null, 'language', 'en') end, $4, now(), now())`,
    [owner.accountId, owner.id, contactId, textOf(owner), isSigned, state === 'paper'],
  );
  // Made without the lock of the chain, beside calls that append to it after its greatest number: a negative one.
  if (isSigned)
    await world.it.owner.query(
      `insert into soa_seals (account_id, seq, soa_request_id, kind, at, evidence, pdf, evidence_hash, pdf_hash, previous, hash, signature)
       values ($1, -$2::bigint, $2, 'signed', now(), $3::text, '%PDF', sha256(convert_to($3::text, 'UTF8')), sha256('%PDF'), '', '', '')`,
      [owner.accountId, id, textOf(owner)],
    );
  return { id, row: { table: 'soa_requests', id } };
}

const FOREIGN: readonly Relation[] = ['otherAccount', 'assigned', 'unknown'];
const relations: readonly Relation[] = ['own', 'downline', 'peer', 'upline', 'otherUnit', ...FOREIGN];

/** As its contact. */
function verdict({ actor, relation }: Question): Verdict {
  if (FOREIGN.includes(relation) && !(relation === 'assigned' && actor.tenant === 'z')) return 'absent';
  if (relation === 'own' || relation === 'downline' || actor.visibility === 'account') return 'open';
  return actor.visibility === 'unit' && (relation === 'peer' || relation === 'upline') ? 'open' : 'absent';
}

const SIGNED = new Set(['completeSoaRequest', 'downloadSoaRequest', 'verifySoaRequest']);

export const SOA_KINDS = {
  /** Of its contact, which the kinds here don't share. */
  soaFile: {
    relations: ['unknown'] as readonly Relation[],
    verdict: (): Verdict => 'absent',
    make: () => Promise.resolve(UNKNOWN),
  },
  soaRequest: {
    relations,
    verdict,
    make: soaRequest,
    stateFor: ({ name }: Question['endpoint']) =>
      SIGNED.has(name) ? 'signed' : name === 'recordSoaRequest' ? 'paper' : 'drafted',
  },
} as const;
