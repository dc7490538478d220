import type { Book } from '../plan/book.ts';
import type { Good, Other, RunFrame } from './chunk-plan.ts';
import type { KnownCaptures } from './import-captures.sql.ts';
import type { KnownContact } from './import-chunk.sql.ts';
import { captureFault, mayCapture } from './row-captures.ts';
import { hasMedicare, type KnownMedicare } from './row-medicare.ts';
import { hasPolicies, type KnownPolicies, policyFault } from './row-policies.ts';
import { tagFault } from './row-tags.ts';

/** What contacts have besides their columns, as far as rows speak of it. */
export interface HeldByContacts {
  /** Notes, as `<contact id>|<body>`. */
  readonly noted: Set<string>;
  readonly captures: Map<number, KnownCaptures>;
  readonly medicare: KnownMedicare;
  readonly policies: KnownPolicies;
}

/** Looks up what the contacts of rows have; `contactOf` undefined: the row has none. */
export async function heldByContacts(
  book: Book,
  frame: RunFrame,
  rows: readonly Good[],
  contactOf: (row: Good) => number | undefined,
): Promise<HeldByContacts> {
  const idsOf = (speaks: (row: Good) => boolean) => rows.flatMap((row) => (speaks(row) ? (contactOf(row) ?? []) : []));
  return {
    noted: await book.noteBodies(idsOf(({ values }) => values.notes !== null)),
    captures: await book.captures(idsOf((row) => mayCapture(row, frame))),
    medicare: await book.medicare(idsOf(({ values }) => hasMedicare(values))),
    policies: await book.policies(idsOf(hasPolicies)),
  };
}

/**
 * The row as a problem when its contact has no room for what it brings; `null`: it has. `person` null: a new contact.
 * `given`: tags of the import.
 */
export function roomFault(
  row: Good,
  frame: RunFrame,
  person: Pick<KnownContact, 'id' | 'tag_ids'> | null,
  { captures, policies }: HeldByContacts,
  given: readonly number[] = [],
): Other | null {
  const id = person?.id ?? 0;
  return (
    captureFault(row, frame, captures.get(id) ?? null) ??
    policyFault(row, policies.get(id)) ??
    tagFault(row, frame, person?.tag_ids ?? [], given)
  );
}
