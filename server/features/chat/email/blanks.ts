import type { Language, When } from './parse-when.ts';
import type { Holiday, Talk } from './hear.ts';

/** Placeholder in a draft for something no one has stated; the sender fills it in. */
export const BLANKS = {
  name: '{first name}',
  when: '{day and time}',
  missing: '{what is missing}',
} as const;

type Words = Readonly<Record<Language, string>>;

const DAYS: Readonly<Record<string, { readonly at: Words; readonly of: Words }>> = {
  yesterday: { at: { en: 'yesterday', es: 'ayer' }, of: { en: 'yesterday', es: 'de ayer' } },
  today: { at: { en: 'today', es: 'hoy' }, of: { en: 'today', es: 'de hoy' } },
  'this morning': {
    at: { en: 'this morning', es: 'esta mañana' },
    of: { en: 'this morning', es: 'de esta mañana' },
  },
  'this afternoon': {
    at: { en: 'this afternoon', es: 'esta tarde' },
    of: { en: 'this afternoon', es: 'de esta tarde' },
  },
  'last night': { at: { en: 'last night', es: 'anoche' }, of: { en: 'last night', es: 'de anoche' } },
  'last week': { at: { en: 'last week', es: 'la semana pasada' }, of: { en: 'last week', es: 'de la semana pasada' } },
  ...Object.fromEntries(
    [
      ['monday', 'lunes'],
      ['tuesday', 'martes'],
      ['wednesday', 'miércoles'],
      ['thursday', 'jueves'],
      ['friday', 'viernes'],
      ['saturday', 'sábado'],
      ['sunday', 'domingo'],
    ].map(([day = '', dia = '']) => {
      const en = `last ${day.charAt(0).toUpperCase()}${day.slice(1)}`;
      return [`last ${day}`, { at: { en, es: `el ${dia} pasado` }, of: { en, es: `del ${dia} pasado` } }];
    }),
  ),
};

const TALKS: Readonly<Record<NonNullable<Talk['kind']>, Words>> = {
  call: { en: 'our call', es: 'nuestra llamada' },
  meeting: { en: 'our meeting', es: 'nuestra reunión' },
  visit: { en: 'our visit', es: 'nuestra visita' },
};

const HOLIDAYS: Readonly<Record<Holiday | 'any', Words>> = {
  thanksgiving: { en: 'Happy Thanksgiving', es: 'Feliz Día de Acción de Gracias' },
  christmas: { en: 'Merry Christmas', es: 'Feliz Navidad' },
  newYear: { en: 'Happy New Year', es: 'Feliz Año Nuevo' },
  easter: { en: 'Happy Easter', es: 'Felices Pascuas' },
  any: { en: 'Happy holidays', es: 'Felices fiestas' },
};

/** `our call yesterday`. Empty when no conversation was mentioned. */
export const talkWords = ({ kind, day }: Talk, language: Language): string =>
  kind === null ? '' : `${TALKS[kind][language]} ${DAYS[day]?.of[language] ?? ''}`.trim();

/** `yesterday`. Empty when no day was mentioned. */
export const dayWords = ({ day }: Talk, language: Language): string => DAYS[day]?.at[language] ?? '';

export const holidayWords = (holiday: Holiday | null, language: Language): string =>
  HOLIDAYS[holiday ?? 'any'][language];

export const isSaid = ({ day, time }: When): boolean => day !== null || time !== null;
