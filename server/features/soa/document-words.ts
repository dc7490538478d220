import type { SoaEvent, SoaException, SoaLanguage, SoaMethod, SoaTiming } from '#contract/soa.contract.ts';
import { EXCEPTION_WORDS, METHOD_WORDS, TIMING_WORDS } from '#rules/soa/soa-words.ts';

/** Labels of the sealed document, beside the words that were agreed to. */
interface DocumentWords {
  readonly locale: string;
  /** Spanish has the day first, so it writes the month as a word. */
  readonly dateStyle: 'short' | 'medium';
  readonly title: string;
  readonly agreed: string;
  readonly products: string;
  readonly byBeneficiary: string;
  readonly byRepresentative: string;
  readonly name: string;
  readonly relationship: string;
  readonly signsFor: string;
  readonly signed: string;
  readonly how: string;
  readonly typed: string;
  readonly drawn: string;
  readonly methods: Readonly<Record<SoaMethod, string>>;
  readonly note: string;
  readonly file: string;
  readonly meetingHead: string;
  readonly agent: string;
  readonly agency: string;
  readonly contact: string;
  readonly contactOf: (name: string, number: number) => string;
  readonly meeting: string;
  readonly noTime: string;
  readonly rule: string;
  readonly timing: string;
  readonly timings: Readonly<Record<SoaTiming, string>>;
  readonly firstContact: string;
  readonly exception: string;
  readonly exceptions: Readonly<Record<SoaException, string>>;
  readonly agentSignature: string;
  readonly notCompleted: string;
  readonly record: string;
  readonly wording: string;
  readonly version: (version: string) => string;
  readonly events: Readonly<Record<SoaEvent, string>>;
  /** `null`: the person. */
  readonly by: (name: string | null) => string;
}

export const DOCUMENT_WORDS: Readonly<Record<SoaLanguage, DocumentWords>> = {
  en: {
    locale: 'en-US',
    dateStyle: 'short',
    title: 'Scope of appointment',
    agreed: 'What the person agreed to',
    products: 'Types of products',
    byBeneficiary: 'Signed by the beneficiary',
    byRepresentative: 'Signed by an authorized representative',
    name: 'Name',
    relationship: 'Relationship',
    signsFor: 'Signs for',
    signed: 'Signed',
    how: 'How',
    typed: 'Typed name',
    drawn: 'Drawn signature',
    methods: METHOD_WORDS,
    note: 'Note',
    file: 'File',
    meetingHead: 'Agent and meeting',
    agent: 'Agent',
    agency: 'Agency',
    contact: 'Contact',
    contactOf: (name, number) => `${name}, number ${number}`,
    meeting: 'Meeting',
    noTime: 'No time set',
    rule: 'Rule',
    timing: 'Timing',
    timings: TIMING_WORDS,
    firstContact: 'First contact',
    exception: 'Exception',
    exceptions: EXCEPTION_WORDS,
    agentSignature: 'Agent signature',
    notCompleted: 'Not completed by the agent yet',
    record: 'Record',
    wording: 'Wording',
    version: (version) => `Version ${version}, English`,
    events: {
      created: 'Created',
      sent: 'Sent',
      viewed: 'Viewed',
      signed: 'Signed',
      completed: 'Completed',
      rejected: 'Rejected',
      superseded: 'Superseded',
    },
    by: (name) => `by ${name ?? 'the person'}`,
  },
  es: {
    locale: 'es-US',
    dateStyle: 'medium',
    title: 'Alcance de la cita',
    agreed: 'Lo que la persona aceptó',
    products: 'Tipos de productos',
    byBeneficiary: 'Firmado por la persona beneficiaria',
    byRepresentative: 'Firmado por un representante autorizado',
    name: 'Nombre',
    relationship: 'Relación',
    signsFor: 'Firma por',
    signed: 'Firmado',
    how: 'Cómo',
    typed: 'Nombre escrito',
    drawn: 'Firma dibujada',
    methods: { link: 'Enlace', paper: 'Formulario en papel', call: 'Llamada grabada' },
    note: 'Nota',
    file: 'Archivo',
    meetingHead: 'Agente y reunión',
    agent: 'Agente',
    agency: 'Agencia',
    contact: 'Contacto',
    contactOf: (name, number) => `${name}, número ${number}`,
    meeting: 'Reunión',
    noTime: 'Sin hora fijada',
    rule: 'Regla',
    timing: 'Plazo',
    timings: {
      in_time: 'Firmado a tiempo',
      short: 'Firmado muy poco antes de la reunión',
      after: 'Firmado después de que empezó la reunión',
    },
    firstContact: 'Primer contacto',
    exception: 'Excepción',
    exceptions: {
      walk_in: 'La persona vino o llamó por su cuenta',
      enrollment_ends: 'El período de inscripción termina en cuatro días o menos',
    },
    agentSignature: 'Firma del agente',
    notCompleted: 'El agente aún no lo ha completado',
    record: 'Registro',
    wording: 'Texto',
    version: (version) => `Versión ${version}, español`,
    events: {
      created: 'Creado',
      sent: 'Enviado',
      viewed: 'Abierto',
      signed: 'Firmado',
      completed: 'Completado',
      rejected: 'Rechazado',
      superseded: 'Reemplazado',
    },
    by: (name) => `por ${name ?? 'la persona'}`,
  },
};
