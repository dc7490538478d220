import type { CallArgs, Endpoint } from '#contract/endpoint.ts';

type Args<E extends Endpoint> = Omit<CallArgs<E>, 'signal' | 'idempotencyKey'>;

/** The request of a form's Save. */
export interface FormWrite<Values> {
  readonly endpoint: Endpoint;
  /** Reads that show the record. */
  readonly invalidates: readonly Endpoint[];
  /** `changed` holds the values that differ from the stored ones. `null` when there is nothing to write. */
  readonly argsOf: (values: Values, changed: Partial<Values>, file: Blob | null) => Args<Endpoint> | null;
}

/** One write; its arguments are checked against the endpoint here. */
export const formWrite = <E extends Endpoint, Values>(
  endpoint: E,
  invalidates: readonly Endpoint[],
  argsOf: (values: Values, changed: Partial<Values>, file: Blob | null) => Args<E> | null,
): FormWrite<Values> => ({ endpoint, invalidates, argsOf: argsOf as FormWrite<Values>['argsOf'] });
