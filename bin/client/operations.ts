import type { Operation } from '../../client/call.ts';
import { featureOf, wordsOf } from '../../server/openapi-words.ts';
import { isForPrograms } from '../../server/openapi.ts';
import type { Endpoint } from '../../src/api/contract/endpoint.ts';
import type { Json, TypeWriter } from './types.ts';

/** A method of the client. */
export interface Method {
  readonly name: string;
  /** Where it belongs, in camelCase. */
  readonly group: string;
  readonly summary: string;
  readonly words: string;
  /** Parameters of the path with their types. */
  readonly params: readonly (readonly [name: string, type: string])[];
  /** Name of its type; `null`: there is none. */
  readonly input: string | null;
  readonly isInputOptional: boolean;
  /** A type. */
  readonly reply: string;
  readonly operation: Operation;
}

/** The methods of the client: what a program may call with a key. Their types are added to the writer. */
export const methodsOf = (endpoints: readonly Endpoint[], types: TypeWriter): readonly Method[] =>
  endpoints
    .filter(isForPrograms)
    .toSorted((a, b) => a.path.localeCompare(b.path, 'en'))
    .map((endpoint) => methodOf(endpoint, types));

function methodOf(endpoint: Endpoint, types: TypeWriter): Method {
  const { name, method, path, summary, effect, idempotent, params, query } = endpoint;
  const type = name.charAt(0).toUpperCase() + name.slice(1);
  const input = inputOf(endpoint, types);
  if (input !== null) types.add(`${type}Input`, input);
  const paramTypes = Object.entries(params === null ? {} : propertiesOf(types.opened(types.schemaOf(params, 'input'))));
  const names = [...path.matchAll(/:(\w+)/g)].map(([, param = '']) => param);
  return {
    name,
    group: featureOf(endpoint).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary,
    words: wordsOf(endpoint),
    params: names.map((param) => [param, typeOfParam(Object.fromEntries(paramTypes)[param])]),
    input: input === null ? null : `${type}Input`,
    isInputOptional: input !== null && 'properties' in input && !('required' in input),
    reply: replyOf(endpoint, `${type}Reply`, types),
    operation: {
      method,
      path: path.replaceAll(/:(\w+)/g, '{$1}'),
      repeatable: effect === 'read' ? 'read' : idempotent ? 'key' : 'no',
      query: query === null ? [] : Object.keys(propertiesOf(types.opened(types.schemaOf(query, 'input')))),
      body: endpoint.body !== null || endpoint.upload !== null,
      pages: pagesOf(endpoint, types),
    },
  };
}

const propertiesOf = (schema: Json): Readonly<Record<string, Json>> =>
  (schema['properties'] ?? {}) as Readonly<Record<string, Json>>;

const typeOfParam = (schema: Json | undefined): string => {
  if (Array.isArray(schema?.['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' | ');
  return schema?.['type'] === 'integer' || schema?.['type'] === 'number' ? 'number' : 'string';
};

/** Fields of query, body and form in one object; `null`: it takes nothing. */
function inputOf({ name, query, body, upload }: Endpoint, types: TypeWriter): Json | null {
  if (query === null && upload === null) return body && types.schemaOf(body, 'input');
  const parts = [query, body].flatMap((part) => (part === null ? [] : [types.opened(types.schemaOf(part, 'input'))]));
  const files = upload === null ? [] : [upload.field, ...(upload.also ?? [])];
  const file = { tsType: 'Blob', description: `At most ${upload?.maxBytes} bytes.` };
  const fields = [...parts.flatMap((part) => Object.entries(propertiesOf(part))), ...files.map((one) => [one, file])];
  const properties = Object.fromEntries(fields) as Json;
  if (Object.keys(properties).length < fields.length || parts.some((part) => part['type'] !== 'object')) {
    throw new Error(`Query and body of ${name} don't fit into one object.`);
  }
  const needed = parts.flatMap((part) => (part['required'] ?? []) as string[]);
  const required = upload?.required ? [...needed, upload.field] : needed;
  return { type: 'object', properties, additionalProperties: false, ...(required.length > 0 ? { required } : {}) };
}

/** A file comes as it is, whatever its kind. */
function replyOf({ reply }: Endpoint, name: string, types: TypeWriter): string {
  if (reply === null) return 'void';
  if (['string', 'unknown'].includes(reply._zod.def.type)) return 'Blob';
  types.add(name, types.schemaOf(reply, 'output'));
  return name;
}

/** Where the input names the next page; `null`: the answer is no list, or all of it. */
function pagesOf({ query, body, reply }: Endpoint, types: TypeWriter): Operation['pages'] {
  const answer = reply === null ? {} : propertiesOf(types.opened(types.schemaOf(reply, 'output')));
  const meta = types.opened(answer['meta'] ?? {});
  if (answer['data']?.['type'] !== 'array') return null;
  const [mark, needed] = 'next_cursor' in propertiesOf(meta) ? ['cursor', 'next_cursor'] : ['page', 'total_pages'];
  if (!(needed in propertiesOf(meta))) return null;
  const fields = Object.entries(propertiesOf(types.opened(types.schemaOf((query ?? body)!, 'input'))));
  const inside = fields.find(([, field]) => mark in propertiesOf(types.opened(field)))?.[0];
  if (fields.some(([field]) => field === mark)) return [mark];
  return inside === undefined ? null : [inside, mark];
}
