import type { Good, RunFrame } from '../rows/chunk-plan.ts';
import type { KnownCaptures } from '../rows/import-captures.sql.ts';
import { policiesIn } from '../cells/policy-values.ts';
import { CONTACT_COLUMNS, DEFAULTS, type KnownContact, leadTags } from '../rows/import-chunk.sql.ts';
import { withAdded } from '../rows/later-rows.ts';
import { capturedIn } from '../rows/row-captures.ts';
import { hasMedicare, type KnownMedicare, newMedicare, withMedicare } from '../rows/row-medicare.ts';
import { ownerOf } from '../rows/row-owners.ts';
import { hasPolicies, isGain, type KnownPolicies, policyGain } from '../rows/row-policies.ts';
import { newTags } from '../rows/row-tags.ts';
import { shortHash } from '../rows/seen-people.ts';
import type { SaidOfChannels } from '../../compliance/held-consents.ts';
import type { RowConsents } from '../consents/sort-consents.ts';
import type { Book, Hand, Outcomes } from './book.ts';

/** Notes that rows will write, as `<contact id>|<body>`: of each, 53 bits of its hash. */
class PlannedNotes {
  readonly #hashes = new Set<number>();

  add(note: string): void {
    this.#hashes.add(shortHash(note));
  }

  has(note: string): boolean {
    return this.#hashes.has(shortHash(note));
  }
}

/** Stored notes of some contacts, and all planned ones. */
class KnownNotes extends Set<string> {
  readonly #planned: PlannedNotes;

  constructor(stored: Iterable<string>, planned: PlannedNotes) {
    super(stored);
    this.#planned = planned;
  }

  override has(note: string): boolean {
    return super.has(note) || this.#planned.has(note);
  }
}

/** Carries decisions out in memory only, so that later rows are decided on as they will be in the run. */
export class PlannedHand implements Hand {
  readonly book: Book;
  readonly #frame: RunFrame;
  /** Contacts as they will be; those to be created have the negative number of their row. */
  readonly #contacts = new Map<number, KnownContact>();
  readonly #contactOfRow = new Map<number, number>();
  readonly #captures = new Map<number, KnownCaptures>();
  readonly #medicare: KnownMedicare = new Map();
  readonly #policies: KnownPolicies = new Map();
  readonly #consents = new Map<number, SaidOfChannels>();
  readonly #notes = new PlannedNotes();
  readonly #scrubbed = new Map<number, number>();

  /** `stored`: the book as the database has it. */
  constructor(frame: RunFrame, stored: Book) {
    this.#frame = frame;
    this.book = this.#bookOver(stored);
  }

  async claim(): Promise<void> {}

  async create(rows: readonly Good[]): Promise<void> {
    for (const row of rows) {
      const id = -row.row;
      this.#contactOfRow.set(row.row, id);
      this.#contacts.set(id, contactOf(row, id, this.#frame));
      if (hasMedicare(row.values)) this.#medicare.set(id, withMedicare(undefined, newMedicare(row.values)));
      if (hasPolicies(row)) this.#policies.set(id, policyGain(policiesIn(row.values)).after);
      if (row.values.notes !== null) this.#notes.add(`${id}|${row.values.notes}`);
    }
    for (const { row, captures } of capturedIn(rows, this.#frame)) this.#captures.set(-row, { captures, version: 1 });
  }

  async write({ updates, others }: Outcomes): Promise<void> {
    for (const { row, known, values, tagIds, medicare, policies, note, captured } of updates) {
      const { id } = known;
      const now = this.#contacts.get(id) ?? known;
      const tag_ids = [...new Set([...now.tag_ids, ...tagIds])];
      this.#contacts.set(id, { ...now, ...values, tag_ids, version: now.version + 1 });
      this.#contactOfRow.set(row.row, id);
      if (Object.keys(medicare).length > 0) {
        const has = (await this.book.medicare([id])).get(id);
        this.#medicare.set(id, withMedicare(has, medicare));
      }
      if (isGain(policies)) this.#policies.set(id, policies.after);
      if (note !== null) this.#notes.add(`${id}|${note}`);
      if (captured !== null) this.#captures.set(id, withAdded(captured));
    }
    for (const other of others) {
      if (other.kind !== 'skipped' || other.contactId == null) continue;
      if (other.reason === 'scrubbed') this.#scrubbed.set(other.row, other.contactId);
      else this.#contactOfRow.set(other.row, other.contactId);
    }
  }

  async consent(gains: readonly RowConsents[]): Promise<void> {
    for (const { contactId, gain } of gains) this.#consents.set(contactId, gain.after);
  }

  #bookOver(stored: Book): Book {
    const asPlanned = (contact: KnownContact): KnownContact => {
      const known = this.#contacts.get(contact.id) ?? contact;
      this.#contacts.set(contact.id, known);
      return known;
    };
    return {
      knownContacts: async (owner, phones, emails) =>
        (await stored.knownContacts(owner, phones, emails)).map(asPlanned),
      contactsOfRows: async (_, rows) =>
        rows.flatMap((row_number) => {
          const contact = this.#contacts.get(this.#contactOfRow.get(row_number) ?? 0);
          return contact === undefined ? [] : [{ ...contact, row_number }];
        }),
      contactsToCorrect: async (importId, owners, rows) =>
        (await stored.contactsToCorrect(importId, owners, rows)).map((each) => {
          const { row_number, cells, unread } = each;
          return { ...each, ...asPlanned(each), row_number, cells, unread };
        }),
      scrubContacts: (rows) => stored.scrubContacts(rows),
      scrubbedRows: async (rows) =>
        new Map(
          rows.flatMap((row) => {
            const contactId = this.#scrubbed.get(row);
            return contactId === undefined ? [] : [[row, contactId] as const];
          }),
        ),
      noteBodies: async (ids) =>
        ids.length === 0 ? new Set() : new KnownNotes(await stored.noteBodies(ids.filter(isStored)), this.#notes),
      medicare: over(this.#medicare, (ids) => stored.medicare(ids)),
      policies: over(this.#policies, (ids) => stored.policies(ids)),
      created: async () => this.#contactOfRow,
      consents: over(this.#consents, (ids) => stored.consents(ids)),
      optOuts: (reach) => stored.optOuts(reach),
      captures: over(this.#captures, (ids) => stored.captures(ids)),
    };
  }
}

/** What contacts will have, for the others what they have. */
const over =
  <Kept>(planned: ReadonlyMap<number, Kept>, read: (ids: readonly number[]) => Promise<Map<number, Kept>>) =>
  async (ids: readonly number[]): Promise<Map<number, Kept>> => {
    const known = await read(ids.filter((id) => isStored(id) && !planned.has(id)));
    for (const id of ids) {
      const kept = planned.get(id);
      if (kept !== undefined) known.set(id, kept);
    }
    return known;
  };

const isStored = (id: number) => id > 0;

const contactOf = ({ row, values }: Good, id: number, frame: RunFrame): KnownContact => ({
  ...(Object.fromEntries(CONTACT_COLUMNS.map((column) => [column, values[column] ?? DEFAULTS[column] ?? null])) as Pick<
    KnownContact,
    (typeof CONTACT_COLUMNS)[number]
  >),
  id,
  number: 0,
  version: 1,
  owner_id: ownerOf(values, frame),
  tag_ids: newTags(values, frame, [], values.type === 'lead' ? leadTags(frame) : frame.tagIds),
  import_id: frame.importId,
  import_row: row,
});
