import type { Endpoint } from '#contract/endpoint.ts';

const modules = import.meta.glob<Record<string, unknown>>('../../src/api/contract/**/*.contract.ts', { eager: true });

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value;

/** Every endpoint that the contract exports. */
export const contractEndpoints: readonly Endpoint[] = Object.values(modules).flatMap((module) =>
  Object.values(module).filter(isEndpoint),
);
