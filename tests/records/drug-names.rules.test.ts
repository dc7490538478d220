import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drugWords, maskDrug } from '#rules/insurance/drug-names.ts';

describe('a drug is found by the words of its name', () => {
  test.each([
    ['metformin', ['metformin']],
    ['Metformin HCl ER 500 mg tablet', ['metformin']],
    ['METFORMIN (500MG) Tabs.', ['metformin']],
    ['metformin 1,000 mg', ['metformin']],
    ['  Levo-thyroxine   0.075mg ', ['levo', 'thyroxine']],
    ['Ozémpic® pen 0.25 mg/0.5mL', ['ozempic']],
    ['Losartan Potassium 50mg', ['losartan']],
    ['Metoprolol Succinate ER 25 MG', ['metoprolol']],
    ['Insulin Glargine 100 units/mL SoloStar', ['insulin', 'glargine']],
    ['Humalog Mix 75/25 KwikPen', ['humalog', 'mix']],
    ['Amlodipine-Benazepril 5-10 mg cap', ['amlodipine', 'benazepril']],
    ['amlodipine/benazepril', ['amlodipine', 'benazepril']],
    ['Albuterol Sulfate HFA inhaler', ['albuterol']],
    ['Lantus', ['lantus']],
    ["St. John's Wort", ['st', 'johns', 'wort']],
  ])('%s', (drug, words) => {
    expect(drugWords(drug)).toEqual(words);
  });
});

describe('what looks like a salt, a strength or a form names a drug', () => {
  test.each([
    ['Potassium Chloride ER 20 meq', ['potassium']],
    ['calcium with vitamin D3', ['calcium', 'vitamin', 'd3']],
    ['Vitamin D + Calcium', ['vitamin', 'd', 'calcium']],
    ['sodium bicarbonate', ['sodium', 'bicarbonate']],
    ['Vitamin B12 1000 mcg', ['vitamin', 'b12']],
    ['CoQ10', ['coq10']],
    // Nothing else is left.
    ['500 mg tablet', ['500', 'mg', 'tablet']],
    ['???', ['???']],
    ['二甲双胍', ['二甲双胍']],
  ])('%s', (drug, words) => {
    expect(drugWords(drug)).toEqual(words);
  });
});

test('only blanks have no words', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 120 }), (drug) => {
      const words = drugWords(drug);
      expect(words.length > 0).toBe(drug.trim() !== '');
      expect(new Set(words).size).toBe(words.length);
    }),
  );
});

test('case, accents and blanks make no difference', () => {
  for (const drug of ['Ozempic', 'insulin glargine', 'Losartan potassium']) {
    expect(drugWords(`  ${drug.toUpperCase()} `)).toEqual(drugWords(drug));
  }
});

test('a mask has one letter', () => {
  expect(['Eliquis', '💊x', ''].map(maskDrug)).toEqual(['E*****', '💊*****', '*****']);
});
