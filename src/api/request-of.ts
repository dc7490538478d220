import { IDEMPOTENCY_HEADER, IDENTITY_HEADER, REQUEST_ID_HEADER } from '#contract/_wire.contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';

/** The parts of a call without their types: what `call` has checked already. */
export interface LooseArgs {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly file?: Blob;
  readonly fileField?: string;
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
}

export interface RequestParts {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  /** JSON text, a form with the file last, or nothing. */
  readonly body: string | FormData | null;
}

interface Marks {
  /** `<user id>:<depth>`; `null` when signed out. */
  readonly identity: string | null;
  /** 128 random bits in hex. */
  readonly newId: () => string;
}

/** Method, address, headers and body of one call. Pure. */
export function requestOf(endpoint: Endpoint, args: LooseArgs, { identity, newId }: Marks): RequestParts {
  const headers: Record<string, string> = { accept: 'application/json', [REQUEST_ID_HEADER]: newId() };
  if (identity !== null) headers[IDENTITY_HEADER] = identity;
  if (endpoint.effect === 'write' && endpoint.idempotent) headers[IDEMPOTENCY_HEADER] = args.idempotencyKey ?? newId();

  const form =
    args.file === undefined ? null : formOf(args.fileField ?? endpoint.upload?.field ?? 'file', args.body, args.file);
  if (form === null && args.body !== undefined) headers['content-type'] = 'application/json';
  const json = args.body === undefined ? null : JSON.stringify(args.body);

  return {
    method: endpoint.method,
    url: pathOf(endpoint.path, asRecord(args.params)) + queryOf(asRecord(args.query)),
    headers,
    body: form ?? json,
  };
}

const asRecord = (value: unknown): Record<string, unknown> => (value ?? {}) as Record<string, unknown>;

const pathOf = (path: string, params: Record<string, unknown>): string =>
  path.replace(/:(\w+)/gu, (_, name: string) => encodeURIComponent(textOf(params[name])));

function queryOf(query: Record<string, unknown>): string {
  const filled = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  if (filled.length === 0) return '';
  return `?${new URLSearchParams(filled.map(([name, value]) => [name, textOf(value)]))}`;
}

/** Fields come first: the server reads a form as a stream and needs them before the file. */
function formOf(field: string, body: unknown, file: Blob): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(asRecord(body))) {
    if (value !== undefined) form.append(name, textOf(value));
  }
  form.append(field, file);
  return form;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
