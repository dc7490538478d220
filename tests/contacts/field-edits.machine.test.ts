import { describe, expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { Contact } from '#contract/contacts.contract.ts';
import { type EditedField, type FieldDrafts, shownIn } from '../../src/machines/contacts/field-edits.ts';
import { fieldEditsMachine, type FieldOrder } from '../../src/machines/contacts/field-edits.machine.ts';
import { contact } from './sample-contact.ts';

const OUTDATED = { code: 'contact_changed', message: 'Someone changed it.', fields: {} };
const NO_ANSWER = { code: 'unreachable', message: 'Connection lost.', fields: {}, outcomeOpen: true };
const waco = (differs: Partial<Contact> = {}) => contact({ city: 'Waco', ...differs });

/** The fields of one contact; the server answers a save when the test says so. */
function openFields({ stored = waco(), drafts = {} }: { stored?: Contact; drafts?: FieldDrafts } = {}) {
  const saves: { order: FieldOrder; answer: PromiseWithResolvers<Contact> }[] = [];
  const kept: FieldDrafts[] = [];
  const cleared: unknown[] = [];
  let [keys, reads] = [0, 0];
  const fields = createActor(
    fieldEditsMachine.provide({
      actors: {
        save: fromPromise<Contact, FieldOrder>(({ input }) => {
          const answer = Promise.withResolvers<Contact>();
          saves.push({ order: input, answer });
          return answer.promise;
        }),
      },
      actions: {
        keepDrafts: (_, params) => void kept.push(params.drafts),
        readAgain: () => {
          reads += 1;
        },
      },
    }),
    { input: { contact: stored, userId: stored.owner.id, drafts, newKey: () => `key-${(keys += 1)}` } },
  );
  fields.on('field.cleared', (emitted) => cleared.push(emitted));
  fields.start();
  const edits = () => fields.getSnapshot().context.edits;
  const last = () => saves.at(-1)!;
  return {
    cleared,
    edits,
    save: (typed: string, field: EditedField = 'city') => fields.send({ type: 'field.save', field, typed }),
    type: (typed: string) => fields.send({ type: 'field.type', field: 'city', typed }),
    giveUp: (field: EditedField = 'city') => fields.send({ type: 'field.giveUp', field }),
    keepMine: () => fields.send({ type: 'field.keepMine', field: 'city' }),
    read: (differs: Partial<Contact>) => fields.send({ type: 'contact.read', contact: waco(differs) }),
    saved: async (differs: Partial<Contact>) => {
      last().answer.resolve(waco({ version: 4, ...differs }));
      await Promise.resolve();
    },
    rejected: async (error: object) => {
      last().answer.reject(error);
      await new Promise((settled) => void setImmediate(settled));
    },
    sent: () => saves.map(({ order }) => order.change.body),
    keys: () => saves.map(({ order }) => order.key),
    kept: () => kept.at(-1),
    reads: () => reads,
    city: () => edits().byField.city && [edits().byField.city!.state, edits().byField.city!.typed],
    shown: () => shownIn(edits()).city,
  };
}

describe('an edit', () => {
  test('is sent against the version that is stored, shown as saved, and gone once it is', async () => {
    const fields = openFields();
    fields.save('Dallas');
    expect([fields.sent(), fields.shown(), fields.kept()]).toEqual([
      [{ contact: { city: 'Dallas' }, version: 3 }],
      'Dallas',
      { city: { typed: 'Dallas', base: 'Waco' } },
    ]);

    await fields.saved({ city: 'Dallas' });
    expect([fields.city(), fields.shown(), fields.kept()]).toEqual([undefined, 'Dallas', {}]);
  });

  test('is nothing when the value is stored already, or is left as it was found', () => {
    const fields = openFields();
    fields.save('Waco');
    fields.type('Waco');
    fields.read({ city: 'Austin', version: 4 });
    fields.save('Waco');

    expect([fields.city(), fields.sent(), fields.kept()]).toEqual([undefined, [], {}]);
  });

  test('waits behind the one that is on its way, and takes its version', async () => {
    const fields = openFields();
    fields.save('Dallas');
    fields.save('Referral', 'source');
    expect(fields.sent()).toHaveLength(1);

    await fields.saved({ city: 'Dallas' });
    expect(fields.sent()[1]).toEqual({ contact: { source: 'Referral' }, version: 4 });
  });

  test.each(['Plano', 'Waco'])('that is written again while it is saved goes out once more: %s', async (again) => {
    const fields = openFields();
    fields.save('Dallas');
    fields.save(again);
    await fields.saved({ city: 'Dallas' });

    expect([fields.sent()[1], fields.edits().byField.city?.base]).toEqual([
      { contact: { city: again }, version: 4 },
      'Dallas',
    ]);
  });

  test('that is being written while the one before it is saved is a change of that one', async () => {
    const fields = openFields();
    fields.save('Dallas');
    fields.type('Plano');
    await fields.saved({ city: 'Dallas' });
    expect(fields.kept()).toEqual({ city: { typed: 'Plano', base: 'Dallas' } });

    fields.save('Plano');
    expect([fields.city(), fields.sent()[1]]).toEqual([
      ['waiting', 'Plano'],
      { contact: { city: 'Plano' }, version: 4 },
    ]);
  });

  test('that waits is not given up by leaving its field, what was typed over it is', () => {
    const fields = openFields();
    fields.save('Dallas');
    fields.type('Plano');
    fields.giveUp();

    expect([fields.city(), fields.kept()]).toEqual([
      ['waiting', 'Dallas'],
      { city: { typed: 'Dallas', base: 'Waco' } },
    ]);
  });

  test('that is refused keeps its reason, and can be given up', async () => {
    const fields = openFields();
    fields.save('Dallas');
    await fields.rejected({ message: 'Invalid input.', fields: { 'contact.city': ['No such city.'] } });
    expect([fields.city(), fields.edits().byField.city?.message, fields.shown()]).toEqual([
      ['refused', 'Dallas'],
      'No such city.',
      'Waco',
    ]);

    fields.giveUp();
    expect([fields.city(), fields.kept()]).toEqual([undefined, {}]);
  });

  test('that is refused after it was written again waits for its turn', async () => {
    const fields = openFields();
    fields.save('Dallas');
    fields.save('Plano');
    await fields.rejected({ message: 'No.' });

    expect([fields.city(), fields.sent()[1]]).toEqual([
      ['waiting', 'Plano'],
      { contact: { city: 'Plano' }, version: 3 },
    ]);
  });

  test('is resent with its key after a lost response; another one gets a new key', async () => {
    const fields = openFields();
    fields.save('Dallas');
    await fields.rejected(NO_ANSWER);
    fields.save('Dallas');
    await fields.rejected(NO_ANSWER);
    fields.save('Plano');

    expect(fields.keys()).toEqual(['key-1', 'key-1', 'key-2']);
  });

  test('is over after a lost response when it turns out to be stored', async () => {
    const fields = openFields();
    fields.save('Dallas');
    await fields.rejected(NO_ANSWER);
    fields.read({ city: 'Dallas', version: 4 });

    expect([fields.city(), fields.kept()]).toEqual([undefined, {}]);
  });

  test('that empties a field tells how it is undone', async () => {
    const fields = openFields();
    fields.save('');
    await fields.saved({ city: '' });

    expect(fields.cleared).toEqual([
      {
        type: 'field.cleared',
        field: 'city',
        undo: { params: { id: 1 }, body: { contact: { city: 'Waco' }, version: 4 } },
      },
    ]);
  });
});

describe('a field that someone else changed', () => {
  const late = async () => {
    const fields = openFields();
    fields.save('Dallas');
    await fields.rejected(OUTDATED);
    return fields;
  };

  test('since it was opened is an immediate conflict', () => {
    const fields = openFields();
    fields.type('Dallas');
    fields.read({ city: 'Austin', version: 4 });
    fields.save('Dallas');

    expect([fields.city(), fields.sent()]).toEqual([['conflicting', 'Dallas'], []]);
  });

  test('is read again, once, and counts as saved while it is', async () => {
    const fields = await late();

    expect([fields.reads(), fields.city(), fields.shown()]).toEqual([1, ['checking', 'Dallas'], 'Dallas']);
  });

  test.each([
    ['a conflict when the field itself was changed', { city: 'Austin', version: 4 }, ['conflicting', 'Dallas'], 1],
    ['sent again when another field was changed', { city: 'Waco', version: 4 }, ['waiting', 'Dallas'], 2],
    ['done when both wrote the same', { city: 'Dallas', version: 4 }, undefined, 1],
    ['still looked at while only the old version is known', { city: 'Waco', version: 3 }, ['checking', 'Dallas'], 1],
  ])('is %s', async (_what, stored, outcome, saves) => {
    const fields = await late();
    fields.read(stored);

    expect([fields.city(), fields.sent().length]).toEqual([outcome, saves]);
  });

  test('is compared immediately when the newer version was read before the refusal came', async () => {
    const fields = openFields();
    fields.save('Dallas');
    fields.read({ city: 'Austin', version: 4 });
    await fields.rejected(OUTDATED);

    expect(fields.city()).toEqual(['conflicting', 'Dallas']);
  });

  test('is settled when the other one writes the same in the end', async () => {
    const fields = await late();
    fields.read({ city: 'Austin', version: 4 });
    fields.read({ city: 'Dallas', version: 5 });

    expect([fields.city(), fields.kept()]).toEqual([undefined, {}]);
  });

  test('takes the own text, over what is stored now', async () => {
    const fields = await late();
    fields.read({ city: 'Austin', version: 4 });
    fields.keepMine();

    expect([fields.sent()[1], fields.edits().byField.city?.base]).toEqual([
      { contact: { city: 'Dallas' }, version: 4 },
      'Austin',
    ]);
  });

  test('takes the stored value', async () => {
    const fields = await late();
    fields.read({ city: 'Austin', version: 4 });
    fields.giveUp();

    expect([fields.city(), fields.kept(), fields.shown(), fields.sent().length]).toEqual([undefined, {}, 'Austin', 1]);
  });

  test('is not taken from a reply older than what is known', () => {
    const fields = openFields({ stored: waco({ city: 'Austin', version: 5 }) });
    fields.read({ city: 'Waco', version: 4 });

    expect(fields.shown()).toBe('Austin');
  });
});

describe('text typed before a reload', () => {
  test.each([
    ['is kept and not sent by itself', { typed: 'Dallas', base: 'Waco' }, ['kept', 'Dallas']],
    [
      'is a conflict when someone has changed the field',
      { typed: 'Dallas', base: 'Austin' },
      ['conflicting', 'Dallas'],
    ],
    ['is nothing when it is stored by now', { typed: 'Waco', base: 'Austin' }, undefined],
  ])('%s', (_what, draft, outcome) => {
    const fields = openFields({ drafts: { city: draft } });

    expect([fields.city(), fields.sent(), Object.keys(fields.kept() ?? {})]).toEqual([
      outcome,
      [],
      outcome === undefined ? [] : ['city'],
    ]);
  });

  test('is nothing any more once it is read as stored', () => {
    const fields = openFields({ drafts: { city: { typed: 'Dallas', base: 'Waco' } } });
    fields.read({ city: 'Dallas', version: 4 });

    expect([fields.city(), fields.kept()]).toEqual([undefined, {}]);
  });
});
