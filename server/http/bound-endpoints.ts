import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Deps } from '../deps.ts';
import type { FairPlaces } from './fair-places.ts';
import { RATES_PER_MINUTE, type RateLimiter } from './rate-limits.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly deps: Deps;
    readonly limiter: RateLimiter;
    readonly places: FairPlaces;
    /** Every endpoint that has a route. */
    readonly bound: Endpoint[];
  }
}

const METHODS = new Set(['GET', 'POST', 'PATCH', 'PUT', 'DELETE']);
const EFFECTS = new Set(['read', 'write']);
const RATES = new Set(Object.keys(RATES_PER_MINUTE));

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isSchema = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && value !== null && '_zod' in value);

/** Pattern of each declaration. */
const DECLARATIONS: Readonly<Record<keyof Endpoint, (value: unknown, endpoint: Endpoint) => boolean>> = {
  name: isText,
  method: (value) => METHODS.has(String(value)),
  path: (value) => isText(value) && String(value).startsWith('/'),
  summary: isText,
  effect: (value) => EFFECTS.has(String(value)),
  access: isText,
  sudo: (value) => typeof value === 'boolean' || value === 'signer',
  feature: (value) => value === null || isText(value),
  onlyWhere: (value) => value === null || isText(value),
  idempotent: (value) => typeof value === 'boolean',
  rate: (value) => RATES.has(String(value)),
  audit: (value) => value === null || [value].flat().every(isText),
  params: (value, { path }) => (String(path).includes(':') ? value !== null && isSchema(value) : value === null),
  query: isSchema,
  body: isSchema,
  upload: (value) => value === null || typeof value === 'object',
  reply: isSchema,
};

/** @throws when the endpoint lacks a declaration, or another one has its name or its method and path. */
export function recordEndpoint(app: FastifyInstance, endpoint: Endpoint): void {
  const called = endpoint.name || endpoint.path || 'without a name';
  const missing = Object.entries(DECLARATIONS)
    .filter(([key, holds]) => !holds(endpoint[key as keyof Endpoint], endpoint))
    .map(([key]) => key);
  if (missing.length > 0) throw new Error(`Endpoint ${called} does not declare: ${missing.join(', ')}.`);

  const held = taken.get(app.bound) ?? new Map<string, string>();
  taken.set(app.bound, held);
  for (const key of [endpoint.name, routeOf(endpoint)]) {
    const twin = held.get(key);
    if (twin !== undefined) throw new Error(`Endpoints ${twin} and ${called} clash.`);
    held.set(key, endpoint.name);
  }
  app.bound.push(endpoint);
}

/** Names and routes of each app's endpoints, with the names of those that hold them. */
const taken = new WeakMap<readonly Endpoint[], Map<string, string>>();

const routeOf = ({ method, path }: Endpoint) => `${method} ${path.replaceAll(/:[^/]+/g, ':')}`;

/** Methods of this path; empty without an endpoint. */
export function methodsAt(app: FastifyInstance, path: string): string[] {
  const asked = path.split('/');
  return app.bound.filter((endpoint) => fits(endpoint.path.split('/'), asked)).map((endpoint) => endpoint.method);
}

const fits = (pattern: readonly string[], asked: readonly string[]) =>
  pattern.length === asked.length && pattern.every((part, at) => isPart(part, asked[at] ?? ''));

/** A parameter may follow fixed text: `export.:format`. */
function isPart(pattern: string, asked: string): boolean {
  const [fixed = '', parameter] = pattern.split(':');
  return parameter === undefined ? pattern === asked : asked.startsWith(fixed);
}
