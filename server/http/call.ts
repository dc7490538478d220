import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { Body, Endpoint, Params, Query, Reply } from '#contract/endpoint.ts';
import type { Identity } from '../identity.ts';

/** A file that came with a multipart request: a stream that must be read to its end. */
export interface IncomingFile {
  /** Its name in the form. */
  readonly field?: string;
  readonly fileName: string;
  readonly stream: Readable;
  /** True once the stream was cut at the endpoint's `maxBytes`. */
  readonly truncated: () => boolean;
}

/** Arguments of a handler: the parsed parts of its endpoint and the caller. */
export interface Call<E extends Endpoint> {
  readonly params: Params<E>;
  readonly query: Query<E>;
  readonly body: Body<E>;
  /** `null` when the request carries no file. */
  readonly file: IncomingFile | null;
  readonly identity: E['access'] extends 'public' ? Identity | null : Identity;
  readonly requestId: string;
  readonly request: FastifyRequest;
  /** For cookies, headers and streamed files; the answer itself is what the handler returns. */
  readonly reply: FastifyReply;
}

/** The wire form of a reply: what the contract's schema takes in. */
export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<E['reply'] extends null ? void : Reply<E> | Readable>;
