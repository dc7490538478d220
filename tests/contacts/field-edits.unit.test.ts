import { describe, expect, test } from 'vitest';
import type { Contact } from '#contract/contacts.contract.ts';
import {
  editsFrom,
  type FieldEdits,
  type FieldEvent,
  nextEdits,
  toSend,
} from '../../src/views/contacts/page/field-edits.ts';
import { contact } from './sample-contact.ts';

const START: FieldEdits = { byField: {}, sending: null, answered: null };
const after = (...events: FieldEvent[]) => events.reduce(nextEdits, START);
const asked = (typed: string, base: string, stored: Contact): FieldEvent => ({
  type: 'asked',
  field: 'city',
  typed,
  base,
  stored,
});
const sent = (typed: string, version = 3): FieldEvent => ({ type: 'sent', field: 'city', typed, version });
const waco = contact({ city: 'Waco' });
const city = (edits: FieldEdits) => edits.byField.city && [edits.byField.city.state, edits.byField.city.typed];

describe('an edit', () => {
  test('waits for its turn while the stored value is the one it began with', () => {
    const edits = after(asked('Dallas', 'Waco', waco));

    expect(toSend(edits)).toEqual({
      field: 'city',
      edit: { typed: 'Dallas', base: 'Waco', state: 'waiting', message: '' },
    });
  });

  test('is nothing when the value is stored already', () => {
    expect(after(asked('Waco', 'Waco', waco))).toEqual(START);
  });

  test('is nothing when it is left as it was found, whatever is stored by now', () => {
    expect(after(asked('Austin', 'Austin', waco))).toEqual(START);
  });

  test('that is put back while it is saved goes out once more', () => {
    const edits = after(asked('Dallas', 'Waco', waco), sent('Dallas'), asked('Waco', 'Waco', waco), {
      type: 'saved',
      contact: contact({ city: 'Dallas', version: 4 }),
    });

    expect(toSend(edits)?.edit).toMatchObject({ typed: 'Waco', base: 'Dallas' });
  });

  test('is a conflict at once when somebody has changed the field since it was opened', () => {
    const edits = after(asked('Dallas', 'Austin', waco));

    expect([city(edits), toSend(edits)]).toEqual([['conflicting', 'Dallas'], null]);
  });

  test('that is saved is gone', () => {
    const edits = after(asked('Dallas', 'Waco', waco), sent('Dallas'), {
      type: 'saved',
      contact: contact({ city: 'Dallas', version: 4 }),
    });

    expect([city(edits), edits.sending]).toEqual([undefined, null]);
  });

  test('that is written again while it is saved goes out once more, over what was saved', () => {
    const edits = after(asked('Dallas', 'Waco', waco), sent('Dallas'), asked('Plano', 'Waco', waco), {
      type: 'saved',
      contact: contact({ city: 'Dallas', version: 4 }),
    });

    expect(toSend(edits)?.edit).toMatchObject({ typed: 'Plano', base: 'Dallas', state: 'waiting' });
  });

  test('that is refused keeps its reason, unless it has been written again', () => {
    const refusal: FieldEvent = { type: 'refused', message: 'No.' };
    const refused = after(asked('Dallas', 'Waco', waco), sent('Dallas'), refusal);
    const again = after(asked('Dallas', 'Waco', waco), sent('Dallas'), asked('Plano', 'Waco', waco), refusal);

    expect([refused.byField.city?.message, city(refused), city(again)]).toEqual([
      'No.',
      ['refused', 'Dallas'],
      ['waiting', 'Plano'],
    ]);
  });

  test('waits behind the one that is on its way', () => {
    expect(toSend(after(asked('Dallas', 'Waco', waco), sent('Dallas')))).toBeNull();
  });
});

describe('an edit that came too late', () => {
  const late = [asked('Dallas', 'Waco', waco), sent('Dallas', 3), { type: 'outdated' }] as const;
  const read = (differs: Partial<Contact>): FieldEvent => ({ type: 'read', contact: contact(differs) });

  test.each([
    ['a conflict when the field itself was changed', { city: 'Austin', version: 4 }, ['conflicting', 'Dallas']],
    ['sent again when another field was changed', { city: 'Waco', version: 4 }, ['waiting', 'Dallas']],
    ['done when both wrote the same', { city: 'Dallas', version: 4 }, undefined],
    ['still looked at while only the old version is known', { city: 'Waco', version: 3 }, ['checking', 'Dallas']],
  ])('is %s', (_what, stored, outcome) => {
    expect(city(after(...late, read(stored)))).toEqual(outcome);
  });

  test('is settled when the other one writes the same in the end', () => {
    const edits = after(...late, read({ city: 'Austin', version: 4 }), read({ city: 'Dallas', version: 5 }));

    expect(city(edits)).toBeUndefined();
  });

  test('can be dropped', () => {
    expect(city(after(...late, { type: 'dropped', field: 'city' }))).toBeUndefined();
  });
});

describe('what was typed before a reload', () => {
  test.each([
    ['is kept and not sent by itself', { typed: 'Dallas', base: 'Waco' }, ['kept', 'Dallas']],
    [
      'is a conflict when somebody has changed the field',
      { typed: 'Dallas', base: 'Austin' },
      ['conflicting', 'Dallas'],
    ],
    ['is nothing when it is stored by now', { typed: 'Waco', base: 'Austin' }, undefined],
  ])('%s', (_what, draft, outcome) => {
    const edits = editsFrom({ city: draft }, waco);

    expect([city(edits), toSend(edits)]).toEqual([outcome, null]);
  });
});
