import { beforeAll, describe, expect, test } from 'vitest';
import type { Contact } from '#contract/contacts.contract.ts';
import { type FieldEdits, shownIn } from '../../src/machines/contacts/field-edits.ts';
import { fieldEditsMachine } from '../../src/machines/contacts/field-edits.machine.ts';
import { contact } from '../../tests/contacts/sample-contact.ts';
import { type Model, type Move, runs, type Walked, walk } from '../_walk/walk.ts';

const editsIn = (snapshot: { context: { edits: FieldEdits } }): FieldEdits => snapshot.context.edits;

const types = (typed: string): Move => ({ go: ({ send }) => send({ type: 'field.type', field: 'city', typed }) });
const saves = (typed: string): Move => ({ go: ({ send }) => send({ type: 'field.save', field: 'city', typed }) });

/** The server's current version, one later. */
const isStored = (differs: Partial<Contact>): Move => ({
  go: ({ actor, send }) => {
    const { contact: before } = editsIn(actor.getSnapshot());
    send({ type: 'contact.read', contact: { ...before, ...differs, version: before.version + 1 } });
  },
});

/** Everything that a user, other users and the server can do to the fields of a contact. */
const fieldEditsModel: Model = {
  name: 'field-edits',
  starts: Object.fromEntries(
    [
      ['fresh', {}],
      ['with text from an earlier visit', { city: { typed: 'Dallas', base: 'Waco' } }],
    ].map(([start, drafts]) => [
      start,
      ({ hold }) => ({
        machine: fieldEditsMachine.provide({ actors: { save: hold('save') } }),
        input: { contact: contact({ city: 'Waco' }), userId: 1007, drafts, newKey: () => 'key' },
      }),
    ]),
  ),
  // Texts and how they compare, not which version they are from.
  key: (snapshot) => {
    const { contact: now, byField, drafts, sending } = editsIn(snapshot);
    const { city } = now;
    const told = ({ typed, base }: { typed: string; base: string }) => [typed, base === city];
    return JSON.stringify([
      city,
      byField.city && [byField.city.state, ...told(byField.city)],
      drafts.city && told(drafts.city),
      sending && [sending.typed, sending.version < now.version],
    ]);
  },
  always: (snapshot) => {
    const edits = editsIn(snapshot);
    const { byField, drafts } = edits;
    // Nothing typed is lost by a reload, and what waits is shown as saved.
    expect(Object.keys(byField).filter((field) => !(field in drafts))).toEqual([]);
    if (byField.city?.state === 'waiting') expect(shownIn(edits).city).toBe(byField.city.typed);
  },
  moves: {
    'the city is typed': types('Dallas'),
    'the city is saved': saves('Dallas'),
    'the city is cleared': saves(''),
    'the edit is given up': { go: ({ send }) => send({ type: 'field.giveUp', field: 'city' }) },
    'the own text is kept': {
      when: (snapshot) => editsIn(snapshot).byField.city?.state === 'conflicting',
      go: ({ send }) => send({ type: 'field.keepMine', field: 'city' }),
    },
    'someone else changes the city': isStored({ city: 'Austin' }),
    'someone else changes another field': isStored({ source: 'Referral' }),
    'the server saves it': {
      when: runs('save'),
      go: ({ actor, ports }) => {
        const { contact: before, sending } = editsIn(actor.getSnapshot());
        ports.done('save', { ...before, city: sending?.typed, version: before.version + 1 });
      },
    },
    'the server refuses it': {
      when: runs('save'),
      go: ({ ports }) => ports.failed('save', { code: 'invalid', message: 'No such city.' }),
    },
    'someone else was faster': {
      when: runs('save'),
      go: ({ ports }) => ports.failed('save', { code: 'contact_changed' }),
    },
  },
};

describe('the fields of a contact', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(fieldEditsModel);
  });

  test('are walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('are saved by what someone else does only where that was awaited', () => {
    const begun = walked.edges.filter(
      ({ from, move, to }) =>
        move.startsWith('someone else changes') && from.includes('"resting"') && to.includes('"saving"'),
    );
    expect(begun.length).toBeGreaterThan(0);
    expect(begun.filter(({ from }) => !/checking|conflicting/u.test(from))).toEqual([]);
  });
});
