import { HOLD_MINUTES } from '#contract/bookings.contract.ts';
import type { BookingStatus } from '#contract/bookings.contract.ts';
import type { PageLanguage } from '#rules/words/page-language.ts';

/** Texts of booking pages, beside those that an agent writes. */
interface BookWords {
  /** Name of the other language. */
  readonly other: string;
  readonly call: (agent: string) => string;
  readonly about: (minutes: number, agent: string) => string;
  readonly zone: string;
  readonly show: string;
  readonly move: (name: string) => string;
  readonly none: (agent: string) => string;
  readonly later: string;
  readonly yours: string;
  readonly check: string;
  readonly held: string;
  readonly fields: Readonly<Record<'first_name' | 'last_name' | 'email' | 'phone', string>>;
  readonly use: (agent: string) => string;
  readonly agent: string;
  readonly book: string;
  readonly another: string;
  readonly states: Readonly<Record<BookingStatus, readonly [title: string, text: string]>>;
  readonly choose: string;
  readonly soa: readonly [title: string, text: string, sign: string];
  readonly moveIt: string;
  readonly cancel: string;
  readonly next: string;
  readonly appointment: string;
  readonly unknown: string;
  readonly failed: string;
}

export const BOOK_WORDS: Readonly<Record<PageLanguage, BookWords>> = {
  en: {
    other: 'Español',
    call: (agent) => `Call ${agent}`,
    about: (minutes, agent) => `${minutes} minutes with ${agent}`,
    zone: 'Time zone',
    show: 'Show times',
    move: (name) => `Move: ${name}`,
    none: (agent) => `No free times. ${agent} may have others: please call.`,
    later: 'Later times',
    yours: 'Your appointment',
    check: 'Please check',
    held: `This time is held for you for ${HOLD_MINUTES} minutes.`,
    fields: { first_name: 'First name', last_name: 'Last name', email: 'E-mail', phone: 'Phone' },
    use: (agent) => `${agent} uses this to confirm and keep the appointment.`,
    agent: 'The agent',
    book: 'Book this time',
    another: 'Choose another time',
    states: {
      held: ['Not booked yet', ''],
      booked: ['You’re booked', 'A confirmation is on its way to your e-mail.'],
      moved: ['Moved', 'This appointment has another time now.'],
      cancelled: ['Canceled', 'This appointment is canceled.'],
      expired: ['Time expired', 'This time is no longer held for you.'],
    },
    choose: 'Choose a time',
    soa: [
      'One more step',
      'Before you talk about Medicare plans, Medicare asks that you choose what to talk about and sign. It takes a minute.',
      'Sign now',
    ],
    moveIt: 'Move it',
    cancel: 'Cancel appointment',
    next: 'Show the new time',
    appointment: 'Appointment',
    unknown: 'Page not found',
    failed: 'That didn’t work',
  },
  es: {
    other: 'English',
    call: (agent) => `Llamar a ${agent}`,
    about: (minutes, agent) => `${minutes} minutos con ${agent}`,
    zone: 'Zona horaria',
    show: 'Ver horarios',
    move: (name) => `Cambiar la cita: ${name}`,
    none: (agent) => `No hay horarios libres. Es posible que ${agent} tenga otros: llame por teléfono.`,
    later: 'Horarios posteriores',
    yours: 'Su cita',
    check: 'Revise estos campos',
    held: `Este horario está apartado para usted durante ${HOLD_MINUTES} minutos.`,
    fields: { first_name: 'Nombre', last_name: 'Apellido', email: 'Correo electrónico', phone: 'Teléfono' },
    use: (agent) => `${agent} usa estos datos para confirmar la cita.`,
    agent: 'El agente',
    book: 'Reservar este horario',
    another: 'Elegir otro horario',
    states: {
      held: ['Aún no está reservada', ''],
      booked: ['Su cita está reservada', 'Le enviamos una confirmación a su correo electrónico.'],
      moved: ['Cita cambiada', 'Esta cita tiene ahora otro horario.'],
      cancelled: ['Cita cancelada', 'Esta cita está cancelada.'],
      expired: ['Se agotó el tiempo', 'Este horario ya no está apartado para usted.'],
    },
    choose: 'Elegir un horario',
    soa: [
      'Un paso más',
      'Antes de hablar de planes de Medicare, Medicare pide que usted elija de qué quiere hablar y firme. Tarda un minuto.',
      'Firmar ahora',
    ],
    moveIt: 'Cambiar el horario',
    cancel: 'Cancelar la cita',
    next: 'Ver el nuevo horario',
    appointment: 'Cita',
    unknown: 'Página no encontrada',
    failed: 'No se pudo hacer',
  },
};

/** Refusals, by the words that the calls have for them. */
const REFUSALS: Readonly<Record<string, string>> = {
  "This page doesn't exist, or it takes no bookings anymore.": 'Esta página no existe o ya no acepta citas.',
  'This time was just taken. Choose another one.': 'Alguien acaba de tomar este horario. Elija otro.',
  "This link doesn't work. Open it again from your e-mail.":
    'Este enlace no funciona. Ábralo de nuevo desde su correo electrónico.',
  "This link doesn't work anymore.": 'Este enlace ya no funciona.',
  "This booking can't be moved anymore.": 'Esta cita ya no se puede cambiar.',
  "This booking can't be canceled anymore.": 'Esta cita ya no se puede cancelar.',
  'This booking was changed. Open its page again.': 'Esta cita se modificó. Abra su página de nuevo.',
  'Enter your first name.': 'Escriba su nombre.',
  'Enter your last name.': 'Escriba su apellido.',
  'Enter your e-mail address.': 'Escriba su correo electrónico.',
  'Enter your phone number.': 'Escriba su número de teléfono.',
  'Enter an e-mail address like ana@example.com.': 'Escriba una dirección como ana@example.com.',
  'Enter a phone number like 512-555-0142.': 'Escriba un número de teléfono como 512-555-0142.',
};

export const bookRefusalIn = (text: string, language: PageLanguage): string =>
  language === 'en'
    ? text
    : (REFUSALS[text] ?? text.replace(/^Use at most (\d+) characters\.$/u, 'Use como máximo $1 caracteres.'));
