import { AsYouType } from 'libphonenumber-js/min';

/** A number of the US unless a plus says otherwise. It brings the countries of the world: load it lazily. */
export const writeAsYouType = (typed: string): string => new AsYouType('US').input(typed);
