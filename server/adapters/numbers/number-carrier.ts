import type { Capability, NumberOffer } from '#contract/numbers.contract.ts';

/** A carrier from which numbers are bought. */
export interface NumberCarrier {
  readonly name: 'embedded' | 'twilio';
  /** False: no numbers are sold here. */
  readonly isOpen: boolean;
  /** Numbers for sale in an area code that have all of these capabilities. @throws {CarrierAway} */
  search(areaCode: string, capabilities: readonly Capability[]): Promise<readonly NumberOffer[]>;
  /** Returns the offer of one number; `null`: it isn't for sale. @throws {CarrierAway} */
  offerOf(number: string): Promise<NumberOffer | null>;
  /**
   * Buys a number. The same reference is the same purchase, however often it is asked for.
   * @throws {NumberGone} it isn't for sale. @throws {CarrierAway} to be asked again.
   */
  buy(number: string, reference: string): Promise<{ readonly sid: string }>;
  /** Gives a number back; one that is no longer there is no error. @throws {CarrierAway} */
  release(sid: string): Promise<void>;
}

/** The carrier doesn't sell this number, and won't as long as nothing changes. */
export class NumberGone extends Error {
  override readonly name = 'NumberGone';
}

/** The carrier is busy or away, or refuses this installation: the outcome isn't known. */
export class CarrierAway extends Error {
  override readonly name = 'CarrierAway';
}
