import { LEAD_BOXES, type LeadBox } from '#contract/public-pages.contract.ts';
import type { PageLanguage } from '../words/page-language.ts';

/** Changes with every change of the words below: it is kept with what a person agreed to. */
export const LEAD_WORDS_VERSION = '2026-11-30';

interface Asked {
  readonly name: string;
  readonly agency: string;
}

const WORDS: Readonly<
  Record<PageLanguage, { readonly who: (asked: Asked) => string } & Readonly<Record<LeadBox, (who: string) => string>>>
> = {
  en: {
    who: ({ name, agency }) => `${name} of ${agency}`,
    call: (who) =>
      `${who} may call me at the number above about products and services, also with an autodialer or a recorded voice. I don't have to agree to buy anything.`,
    text: (who) =>
      `${who} may text me at the number above about products and services, also automatically. I don't have to agree to buy anything. Message and data rates may apply. Reply STOP to end texts.`,
    mail: (who) => `${who} may e-mail me news and offers at the address above. I can unsubscribe at any time.`,
  },
  es: {
    who: ({ name, agency }) => `${name} de ${agency}`,
    call: (who) =>
      `${who} puede llamarme al número que escribí arriba para hablarme de productos y servicios, también con un marcador automático o una voz grabada. No es necesario que acepte para comprar algo.`,
    text: (who) =>
      `${who} puede enviarme mensajes de texto al número que escribí arriba sobre productos y servicios, también de forma automática. No es necesario que acepte para comprar algo. Pueden aplicarse tarifas de mensajes y datos. Responda STOP para no recibir más mensajes.`,
    mail: (who) =>
      `${who} puede enviarme noticias y ofertas por correo electrónico a la dirección que escribí arriba. Puedo cancelar la suscripción en cualquier momento.`,
  },
};

/** Words beside each box: one purpose, none is ticked, and none is a condition. */
export function leadBoxes(
  asked: Asked,
  language: PageLanguage = 'en',
): readonly { readonly box: LeadBox; readonly words: string }[] {
  const words = WORDS[language];
  const who = asked.agency === '' || asked.agency === asked.name ? asked.name : words.who(asked);
  return LEAD_BOXES.map((box) => ({ box, words: words[box](who) }));
}
