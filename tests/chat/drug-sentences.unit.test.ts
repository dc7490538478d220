import { describe, expect, test } from 'vitest';
import { readSentence } from '../../server/features/chat/search/read-sentence.ts';
import { by, chosen, empty, INSULINS, rx, TODAY } from './agency-words.ts';
import { VOCABULARY } from './judged.ts';

const read = (said: string) => readSentence(said, VOCABULARY, TODAY);
const parts = (said: string) => read(said).questions.map(({ part }) => part);

describe('people are found by what they take', () => {
  test.each([
    ['metformin', [rx('metformin')]],
    ['who is on Eliquis', [rx('Eliquis')]],
    ['taking metformin, Jardiance or Eliquis', [rx(['metformin', 'Jardiance', 'Eliquis'])]],
    ['on metformin and Eliquis', [rx('metformin'), rx('Eliquis')]],
    ['prescribed insulin glargine', [rx('insulin glargine')]],
    ['who uses insulin', [rx(INSULINS)]],
    ['who takes eliqius', [rx('eliquis')]],
    ['not on Eliquis', [rx('Eliquis', 'not')]],
    ['never prescribed Humira or Enbrel', [rx(['Humira', 'Enbrel'], 'not')]],
    ['tagged hot and taking Ozempic', [chosen('tag', 'hot'), rx('Ozempic')]],
    ['takes “Zorvaxil”', [rx('Zorvaxil')]],
    ['without prescriptions', [rx('', 'empty')]],
    ["people who don't take any meds", [rx('', 'empty')]],
    ['with a medication list', [rx('', 'not_empty')]],
    ['who takes medication', [rx('', 'not_empty')]],
  ])('%s', (said, search) => {
    const { scope, questions } = read(said);

    expect([scope, questions]).toEqual([{ search }, []]);
  });
});

describe('what no filter knows is asked about, and nothing of it is dropped', () => {
  test.each([
    ['on metformin and Eliquis or Xarelto', [], ['on metformin and Eliquis or Xarelto']],
    ['on Eliquis twice a day', [rx('Eliquis')], ['twice a day']],
    ['on more than five prescriptions', [], ['on more than five prescriptions']],
    ['stopped metformin this year', [], ['stopped metformin this year']],
    ['allergic to aspirin', [], ['allergic to aspirin']],
    ['on diabetes medication', [], ['on diabetes medication']],
    ['taking Zorvaxil', [], ['taking Zorvaxil']],
  ])('%s', (said, search, asked) => {
    const { scope } = read(said);

    expect([scope.search ?? [], parts(said)]).toEqual([search, asked]);
  });

  test('a drug that MAX does not know can be searched for as it is', () => {
    const [question] = read('taking Zorvaxil').questions;

    expect(question?.text).toBe("I don't know the drug “Zorvaxil”.");
    expect(question?.options[0]).toEqual({ label: 'Takes Zorvaxil', says: 'takes “Zorvaxil”' });
    expect(read(question?.options[0]?.says ?? '').scope).toEqual({ search: [rx('Zorvaxil')] });
  });
});

describe('other things that have such words stay what they are', () => {
  test.each([
    ['with a drug plan', 'prescription'],
    ['with prescription coverage', 'prescription'],
    ['Lyrica Johnson', 'prescription'],
    ['on Humana', 'prescription'],
    ['with no phone', 'prescription'],
  ])('%s', (said, field) => {
    expect((read(said).scope.search ?? []).filter((one) => one.field === field)).toEqual([]);
  });

  test('a tag of that name wins', () => {
    expect(read('no phone').scope.search).toEqual([empty('phone')]);
    expect(read('on Humana').scope.search).toEqual([by('policy_carrier', 'Humana', 'contains')]);
  });
});
