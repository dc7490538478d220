/**
 * Used only by the benchmark: written before the rules for prescriptions, as agents type and dictate during the annual
 * enrollment period. Drugs beside places, ages, tags and policies, with doses, slips, groups of drugs and denials.
 */
import { between, by, chosen, type ContactSentence, INSULINS, rx } from './agency-words.ts';

const NAMED: readonly ContactSentence[] = [
  { said: 'who takes metformin?', scope: { search: [rx('metformin')] } },
  { said: 'clients on Eliquis in Texas', scope: { search: [rx('Eliquis'), by('state', 'TX')], type: 'client' } },
  { said: 'show me anyone that takes Xarelto or Eliquis', scope: { search: [rx(['Xarelto', 'Eliquis'])] } },
  { said: 'people taking both Jardiance and Farxiga', scope: { search: [rx('Jardiance'), rx('Farxiga')] } },
  {
    said: 'leads in Ohio prescribed Humira',
    scope: { search: [by('state', 'OH'), rx('Humira')], type: 'lead' },
  },
  { said: 'my clients with Ozempic on their med list', scope: { search: [rx('Ozempic')], type: 'client' } },
  { said: 'which clients use a Breo inhaler', scope: { search: [rx('Breo')], type: 'client' } },
  { said: 'everybody on lisinopril 20 mg', scope: { search: [rx('lisinopril')] }, asks: ['20 mg'] },
  {
    said: 'hot leads who take Entresto',
    scope: { search: [chosen('tag', 'hot'), rx('Entresto')], type: 'lead' },
  },
  {
    said: 'women over 65 on Prolia',
    scope: { search: [by('gender', 'female'), by('dob', '1960-11-22', 'before'), rx('Prolia')] },
  },
  {
    said: 'Humana clients taking Mounjaro',
    scope: { search: [by('policy_carrier', 'Humana', 'contains'), rx('Mounjaro')], type: 'client' },
  },
  { said: 'ppl takin eliqis', scope: { search: [rx('eliquis')] } },
  { said: 'Eliquis users in Tampa', scope: { search: [rx('Eliquis'), by('city', 'Tampa')] } },
  {
    said: 'anybody on gabapentin I have not called in 30 days',
    scope: { search: [rx('gabapentin'), by('last_call_at', '2026-10-22', 'not_since')] },
  },
];

const DENIED: readonly ContactSentence[] = [
  { said: 'clients not taking metformin', scope: { search: [rx('metformin', 'not')], type: 'client' } },
  { said: "people who don't take Eliquis or Xarelto", scope: { search: [rx(['Eliquis', 'Xarelto'], 'not')] } },
  {
    said: 'everyone in Florida except those on Trulicity',
    scope: { search: [by('state', 'FL'), rx('Trulicity', 'not')] },
  },
  { said: 'people with no prescriptions', scope: { search: [rx('', 'empty')] } },
  {
    said: 'clients over 70 without any medications',
    scope: { search: [by('dob', '1955-11-22', 'before'), rx('', 'empty')], type: 'client' },
  },
  { said: 'who is missing their drug list', scope: { search: [rx('', 'empty')] } },
  { said: 'leads not on any meds', scope: { search: [rx('', 'empty')], type: 'lead' } },
  { said: 'clients with prescriptions on file', scope: { search: [rx('', 'not_empty')], type: 'client' } },
  { said: 'anyone who has meds listed', scope: { search: [rx('', 'not_empty')] } },
];

const STATINS =
  'statin atorvastatin Lipitor rosuvastatin Crestor simvastatin Zocor pravastatin Pravachol lovastatin Altoprev fluvastatin Lescol pitavastatin Livalo Zypitamag Caduet Vytorin Roszet'.split(
    ' ',
  );

const UNSURE: readonly ContactSentence[] = [
  {
    said: 'contacts taking insulin and turning 65 this year',
    scope: { search: [rx(INSULINS), ...between('dob', '1960-12-31', '1962-01-01')] },
  },
  { said: 'clients on blood thinners', scope: { type: 'client' }, asks: ['on blood thinners'] },
  { said: 'who takes Zorvaxil', scope: {}, asks: ['takes Zorvaxil'] },
  { said: 'people on a statin in Georgia', scope: { search: [rx(STATINS), by('state', 'GA')] } },
  {
    said: 'clients who take more than 5 medications',
    scope: { type: 'client' },
    asks: ['take more than 5 medications'],
  },
  { said: 'metformin or tagged VIP', scope: {}, asks: ['metformin or tagged VIP'] },
  { said: 'people who started Ozempic last month', scope: {}, asks: ['started Ozempic last month'] },
  { said: 'clients who fill Eliquis at Walgreens', scope: { type: 'client' }, asks: ['fill Eliquis at Walgreens'] },
];

/** Thirty-one sentences with what each must become. */
export const NINTH_HELD_OUT_SENTENCES: readonly ContactSentence[] = [...NAMED, ...DENIED, ...UNSURE];
