import type { Brand } from '#brands/brand.ts';
import type { PageLanguage } from '#rules/words/page-language.ts';

/** Texts of public pages, beside those that an agency writes and those that a person agrees to. */
interface PageWords {
  readonly other: string;
  readonly roles: Readonly<Record<Brand['trade'], string>>;
  readonly inPlace: (role: string, place: string) => string;
  readonly call: (phone: string) => string;
  readonly flyer: string;
  readonly licensed: string;
  readonly people: string;
  readonly hours: string;
  readonly office: string;
  readonly directions: string;
  readonly languages: string;
  readonly links: string;
  readonly news: string;
  readonly questions: string;
  readonly ask: (name: string) => string;
  readonly free: string;
  readonly fields: Readonly<Record<'first_name' | 'last_name' | 'phone' | 'zip_code' | 'email', string>>;
  readonly agent: string;
  readonly topic: string;
  readonly choose: string;
  readonly message: string;
  readonly trap: string;
  readonly boxes: string;
  readonly wording: (version: string) => string;
  readonly send: (name: string) => string;
  readonly unticked: (name: string) => string;
  readonly check: string;
  readonly site: string;
  readonly unknown: readonly [title: string, text: string];
  readonly away: readonly [title: string, text: string, again: string];
  readonly unsent: readonly [title: string, text: string];
  readonly goBack: string;
  readonly thanks: string;
  /** `name`: whom they asked; empty: unknown while the database is away. */
  readonly received: (name: string) => string;
  readonly close: string;
  readonly back: string;
}

export const PAGE_WORDS: Readonly<Record<PageLanguage, PageWords>> = {
  en: {
    other: 'Español',
    roles: {
      insurance: 'Licensed insurance agent',
      'pre-need': 'Advance planning counselor',
      recruiting: 'Recruiter',
    },
    inPlace: (role, place) => `${role} in ${place}`,
    call: (phone) => `Call ${phone}`,
    flyer: 'Open flyer',
    licensed: 'Licensed in',
    people: 'Our people',
    hours: 'Hours',
    office: 'Office',
    directions: 'Directions',
    languages: 'Languages',
    links: 'Find us on',
    news: 'News',
    questions: 'Questions and answers',
    ask: (name) => `Ask ${name}`,
    free: "Free, and you don't have to buy anything.",
    fields: {
      first_name: 'First name',
      last_name: 'Last name',
      phone: 'Phone',
      zip_code: 'ZIP code',
      email: 'E-mail',
    },
    agent: 'Who should answer?',
    topic: 'What is it about?',
    choose: 'Choose',
    message: 'Message (optional)',
    trap: 'Leave this empty',
    boxes: 'Your choice',
    wording: (version) => `Wording of ${version}. A copy is kept with your request.`,
    send: (name) => `Send to ${name}`,
    unticked: (name) => `Without a checkmark, ${name} only answers this request.`,
    check: 'Check these fields',
    site: 'Public page',
    unknown: ['This page isn’t available', 'Check the address, or ask the person who gave it to you.'],
    away: ['This page is taking a break', 'Please try again in a minute.', 'Try again'],
    unsent: [
      'Your request wasn’t sent',
      'We couldn’t keep it right now. Go back, and send it again in a minute: what you entered is still there.',
    ],
    goBack: 'Go back to change them: what you entered is still there.',
    thanks: 'Thank you',
    received: (name) => (name === '' ? 'Your request was received.' : `Your request is with ${name} now.`),
    close: 'You can close this page.',
    back: 'Back to the page',
  },
  es: {
    other: 'English',
    roles: {
      insurance: 'Agente de seguros con licencia',
      'pre-need': 'Asesoría de planificación anticipada',
      recruiting: 'Reclutamiento',
    },
    inPlace: (role, place) => `${role} en ${place}`,
    call: (phone) => `Llamar al ${phone}`,
    flyer: 'Abrir el folleto',
    licensed: 'Con licencia en',
    people: 'Nuestro equipo',
    hours: 'Horario',
    office: 'Oficina',
    directions: 'Cómo llegar',
    languages: 'Idiomas',
    links: 'Encuéntrenos en',
    news: 'Noticias',
    questions: 'Preguntas y respuestas',
    ask: (name) => `Pregunte a ${name}`,
    free: 'Es gratis y no tiene que comprar nada.',
    fields: {
      first_name: 'Nombre',
      last_name: 'Apellido',
      phone: 'Teléfono',
      zip_code: 'Código postal',
      email: 'Correo electrónico',
    },
    agent: '¿Quién debe responder?',
    topic: '¿De qué se trata?',
    choose: 'Elija',
    message: 'Mensaje (opcional)',
    trap: 'Deje esto en blanco',
    boxes: 'Usted decide',
    wording: (version) => `Texto del ${version}. Guardamos una copia con su solicitud.`,
    send: (name) => `Enviar a ${name}`,
    unticked: (name) => `Si no marca nada, ${name} solo responde a esta solicitud.`,
    check: 'Revise estos campos',
    site: 'Página pública',
    unknown: ['Esta página no está disponible', 'Revise la dirección o pregunte a quien se la dio.'],
    away: ['Esta página está en pausa', 'Inténtelo de nuevo en un minuto.', 'Intentar de nuevo'],
    unsent: [
      'Su solicitud no se envió',
      'No pudimos guardarla en este momento. Vuelva atrás y envíela de nuevo en un minuto: lo que escribió sigue ahí.',
    ],
    goBack: 'Vuelva atrás para cambiarlos: lo que escribió sigue ahí.',
    thanks: 'Gracias',
    received: (name) => (name === '' ? 'Recibimos su solicitud.' : `Su solicitud ya está con ${name}.`),
    close: 'Puede cerrar esta página.',
    back: 'Volver a la página',
  },
};

/** Refusals of a request, by the words of the call that the page shares. */
const REFUSALS: Readonly<Record<string, string>> = {
  'Enter your first name.': 'Escriba su nombre.',
  'Enter your last name.': 'Escriba su apellido.',
  'Enter a phone number like 512-555-0142.': 'Escriba un número de teléfono como 512-555-0142.',
  'Enter an e-mail address like jane@example.com.': 'Escriba una dirección como juana@example.com.',
  'Enter a ZIP code like 78701.': 'Escriba un código postal como 78701.',
  'Enter a phone number or an e-mail address.': 'Escriba un número de teléfono o un correo electrónico.',
  'Enter the number that may be called or texted.': 'Escriba el número al que se puede llamar o enviar mensajes.',
  'Enter the address that may be written to.': 'Escriba la dirección a la que se puede escribir.',
};

export const refusalIn = (text: string, language: PageLanguage): string =>
  language === 'en'
    ? text
    : (REFUSALS[text] ?? text.replace(/^Use at most (\d+) characters\.$/u, 'Use como máximo $1 caracteres.'));
