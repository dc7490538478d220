import type { RowConsent } from '#contract/contacts/contact-list.contract.ts';

const STOP_WORDS = { call: 'Call', text: 'Text', mail: 'E-mail' } as const;
const GIVEN_WORDS = { call: 'call', text: 'text', mail: 'e-mail' } as const;

interface ConsentWords {
  /** `Call, text, e-mail`; empty: none. */
  readonly given: string;
  /** `Do Not Call or Text`; empty: none. */
  readonly stopped: string;
  /** The same in a few letters: who must not be called is rarely texted. */
  readonly briefly: string;
}

/** Consent and opt-outs of a row in words. */
export function consentWords({ given, stopped }: RowConsent): ConsentWords {
  const names = given.map((channel) => GIVEN_WORDS[channel]).join(', ');
  const stops = stopped.map((channel) => STOP_WORDS[channel]);
  const told = [stops.slice(0, -1).join(', '), ...stops.slice(-1)].filter(Boolean).join(' or ');
  const brief = stopped.includes('call') ? stops.filter((word) => word !== 'Text') : stops;
  return {
    given: names.charAt(0).toUpperCase() + names.slice(1),
    stopped: told && `Do Not ${told}`,
    briefly: told && `Do Not ${stops.length === 3 ? 'Contact' : brief.join(', ')}`,
  };
}
