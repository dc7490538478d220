import type { OptOutChannel } from '#contract/bulk.contract.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Good, Other, RunFrame, Update } from '../rows/chunk-plan.ts';
import { type KnownCaptures, readCaptures } from '../rows/import-captures.sql.ts';
import {
  findContactsOfRows,
  findCreated,
  findKnownContacts,
  type KnownContact,
  readNoteBodies,
} from '../rows/import-chunk.sql.ts';
import { findContactsToCorrect, type MarkedRow } from '../corrections/import-unread.sql.ts';
import { readMedicare } from '../rows/import-medicare.sql.ts';
import { readPolicies } from '../rows/import-policies.sql.ts';
import type { KnownMedicare } from '../rows/row-medicare.ts';
import type { KnownPolicies } from '../rows/row-policies.ts';
import { optOutsOfReach, type SaidOfChannels, saidOfContacts } from '../../compliance/held-consents.ts';
import type { RowConsents } from '../consents/sort-consents.ts';
import type { RowValues } from '../cells/row-values.ts';
import { findScrubbedRows, findScrubContacts, type ScrubContact } from '../rows/scrub.sql.ts';

/** Everything outside of the file that decides on rows: contacts, and what earlier rows of the import made of them. */
export interface Book {
  /** Contacts of the owner with one of these phones or lower-case e-mails. */
  knownContacts(owner: number, phones: readonly string[], emails: readonly string[]): Promise<KnownContact[]>;
  /** Contacts of these owners that rows of this import created, changed or found. */
  contactsOfRows(
    owners: readonly number[],
    rows: readonly number[],
  ): Promise<(KnownContact & { row_number: number })[]>;
  /** Contacts of an earlier import's rows with unread cells. */
  contactsToCorrect(
    importId: number,
    owners: readonly number[],
    rows: readonly number[],
  ): Promise<(KnownContact & MarkedRow)[]>;
  scrubContacts(rows: readonly RowValues[]): Promise<ScrubContact[]>;
  /** Matches of earlier rows' scrubs, by row number. */
  scrubbedRows(rows: readonly number[]): Promise<Map<number, number>>;
  /** Notes of these contacts, as `<contact id>|<body>`. */
  noteBodies(contactIds: readonly number[]): Promise<Set<string>>;
  captures(contactIds: readonly number[]): Promise<Map<number, KnownCaptures>>;
  medicare(contactIds: readonly number[]): Promise<KnownMedicare>;
  policies(contactIds: readonly number[]): Promise<KnownPolicies>;
  /** Contacts that rows of this import have created, by row. */
  created(rows: readonly number[]): Promise<ReadonlyMap<number, number>>;
  consents(contactIds: readonly number[]): Promise<Map<number, SaidOfChannels>>;
  /** Opt-outs before this import, by phone and lower-case e-mail. */
  optOuts(reach: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<OptOutChannel>>>;
}

/** Outcomes of rows of a chunk. */
export interface Outcomes {
  readonly updates: readonly Update[];
  readonly others: readonly Other[];
}

/** Contacts that a chunk is about to change. */
export interface Claim {
  /** Found by the scrub. */
  readonly toTag: readonly ScrubContact[];
  readonly ids: readonly number[];
  readonly rows: readonly Good[];
}

/** What carries out the decisions on a chunk, each before the book is asked about the next. */
export interface Hand {
  readonly book: Book;
  /** Locks contacts and tags those of the scrub. @throws {ChunkOutdated} */
  claim(claim: Claim): Promise<void>;
  create(rows: readonly Good[]): Promise<void>;
  /** @throws {ChunkOutdated} */
  write(outcomes: Outcomes): Promise<void>;
  consent(gains: readonly RowConsents[]): Promise<void>;
}

/** Runs lookups in a transaction. */
export type Reading = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** The book as the database has it. */
export const bookOf = (
  read: Reading,
  { importId, scrub, seal, rules: { today: day } }: Pick<RunFrame, 'importId' | 'scrub' | 'seal' | 'rules'>,
): Book => ({
  knownContacts: (owner, phones, emails) => read((tx) => findKnownContacts(tx, owner, phones, emails)),
  contactsOfRows: (owners, rows) => read((tx) => findContactsOfRows(tx, importId, owners, rows)),
  contactsToCorrect: (ofImport, owners, rows) => read((tx) => findContactsToCorrect(tx, ofImport, owners, rows)),
  scrubContacts: async (rows) => (scrub === null ? [] : read((tx) => findScrubContacts(tx, scrub, importId, rows))),
  scrubbedRows: (rows) => read((tx) => findScrubbedRows(tx, importId, rows)),
  noteBodies: async (ids) => (ids.length === 0 ? new Set() : read((tx) => readNoteBodies(tx, ids))),
  captures: async (ids) => (ids.length === 0 ? new Map() : read((tx) => readCaptures(tx, ids))),
  medicare: async (ids) => (ids.length === 0 ? new Map() : read((tx) => readMedicare(tx, seal, ids))),
  policies: async (ids) => (ids.length === 0 ? new Map() : read((tx) => readPolicies(tx, importId, ids))),
  created: async (rows) => (rows.length === 0 ? new Map() : read((tx) => findCreated(tx, importId, rows))),
  consents: async (ids) => (ids.length === 0 ? new Map() : read((tx) => saidOfContacts(tx, ids, day))),
  optOuts: async (reach) =>
    reach.length === 0 ? new Map() : read((tx) => optOutsOfReach(tx, reach, { importId, day })),
});
