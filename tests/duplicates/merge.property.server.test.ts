import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateLinkedContact } from '#contract/contacts/person.contract.ts';
import { type DuplicatesDesk, openDuplicatesDesk } from './duplicates-desk.ts';
import { differing, type Hanging, hang, LONE_LINKS, merge, otherSeal, rowsOf, unmerge } from './merge-world.ts';

let it: DuplicatesDesk;
beforeAll(async () => {
  it = await openDuplicatesDesk();
});
afterAll(() => it.close());

interface Group {
  readonly ids: readonly [survivor: number, ...merged: number[]];
  readonly related: readonly Hanging[];
  /** Linked with the merged one. */
  readonly partner: number;
  readonly stranger: number;
}

/** Changes between a merge and its undo: the rows that stay changed, and the undo's message. */
interface Edit {
  readonly run: (group: Group) => Promise<unknown>;
  readonly rows: (group: Group) => readonly string[];
  /** `null`: the change goes back with its row. */
  readonly said: RegExp | null;
}

const [FIRST, SECOND] = [0, 1] as const;
const merged = ({ ids }: Group) => ids[SECOND] ?? 0;
const hung = ({ related }: Group) => related[SECOND] as Hanging;

const EDITS: Readonly<Record<string, Edit>> = {
  company: {
    run: ({ ids }) => it.sql(`update contacts set company = 'Edited' where id = $1`, [ids[FIRST]]),
    rows: ({ ids }) => [`contacts ${ids[FIRST]}`],
    said: /^The company of /,
  },
  tags: {
    run: ({ ids }) => it.sql(`update contacts set tag_ids = '{77}' where id = $1`, [ids[FIRST]]),
    rows: ({ ids }) => [`contacts ${ids[FIRST]}`],
    said: /^The tags of /,
  },
  note: {
    run: (group) => it.sql(`update notes set body = 'Edited' where id = $1`, [hung(group).note]),
    rows: (group) => [`notes ${hung(group).note}`],
    said: null,
  },
  log: {
    run: (group) => it.sql('delete from workflow_logs where id = $1', [hung(group).log]),
    rows: (group) => [`workflow_logs ${hung(group).log}`],
    said: /^1 workflow log entry no longer exists\.$/,
  },
  favorite: {
    run: (group) => it.sql('delete from favorite_items where list_id = $1', [hung(group).list]),
    rows: (group) => [`favorite_items ${hung(group).list} ${merged(group)}`],
    said: /^A favorites list with /,
  },
  rx: {
    run: ({ ids }) =>
      it.sql('update rx_details set sealed = $2 where contact_id = $1', [ids[FIRST], otherSeal.seal('[]', '')]),
    rows: (group) =>
      ['rx_details', 'rx_words'].flatMap((table) => [`${table} ${group.ids[FIRST]}`, `${table} ${merged(group)}`]),
    said: /^The Rx list of /,
  },
  captures: {
    run: ({ ids }) =>
      it.sql(
        `update data_captures set captures = captures || '[{"label": "Cat", "value": "Tom"}]' where contact_id = $1`,
        [ids[FIRST]],
      ),
    rows: (group) => [`data_captures ${merged(group)}`],
    said: /^The data of .* returned with their current values\.$/,
  },
  facts: {
    run: ({ ids }) => it.sql(`update medicare_facts set plan_name = 'Silver' where contact_id = $1`, [ids[FIRST]]),
    rows: (group) => [`medicare_facts ${merged(group)}`],
    said: /^The Medicare facts of .* returned with their current values\.$/,
  },
};

const link = (id: number, to: number | null) =>
  it.admin.call(updateLinkedContact, { params: { id }, body: { linked_contact_id: to } });

/** One of them happens at most. */
const LINK_EDITS: Readonly<Record<string, Edit>> = {
  relink: {
    run: ({ partner, stranger }) => link(partner, stranger),
    rows: (group) => [`contacts ${merged(group)}`, `contacts ${group.partner}`, `contacts ${group.stranger}`],
    said: /is no longer linked/,
  },
  unlink: {
    run: ({ partner }) => link(partner, null),
    rows: (group) => [`contacts ${merged(group)}`, `contacts ${group.partner}`],
    said: /is no longer linked/,
  },
};

const values = () =>
  fc.record({
    first_name: fc.constantFrom('', 'Ana', 'Bob'),
    phone: fc.constantFrom(null, '+15125550142', '+12125550100', '+13035550111'),
    phone_2: fc.constantFrom(null, '+17135550123'),
    email: fc.constantFrom(null, 'ana@example.com', 'Ana@Example.com', 'b@example.com'),
    email_2: fc.constantFrom(null, 'c@example.com', 'B@example.com'),
    email_status: fc.constantFrom('unchecked', 'valid'),
    city: fc.constantFrom('', 'Austin', 'Boston'),
    dob: fc.constantFrom(null, '1955-03-12'),
    tag_ids: fc.subarray([1, 2, 3]),
    last_touch_at: fc.constantFrom(null, '2026-01-02T03:04:05Z', '2026-02-02T03:04:05Z'),
    follow_up_on: fc.constantFrom(null, '2026-12-01'),
  });

test('a merge and its undo change nothing except what was changed between them, and all of that is reported', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(values(), { minLength: 2, maxLength: 4 }),
      fc.subarray(Object.keys(EDITS)),
      fc.constantFrom('', ...Object.keys(LINK_EDITS)),
      async (people, names, linking) => {
        const ids: number[] = [];
        const related: Hanging[] = [];
        for (const [place, person] of people.entries()) {
          // The last one always has a company, which the survivor takes over.
          const company = place === people.length - 1 ? 'Acme' : '';
          const given = Object.entries(person).filter(([, value]) => value !== null);
          const id = await it.person({
            ...Object.fromEntries(given),
            company,
            ...(place === 0 ? {} : { tag_ids: [...person.tag_ids, 9] }),
          });
          ids.push(id);
          related.push(await hang(it, id, place === 1));
        }
        const [partner, stranger] = [await it.person({ first_name: 'Eva' }), await it.person({ first_name: 'Eve' })];
        await link(ids[SECOND] ?? 0, partner);
        const group: Group = { ids: ids as [number, ...number[]], related, partner, stranger };
        const before = await rowsOf(it);
        const { merge: done } = await merge(it, { ids, survivor_id: ids[0] ?? 0 });
        const edits = [...names, linking].flatMap((name) => EDITS[name] ?? LINK_EDITS[name] ?? []);
        for (const edit of edits) await edit.run(group);

        const { kept } = await unmerge(it, done?.id ?? 0);

        const after = await rowsOf(it);
        const stops = [...after.keys()].filter((key) => key.startsWith('contact_consents ') && !before.has(key));
        expect(stops).toHaveLength(1);
        expect(differing(before, after)).toEqual(
          [...new Set([...stops, ...edits.flatMap((edit) => edit.rows(group))])].toSorted(),
        );
        const said = [/^The merge recorded an opt-out of /, ...edits.flatMap((edit) => edit.said ?? [])];
        expect(kept).toHaveLength(said.length);
        for (const words of said) expect(kept.some((line) => words.test(line))).toBe(true);
        expect(await it.sql(LONE_LINKS)).toEqual([]);
      },
    ),
    { numRuns: 12 },
  );
}, 300_000);
