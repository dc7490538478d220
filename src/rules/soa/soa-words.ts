import type { SoaException, SoaLanguage, SoaMethod, SoaProduct, SoaStatus, SoaTiming } from '#contract/soa.contract.ts';

/** Wording that people sign. Every change makes a new version; evidence keeps the words themselves. */
export const SOA_TEXT_VERSION = '2026-10-01';

export const PRODUCT_WORDS: Readonly<
  Record<SoaLanguage, Readonly<Record<SoaProduct, readonly [name: string, note: string]>>>
> = {
  en: {
    advantage: [
      'Medicare Advantage (Part C)',
      'HMO, PPO and other plans that replace Original Medicare, often with drug coverage',
    ],
    part_d: ['Stand-alone Part D drug plans', 'Prescription drug coverage beside Original Medicare'],
    medigap: ['Medicare Supplement (Medigap)', 'Pays some of what Original Medicare leaves to you'],
    dental_vision_hearing: ['Dental, vision, hearing', 'Coverage beside any Medicare plan'],
    hospital: ['Hospital indemnity', 'Pays cash for days in a hospital'],
  },
  es: {
    advantage: [
      'Medicare Advantage (Parte C)',
      'Planes HMO, PPO y otros que reemplazan a Medicare Original, a menudo con medicinas',
    ],
    part_d: ['Planes de medicinas Parte D', 'Cobertura de medicinas recetadas junto con Medicare Original'],
    medigap: ['Suplemento de Medicare (Medigap)', 'Paga parte de lo que Medicare Original le deja a usted'],
    dental_vision_hearing: ['Dental, visión y audición', 'Cobertura junto con cualquier plan de Medicare'],
    hospital: ['Indemnización hospitalaria', 'Paga en efectivo por los días en el hospital'],
  },
};

/** What a signature agrees to. Source: the model scope of appointment form of CMS. */
export const SOA_STATEMENT: Readonly<Record<SoaLanguage, readonly string[]>> = {
  en: [
    'By signing, I agree to a meeting with a sales agent about the types of products I chose.',
    'The person who will talk with me is employed by or contracted with a Medicare plan and does not work for the federal government. They may be paid if I enroll in a plan.',
    'Signing does not oblige me to enroll in a plan, does not affect my current or future enrollment, and does not enroll me in a Medicare plan.',
  ],
  es: [
    'Al firmar, acepto reunirme con un agente de ventas para hablar de los tipos de productos que elegí.',
    'La persona que hablará conmigo trabaja para un plan de Medicare o tiene un contrato con uno, y no trabaja para el gobierno federal. Puede recibir un pago si me inscribo en un plan.',
    'Firmar no me obliga a inscribirme en un plan, no afecta mi inscripción actual o futura y no me inscribe en un plan de Medicare.',
  ],
};

export const STATUS_WORDS: Readonly<Record<SoaStatus, string>> = {
  drafted: 'Draft',
  sent: 'Sent',
  viewed: 'Opened',
  signed: 'Signed',
  completed: 'Completed',
  rejected: 'Rejected',
  expired: 'Expired',
  superseded: 'Replaced',
};

export const METHOD_WORDS: Readonly<Record<SoaMethod, string>> = {
  link: 'Link',
  paper: 'Paper form',
  call: 'Recorded call',
};

export const TIMING_WORDS: Readonly<Record<SoaTiming, string>> = {
  in_time: 'Signed in time',
  short: 'Signed too shortly before the meeting',
  after: 'Signed after the meeting began',
};

export const EXCEPTION_WORDS: Readonly<Record<SoaException, string>> = {
  walk_in: 'The person walked in or called',
  enrollment_ends: 'The enrollment period ends within four days',
};

export const LANGUAGE_WORDS: Readonly<Record<SoaLanguage, string>> = { en: 'English', es: 'Spanish' };
