import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { compile } from 'json-schema-to-typescript';
import * as z from 'zod/v4/core';
import { override } from '../../server/openapi.ts';

export type Json = { readonly [key: string]: unknown };
type Io = 'input' | 'output';

const ROOT = join(import.meta.dirname, '../..');
/** Marks the name of what is given, as long as it isn't known whether what is answered differs. */
const GIVEN = '__given';
const REF = '#/definitions/';
const REFERENCE = new RegExp(`"${REF}(\\w+)${GIVEN}"`, 'g');

/** Schemas that are worth a name in a program. */
const NAMED = new Set(['object', 'union', 'enum']);

/** Schemas that the contract exports, with their names; without those whose name another one has, too. */
async function namedSchemas(): Promise<ReadonlyMap<z.$ZodType, string>> {
  const byName = new Map<string, Set<z.$ZodType>>();
  for await (const path of glob('src/api/contract/**/*.contract.ts', { cwd: ROOT })) {
    const module = (await import(join(ROOT, path))) as Readonly<Record<string, unknown>>;
    for (const [name, value] of Object.entries(module)) {
      if (/^[A-Z]/.test(name) && isSchema(value) && NAMED.has(value._zod.def.type)) {
        byName.set(name, (byName.get(name) ?? new Set()).add(value));
      }
    }
  }
  return new Map([...byName].flatMap(([name, [one, ...others]]) => (one && others.length === 0 ? [[one, name]] : [])));
}

const isSchema = (value: unknown): value is z.$ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value;

/** Collects schemas under names and writes them as TypeScript. */
export interface TypeWriter {
  /** The schema as JSON Schema; what it refers to is collected. */
  schemaOf(schema: z.$ZodType, io: Io): Json;
  /** What a reference names; anything else is as it was. */
  opened(schema: Json): Json;
  /** @throws when something else has this name. */
  add(name: string, schema: Json): void;
  text(): Promise<string>;
}

export async function typeWriter(): Promise<TypeWriter> {
  const named = await namedSchemas();
  const definitions: Record<string, Json> = {};
  const registries = { input: z.registry<{ id: string }>(), output: z.registry<{ id: string }>() };
  for (const [schema, name] of named) {
    registries.output.add(schema, { id: name });
    registries.input.add(schema, { id: name + GIVEN });
  }
  const schemaOf: TypeWriter['schemaOf'] = (schema, io) => {
    const options = { io, target: 'draft-7', metadata: registries[io], unrepresentable: 'any', override } as const;
    const { $schema: _, definitions: found, ...json } = z.toJSONSchema(schema, options) as Json;
    Object.assign(definitions, found);
    return json;
  };
  return {
    schemaOf,
    opened: (schema) => definitions[String(schema['$ref']).slice(REF.length)] ?? schema,
    add: (name, schema) => {
      if (name in definitions) throw new Error(`Two types are named ${name}.`);
      definitions[name] = schema;
    },
    text: () => written(definitions),
  };
}

/** A comment of the library that names the place of each type in the schema of all, and that schema itself. */
const LEFTOVERS =
  / \* This interface was referenced by `Everything`[^\n]*\n \* via the `definition` [^\n]*\n(?: \*\n)?/g;
const EVERYTHING = /export interface Everything \{[^}]*\}\n/;

async function written(definitions: Readonly<Record<string, Json>>): Promise<string> {
  const renamed = new Map(Object.keys(definitions).map((name) => [name, nameOf(name, definitions)]));
  const text = JSON.stringify(definitions, (key, value: unknown) =>
    key === '$ref' ? REF + renamed.get(String(value).slice(REF.length)) : value,
  );
  const whole: Readonly<Record<string, Json>> = Object.fromEntries(
    Object.entries(JSON.parse(text) as Record<string, Json>).map(([name, one]) => [renamed.get(name), one]),
  );
  // The library leaves out a name for what has one already.
  const aliases = Object.entries(whole).filter(([, schema]) => '$ref' in schema);
  const types = await compile({ title: 'Everything', definitions: whole } as never, 'Everything', {
    additionalProperties: false,
    bannerComment: '',
    format: false,
    ignoreMinAndMaxItems: true,
    unknownAny: true,
    unreachableDefinitions: true,
  });
  const nameIn = (schema: Json) => String(schema['$ref']).slice(REF.length);
  return [
    types
      .replace(LEFTOVERS, '')
      .replaceAll(/\/\*\*\n \*\/\n/g, '')
      .replace(EVERYTHING, ''),
    ...aliases.map(([name, schema]) => `export type ${name} = ${nameIn(schema)};\n`),
  ].join('');
}

/** What is given and what is answered have one name where they are the same, or where there is only one of them. */
function nameOf(name: string, definitions: Readonly<Record<string, Json>>): string {
  if (!name.endsWith(GIVEN)) return name;
  const bare = name.slice(0, -GIVEN.length);
  return definitions[bare] === undefined || isSame(bare, definitions, new Set()) ? bare : `${bare}Input`;
}

/** True when what is given under this name, and all that it refers to, is what is answered. */
function isSame(bare: string, definitions: Readonly<Record<string, Json>>, met: Set<string>): boolean {
  if (met.has(bare)) return true;
  met.add(bare);
  const given = plain(definitions[bare + GIVEN]);
  const inside = [...given.matchAll(REFERENCE)].map(([, name = '']) => name);
  return (
    given.replaceAll(GIVEN, '') === plain(definitions[bare]) && inside.every((name) => isSame(name, definitions, met))
  );
}

/** Without what makes no difference for a type. */
const plain = (schema: Json | undefined): string =>
  JSON.stringify(schema, (key, value: unknown) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  );
