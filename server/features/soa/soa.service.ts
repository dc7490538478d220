import { renderSVG } from 'uqr';
import type { Query, Reply } from '#contract/endpoint.ts';
import type { SoaDetail, SoaRequest, SoaVerification, soaRequests } from '#contract/soa.contract.ts';
import { mayStep } from '#rules/soa/soa.machine.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { ruleNamed } from '../compliance/soa-rule.ts';
import { visibilityValues } from '../contacts/contact-visibility.ts';
import { metaOf } from '../timeline/timeline.service.ts';
import { keptOf, proofFaults } from './proof-file.ts';
import { findDocument, findLatestSeal, verifySeals } from './seals.ts';
import { soaLink } from './soa-link.ts';
import { findEvents, findPage, findShown, type ShownSoa } from './soa.sql.ts';

/** For the samples of the demo world. */
export { changeSoa, insertEvent, insertSoa } from './soa.sql.ts';

const textOf = (at: Date | null): string | null => at?.toISOString() ?? null;

/** A visible scope of appointment. @throws {Refusal} `not_found` */
export async function requireSoa(deps: Pick<Deps, 'now'>, tx: Tx, identity: Identity, id: number): Promise<ShownSoa> {
  const found = await findShown(tx, visibilityValues(identity), id, deps.now());
  if (found === null) throw new Refusal('not_found', 'Scope of appointment not found.');
  return found;
}

function toRequest(row: ShownSoa, identity: Identity): SoaRequest {
  const { signer } = row;
  return {
    id: row.id,
    status: row.status,
    method: row.method,
    contact: { id: row.contact_id, number: row.number, name: row.contact, email: row.email, phone: row.phone },
    user: { id: row.user_id, name: row.user_name },
    language: signer?.language ?? row.language,
    products: [...(signer?.products ?? row.products)],
    appointment_at: textOf(row.appointment_at),
    zone: row.zone,
    sent_by: row.sent_by === '' ? null : row.sent_by,
    sent_at: textOf(row.sent_at),
    viewed_at: textOf(row.viewed_at),
    expires_at: textOf(row.expires_at),
    signed_at: textOf(row.signed_at),
    signer: signer && {
      name: signer.name,
      signs_as: signer.signs_as,
      relationship: signer.relationship,
      drawn: signer.drawing !== null,
    },
    timing: row.timing === '' ? null : row.timing,
    completed_at: textOf(row.completed_at),
    reason: row.reason,
    created_at: row.created_at.toISOString(),
    may_change: identity.permissions.includes('contacts.write'),
  };
}

/** With link, history and seal. */
export async function toDetail(deps: Deps, tx: Tx, identity: Identity, row: ShownSoa): Promise<SoaDetail> {
  const rule = await ruleNamed(tx, row.rule_id);
  const seal = await findLatestSeal(tx, row.id);
  const events = await findEvents(tx, row.id);
  const link = mayStep(row.status, 'sign') ? soaLink(deps, { accountId: identity.accountId, id: row.id }) : null;
  return {
    ...toRequest(row, identity),
    link,
    qr: link === null ? null : `data:image/svg+xml,${encodeURIComponent(renderSVG(link, { ecc: 'M', border: 2 }))}`,
    rule: rule && { id: rule.id, title: rule.title, source: rule.source, hours_before: rule.value.hours_before ?? 0 },
    initial_contact: row.initial_contact,
    exception: row.exception === '' ? null : row.exception,
    agent_signature: row.agent_signature,
    note: row.note,
    file_id: row.file_id,
    form: row.form && { name: row.form.name, sha256: row.form.sha256 },
    supersedes_id: row.supersedes_id,
    superseded_by_id: row.superseded_by_id,
    seal: seal && { ...seal, at: seal.at.toISOString() },
    events: events.map(({ id, at, kind, actor_id: actor, name, detail }) => ({
      id,
      at: at.toISOString(),
      kind,
      by: actor === null ? null : { id: actor, name },
      address: detail.address ?? '',
      browser: detail.browser ?? '',
      way: detail.way ?? '',
    })),
  };
}

export function listSoaRequests(
  deps: Deps,
  identity: Identity,
  { status, contact_id: contactId, q, order, order_field: orderField, page, limit }: Query<typeof soaRequests.list>,
): Promise<Reply<typeof soaRequests.list>> {
  return withAccount(deps.pool, identity, async (tx) => {
    const { rows, total } = await findPage(tx, visibilityValues(identity), {
      now: deps.now(),
      status,
      contactId,
      q,
      order,
      orderField,
      limit,
      offset: (page - 1) * limit,
    });
    return { data: rows.map((row) => toRequest(row, identity)), meta: metaOf({ page, limit }, total) };
  });
}

/** @throws {Refusal} `not_found` */
export const readSoaRequest = (deps: Deps, identity: Identity, id: number): Promise<SoaDetail> =>
  withAccount(deps.pool, identity, async (tx) =>
    toDetail(deps, tx, identity, await requireSoa(deps, tx, identity, id)),
  );

/** @throws {Refusal} `not_found`, also while nothing is signed. */
export const readDocument = (deps: Deps, identity: Identity, id: number): Promise<Buffer> =>
  withAccount(deps.pool, identity, async (tx) => {
    await requireSoa(deps, tx, identity, id);
    const document = await findDocument(tx, id);
    if (document === null) throw new Refusal('not_found', "There's no document: nothing was signed yet.");
    return document;
  });

/** Its file is hashed outside of the transaction. @throws {Refusal} `not_found` */
export async function verifySoaRequest(deps: Deps, identity: Identity, id: number): Promise<SoaVerification> {
  const { checked, kept } = await withAccount(deps.pool, identity, async (tx) => {
    const row = await requireSoa(deps, tx, identity, id);
    return { checked: await verifySeals(tx, deps.seal, id, deps.now()), kept: await keptOf(tx, row) };
  });
  const faults = [...checked.faults, ...(kept === null ? [] : await proofFaults(deps, kept))];
  return { ...checked, intact: checked.intact && faults.length === 0, faults };
}
