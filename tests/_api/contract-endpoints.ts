import type { Endpoint } from '#contract/endpoint.ts';
import { type AnyResource, callsOf, isResource } from '#contract/resource.ts';

const modules = import.meta.glob<Record<string, unknown>>('../../src/api/contract/**/*.contract.ts', { eager: true });

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value;

/** Every endpoint that the contract exports, by itself or in a resource; an export under two names counts once. */
export const contractEndpoints: readonly Endpoint[] = [
  ...new Set(
    Object.values(modules)
      .flatMap((module) => Object.values(module))
      .flatMap((value) => (isResource(value) ? callsOf(value) : isEndpoint(value) ? [value] : [])),
  ),
];

/** Every resource that the contract exports. */
export const contractResources: readonly AnyResource[] = Object.values(modules).flatMap((module) =>
  Object.values(module).filter(isResource),
);
