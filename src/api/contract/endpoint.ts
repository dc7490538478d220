import type { $ZodType, input, output } from 'zod/v4/core';
import type { FeatureName, Permission } from './access.contract.ts';

type Schema = $ZodType;

/**
 * Required access. `public` needs no session and is on the reviewed list in `tests/_api/`; `self` is a user in a
 * browser acting for themselves: neither logged in as someone else (promise P6) nor a program with an API key.
 */
export type Access = 'public' | 'signedIn' | 'self' | Permission;

/** Rate class of a caller, counted per minute; the limits are in `server/http/rate-limits.ts`. */
export type RateClass = 'signIn' | 'read' | 'write' | 'bulk' | 'upload' | 'report' | 'check' | 'reveal';

/** A file that travels with the body as multipart; the other parts come first and fill the body's schema. */
export interface Upload {
  readonly field: string;
  /** Other names under which a file may come instead. */
  readonly also?: readonly string[];
  readonly maxBytes: number;
  readonly required: boolean;
}

/**
 * One call, as data. Server routes, OpenAPI and the browser's client are derived from it.
 *
 * Everything that protects a call is declared here; an endpoint that leaves one out does not compile,
 * and the server refuses to start with it.
 */
export interface Endpoint<
  P extends Schema | null = Schema | null,
  Q extends Schema | null = Schema | null,
  B extends Schema | null = Schema | null,
  R extends Schema | null = Schema | null,
> {
  /** Unique verb and noun, also the OpenAPI operation id. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** With `:param` segments. */
  readonly path: string;
  readonly summary: string;
  /** Reads may be canceled and repeated; writes finish. Independent of the method. */
  readonly effect: 'read' | 'write';
  readonly access: Access;
  /**
   * True: needs re-authentication within the last 15 minutes (promise P5), which no one can give while logged in as
   * someone else. `signer`: re-authentication of the person who signed in counts, also while logged in as someone else.
   */
  readonly sudo: boolean | 'signer';
  /** Refused, with the reason, where this feature is not there for the caller; `null`: it always is. */
  readonly feature: FeatureName | null;
  /** The condition of the installation without which the call isn't found, in words; `null`: it always is. */
  readonly onlyWhere: string | null;
  /** True: an `Idempotency-Key` is honoured; the first answer is replayed to a repeated request. */
  readonly idempotent: boolean;
  readonly rate: RateClass;
  /**
   * The action's name in the audit log, or several where each step has its own; `null` where nothing is written. No
   * change commits before one of them is written.
   */
  readonly audit: string | readonly string[] | null;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly upload: Upload | null;
  /** `null` answers 204. */
  readonly reply: R;
}

type Options<P, Q, B, R> = Omit<
  Endpoint,
  'params' | 'query' | 'body' | 'reply' | 'upload' | 'sudo' | 'feature' | 'onlyWhere'
> & {
  readonly sudo?: boolean | 'signer';
  readonly feature?: FeatureName;
  readonly onlyWhere?: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly upload?: Upload;
  readonly reply: R;
};

export function endpoint<
  R extends Schema | null,
  P extends Schema | null = null,
  Q extends Schema | null = null,
  B extends Schema | null = null,
>(options: Options<P, Q, B, R>): Endpoint<P, Q, B, R> {
  const { params, query, body, upload, sudo, feature, onlyWhere, ...rest } = options;
  return {
    ...rest,
    sudo: sudo ?? false,
    feature: feature ?? null,
    onlyWhere: onlyWhere ?? null,
    params: (params ?? null) as P,
    query: (query ?? null) as Q,
    body: (body ?? null) as B,
    upload: upload ?? null,
  };
}

/** A part whose fields are all optional is optional itself. */
type Part<K extends string, S> = S extends Schema
  ? Record<never, never> extends input<S>
    ? { [k in K]?: input<S> }
    : { [k in K]: input<S> }
  : { [k in K]?: never };
type Parsed<S> = S extends Schema ? output<S> : undefined;

/** Arguments of a call: exactly the parts that the endpoint declares. */
export type CallArgs<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']> & {
    readonly file?: Blob;
    /** Name of the file in the form. Absent: the upload's `field`. */
    readonly fileField?: string;
    readonly signal?: AbortSignal;
    readonly idempotencyKey?: string;
  };

export type Reply<E extends Endpoint> = Parsed<E['reply']>;
export type Params<E extends Endpoint> = Parsed<E['params']>;
export type Query<E extends Endpoint> = Parsed<E['query']>;
export type Body<E extends Endpoint> = Parsed<E['body']>;
