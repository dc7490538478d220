import { describe, expect, test } from 'vitest';
import { isSpanishRequest, requestOf } from '#rules/messages/text-requests.ts';

describe('what a received text asks for', () => {
  test.each(
    'STOP stop Stop. STOP! "stop" STOPALL UNSUBSCRIBE CANCEL END QUIT REVOKE OPTOUT|opt-out Opt.Out ALTO ¡Alto! parar BAJA Cancelar'
      .split(' ')
      .flatMap((word) => word.split('|')),
  )('%s is an opt-out', (text) => expect(requestOf(text)).toBe('opt_out'));
  test.each(['stop all', ' STOP \n', 'Stop 🛑', 'opt out'])('%j too', (text) =>
    expect(requestOf(text)).toBe('opt_out'),
  );

  test.each(['START', 'Yes', 'UNSTOP', 'Sí', 'iniciar'])('%s is an opt-in', (text) =>
    expect(requestOf(text)).toBe('opt_in'),
  );

  test.each(['HELP', 'help?', 'Info', 'AYUDA', '¿Ayuda?'])('%s asks for help', (text) =>
    expect(requestOf(text)).toBe('help'),
  );

  test.each([
    'please stop texting me',
    'Stop please',
    "Don't text me anymore",
    'Do not contact me again',
    'take me off your list',
    'Remove my number',
    'I want to unsubscribe from this',
    'leave me alone!!',
    'no me escriba más',
    'No me mande mensajes',
    'por favor deje de escribirme',
    'ya no quiero recibir mensajes',
    'Número equivocado',
    'quíteme de su lista',
  ])('%j goes to a person', (text) => expect(requestOf(text)).toBe('revocation'));

  test.each([
    '4:30 is fine. Can my husband be on the line too?',
    'Thank you, signed it just now.',
    'Sí, mañana por la tarde está bien.',
    'I will be at the end of the street',
    'Yes please',
    'Can you help me with the form?',
    'Where do I get my card?',
    '',
  ])('%j asks for nothing', (text) => expect(requestOf(text)).toBeNull());

  test('a Spanish word gets a Spanish answer', () => {
    expect(isSpanishRequest('¡ALTO!')).toBe(true);
    expect(isSpanishRequest('STOP')).toBe(false);
  });
});
