import * as z from 'zod/mini';
import { PERMISSIONS } from './access.contract.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant, PathId } from './_wire.contract.ts';

// ---- schemas ---------------------------------------------------------------

const Scopes = z.array(z.enum(PERMISSIONS)).check(z.minLength(1, 'Choose at least one scope.'));
const KeyName = z.string().check(z.trim(), z.minLength(1, 'Enter a key name.'), z.maxLength(80));

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  /** Its first characters, to know it by. */
  prefix: z.string(),
  scopes: z.array(z.enum(PERMISSIONS)),
  created_at: Instant,
  /** `null`: never. */
  last_used_at: z.nullable(Instant),
  last_used_ip: z.nullable(z.string()),
});
export type ApiKey = z.output<typeof ApiKey>;

/** The key itself: shown in this answer and never again. */
const fresh = z.object({ data: z.object({ key: z.string(), api_key: ApiKey }) });
const one = z.object({ data: ApiKey });

export const ApiToken = z.object({
  /** `null`: there is none yet. */
  masked: z.nullable(z.string()),
  created_at: z.nullable(Instant),
  last_used_at: z.nullable(Instant),
});
export type ApiToken = z.output<typeof ApiToken>;

// ---- endpoints -------------------------------------------------------------

export const listApiKeys = endpoint({
  name: 'listApiKeys',
  method: 'GET',
  path: '/v1/users/api_keys',
  summary: 'The API keys of the current user',
  effect: 'read',
  access: 'self',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: z.object({ data: z.array(ApiKey) }),
});

export const readApiKey = endpoint({
  name: 'readApiKey',
  method: 'GET',
  path: '/v1/users/api_keys/:id',
  summary: 'One API key',
  effect: 'read',
  access: 'self',
  idempotent: false,
  rate: 'read',
  audit: null,
  params: z.object({ id: PathId }),
  reply: one,
});

export const createApiKey = endpoint({
  name: 'createApiKey',
  method: 'POST',
  path: '/v1/users/api_keys',
  summary: 'Create an API key; its secret is returned once',
  effect: 'write',
  access: 'self',
  sudo: true,
  // A replayed answer would keep the key in the database.
  idempotent: false,
  rate: 'write',
  audit: 'apiKey.created',
  body: z.strictObject({ name: KeyName, scopes: Scopes }),
  reply: fresh,
});

export const updateApiKey = endpoint({
  name: 'updateApiKey',
  method: 'PATCH',
  path: '/v1/users/api_keys/:id',
  summary: 'Rename an API key or change its scopes',
  effect: 'write',
  access: 'self',
  sudo: true,
  idempotent: true,
  rate: 'write',
  audit: 'apiKey.changed',
  params: z.object({ id: PathId }),
  body: z.strictObject({ name: z.optional(KeyName), scopes: z.optional(Scopes) }),
  reply: one,
});

export const deleteApiKey = endpoint({
  name: 'deleteApiKey',
  method: 'DELETE',
  path: '/v1/users/api_keys/:id',
  summary: 'Revoke an API key immediately',
  effect: 'write',
  access: 'self',
  idempotent: true,
  rate: 'write',
  audit: 'apiKey.revoked',
  params: z.object({ id: PathId }),
  reply: null,
});

/** Masked: only its hash is stored. */
export const showApiToken = endpoint({
  name: 'showApiToken',
  method: 'GET',
  path: '/v1/users/show_api_token',
  summary: 'API token of the current user, masked',
  effect: 'read',
  access: 'self',
  sudo: true,
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: z.object({ data: ApiToken }),
});

export const refreshApiToken = endpoint({
  name: 'refreshApiToken',
  method: 'PATCH',
  path: '/v1/users/refresh_api_token',
  summary: 'Generate a new API token in place of the old one; it is returned once',
  effect: 'write',
  access: 'self',
  sudo: true,
  idempotent: false,
  rate: 'write',
  audit: 'apiToken.refreshed',
  reply: z.object({ data: z.object({ token: z.string(), api_token: ApiToken }) }),
});
