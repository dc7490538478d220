import type { LineSource, LineType } from '#contract/verifications.contract.ts';

/** What a look-up says of a number. */
export interface LineFound {
  readonly lineType: LineType;
  /** Empty: not told. */
  readonly carrier: string;
}

/** The number will never be looked up: it isn't one for the source. */
export class LookupRefused extends Error {
  override readonly name = 'LookupRefused';
  /** One sentence to show. */
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super('A look-up was refused.', options);
    this.reason = reason;
  }
}

/** The source is busy or away, or refuses this installation: try again later. */
export class LookupPostponed extends Error {
  override readonly name = 'LookupPostponed';
}

/** Says what kind of line a number is. Asking twice costs twice and changes nothing. */
export interface LineLookup {
  readonly name: LineSource;
  /** False: there is no source in this installation. */
  readonly isOpen: boolean;
  /** @throws {LookupRefused | LookupPostponed} */
  lookUp(number: string): Promise<LineFound>;
}
