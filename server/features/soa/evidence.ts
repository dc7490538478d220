import type { SoaEvent } from '#contract/soa.contract.ts';
import { PRODUCT_WORDS, SOA_STATEMENT, SOA_TEXT_VERSION } from '#rules/soa/soa-words.ts';
import type { SoaRuleRow } from '../compliance/soa-rule.ts';
import type { FoundEvent, Parties, SoaRow } from './soa.sql.ts';

/** The name of the one who did what no user did. */
export const PERSON = 'the person';

/** All that a seal covers, in a fixed order of its fields. */
export interface Evidence {
  readonly version: 1;
  readonly request: number;
  readonly agency: string;
  readonly agent: { readonly name: string; readonly email: string; readonly phone: string };
  readonly contact: { readonly name: string; readonly number: number };
  readonly method: SoaRow['method'];
  readonly appointment_at: string | null;
  readonly zone: string;
  readonly signer: NonNullable<SoaRow['signer']>;
  readonly signed_at: string;
  readonly text: {
    readonly version: string;
    readonly statement: readonly string[];
    readonly products: readonly string[];
  };
  readonly rule: {
    readonly id: number;
    readonly title: string;
    readonly source: string;
    readonly hours: number;
  } | null;
  readonly timing: SoaRow['timing'];
  readonly note: string;
  /** The scanned form or the recording; `null`: none was stored. */
  readonly form: SoaRow['form'];
  readonly agent_part: {
    readonly signature: string;
    readonly initial_contact: string;
    readonly exception: SoaRow['exception'];
    readonly completed_at: string;
  } | null;
  /** Pages seen and steps taken, with address and browser. */
  readonly trail: readonly {
    readonly at: string;
    readonly what: SoaEvent;
    readonly by: string;
    readonly address: string;
    readonly browser: string;
    readonly language: string;
    readonly text_version: string;
  }[];
}

interface Known {
  readonly parties: Parties;
  readonly rule: SoaRuleRow | null;
  readonly events: readonly FoundEvent[];
}

/** What is sealed of a signed scope of appointment. @throws when it isn't signed. */
export function evidenceOf(row: SoaRow, { parties, rule, events }: Known): Evidence {
  const { signer, signed_at: signedAt, completed_at: completedAt } = row;
  if (signer === null || signedAt === null) throw new Error('only what is signed is sealed');
  return {
    version: 1,
    request: row.id,
    agency: parties.agency,
    agent: { name: parties.agent, email: parties.agent_email, phone: parties.agent_phone },
    contact: { name: parties.contact, number: parties.number },
    method: row.method,
    appointment_at: row.appointment_at?.toISOString() ?? null,
    zone: row.zone,
    signer,
    signed_at: signedAt.toISOString(),
    text: {
      version: SOA_TEXT_VERSION,
      statement: SOA_STATEMENT[signer.language],
      products: signer.products.map((product) => PRODUCT_WORDS[signer.language][product][0]),
    },
    rule: rule && { id: rule.id, title: rule.title, source: rule.source, hours: rule.value.hours_before ?? 0 },
    timing: row.timing,
    note: row.note,
    form: row.form,
    agent_part: completedAt && {
      signature: row.agent_signature,
      initial_contact: row.initial_contact,
      exception: row.exception,
      completed_at: completedAt.toISOString(),
    },
    trail: events.map(({ at, kind, actor_id: actor, name, detail }) => ({
      at: at.toISOString(),
      what: kind,
      by: actor === null ? PERSON : name,
      address: detail.address ?? '',
      browser: detail.browser ?? '',
      language: detail.language ?? '',
      text_version: detail.text_version ?? '',
    })),
  };
}
