import fc from 'fast-check';
import * as z from 'zod/v4/core';

/** The parts of zod's internals that examples need. */
interface Def {
  readonly type: string;
  readonly format?: string;
  readonly coerce?: boolean;
  readonly checks?: readonly { readonly _zod: { readonly def: CheckDef } }[];
  readonly innerType?: z.$ZodType;
  readonly shape?: Readonly<Record<string, z.$ZodType>>;
  readonly element?: z.$ZodType;
  readonly items?: readonly z.$ZodType[];
  readonly options?: readonly z.$ZodType[];
  readonly keyType?: z.$ZodType;
  readonly valueType?: z.$ZodType;
  readonly in?: z.$ZodType;
  readonly values?: readonly unknown[];
  readonly entries?: Readonly<Record<string, unknown>>;
}

interface CheckDef {
  readonly check?: string;
  readonly format?: string;
  readonly pattern?: RegExp;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly value?: number;
  readonly inclusive?: boolean;
}

export const defOf = (schema: z.$ZodType): Def => schema._zod.def as unknown as Def;

/** The schema beneath `optional`, `nullable`, `default` and their like. */
export function bare(schema: z.$ZodType): z.$ZodType {
  const { innerType, in: input } = defOf(schema);
  if (innerType !== undefined) return bare(innerType);
  return input === undefined ? schema : bare(input);
}

export const mayBeLeftOut = (schema: z.$ZodType): boolean => z.safeParse(schema, undefined).success;

/**
 * Gives the value of one field, by its dotted path; array elements have the path of their array. `undefined` leaves it
 * to the schema: a field that may be left out is left out.
 */
export type Fill = (path: string, schema: z.$ZodType) => unknown;

const nothing: Fill = () => undefined;

/** Asks for a field that may be left out, without giving it a value. */
export const PRESENT = Symbol('present');

/** A minimal valid value of a schema, the same at every run. @throws when no example of it is known. */
export function exampleOf(schema: z.$ZodType, fill: Fill = nothing, path = ''): unknown {
  const given = fill(path, schema);
  const isElement = defOf(bare(schema)).type === 'array' && !Array.isArray(given);
  if (given !== undefined && given !== PRESENT && !isElement) return given;
  if (given !== PRESENT && mayBeLeftOut(schema) && !touches(schema, fill, path)) return undefined;
  const value = build(bare(schema), fill, path);
  const parsed = z.safeParse(bare(schema), value);
  if (parsed.success) return value;
  throw new Error(
    `No example fits the field "${path}": ${parsed.error.issues[0]?.message}. Teach tests/_matrix/example-of.ts.`,
  );
}

/** True when a nested value is given. */
function touches(schema: z.$ZodType, fill: Fill, path: string): boolean {
  return fieldsOf(schema, path).some((field) => fill(field.path, field.schema) !== undefined);
}

function build(schema: z.$ZodType, fill: Fill, path: string): unknown {
  const def = defOf(schema);
  switch (def.type) {
    case 'string':
      return textOf(def, path);
    case 'number':
    case 'int':
      return numberOf(def);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'enum':
      return Object.values(def.entries ?? {})[0];
    case 'literal':
      return def.values?.[0];
    case 'unknown':
    case 'any':
      return 'anything';
    case 'array':
      return arrayOf(def, fill, path);
    case 'tuple':
      return (def.items ?? []).map((item) => exampleOf(item, fill, path));
    case 'record':
      return recordOf(def, fill, path);
    case 'union':
      return exampleOf(chosen(def, fill, path), fill, path);
    case 'object':
      return objectOf(def, fill, path);
    default:
      throw new Error(`No example of the type "${def.type}" at "${path}": teach tests/_matrix/example-of.ts.`);
  }
}

/** The option in which most is given, else the first. */
function chosen({ options = [] }: Def, fill: Fill, path: string): z.$ZodType {
  const given = (option: z.$ZodType) =>
    fieldsOf(option, path).filter((field) => ![undefined, PRESENT].includes(fill(field.path, field.schema) as never))
      .length;
  const touched = options.filter((option) => touches(option, fill, path));
  const found = touched.toSorted((a, b) => given(b) - given(a))[0] ?? options[0];
  if (found === undefined) throw new Error(`The union at "${path}" has no options.`);
  return found;
}

function objectOf({ shape = {} }: Def, fill: Fill, path: string): Record<string, unknown> {
  const entries = Object.entries(shape).map(([name, field]) => [name, exampleOf(field, fill, join(path, name))]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function arrayOf({ element, checks = [] }: Def, fill: Fill, path: string): unknown[] {
  const most = checks.map(({ _zod }) => _zod.def.maximum).find((maximum) => maximum !== undefined) ?? 1;
  if (element === undefined || most === 0) return [];
  const least = checks.map(({ _zod }) => _zod.def.minimum).find((minimum) => minimum !== undefined) ?? 1;
  const value = exampleOf(element, fill, path);
  const one = value === undefined ? build(bare(element), fill, path) : value;
  return Array.from({ length: Math.max(1, least) }, () => one);
}

function recordOf({ keyType, valueType }: Def, fill: Fill, path: string): Record<string, unknown> {
  if (keyType === undefined || valueType === undefined) return {};
  const key = bare(keyType);
  const name = defOf(key).type === 'string' ? '0' : String(exampleOf(key, nothing, path));
  return { [name]: exampleOf(valueType, fill, join(path, name)) };
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'somebody@example.test',
  date: '2030-01-31',
  datetime: '2030-01-31T10:00:00Z',
  time: '10:00:00',
  url: 'https://example.test/',
  uuid: '5f2b1a54-6f0e-4d5c-9a51-0d5b4c3f7e10',
  ipv4: '127.0.0.1',
  cidrv4: '127.0.0.0/8',
};

/** Always the same example of a pattern. */
const SEED = 20_26;

/** Looks ahead are no language of fast-check: what fits without them is tried with them. */
function matching(pattern: RegExp): string {
  const plain = new RegExp(pattern.source.replaceAll(/\(\?[=!][^)]*\)/g, ''), pattern.flags);
  return fc.sample(fc.stringMatching(plain), { seed: SEED, numRuns: 20 }).find((text) => pattern.test(text)) ?? '';
}

function textOf(def: Def, path: string): string {
  const checks = (def.checks ?? []).map(({ _zod }) => _zod.def);
  const pattern = checks.find(({ format }) => format === 'regex')?.pattern;
  if (pattern !== undefined) return matching(pattern);
  const format = [def.format, ...checks.map((check) => check.format)].find(
    (name) => name !== undefined && name in FORMATS,
  );
  if (format !== undefined) return FORMATS[format] ?? '';
  const least = checks.map(({ minimum }) => minimum ?? 0).reduce((a, b) => Math.max(a, b), 1);
  const most = checks.map(({ maximum }) => maximum ?? Infinity).reduce((a, b) => Math.min(a, b), Infinity);
  const words = `example ${path.split('.').at(-1) ?? ''}`.padEnd(least, 'x');
  return words.slice(0, Math.max(least, Math.min(most, words.length)));
}

function numberOf({ checks = [] }: Def): number {
  const least = checks.flatMap(({ _zod: { def } }) =>
    def.check === 'greater_than' ? [Number(def.value) + (def.inclusive ? 0 : 1)] : [],
  );
  return Math.max(1, ...least);
}

const join = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

export interface Field {
  readonly path: string;
  readonly schema: z.$ZodType;
  /** The field is a list. */
  readonly many: boolean;
}

/** Every field of a schema that is no object itself, in any option of its unions; the fields of lists are their elements'. */
export function fieldsOf(schema: z.$ZodType, path = '', many = false): Field[] {
  const inner = bare(schema);
  const def = defOf(inner);
  if (def.type === 'object')
    return Object.entries(def.shape ?? {}).flatMap(([name, field]) => fieldsOf(field, join(path, name), many));
  if (def.type === 'array' && def.element !== undefined) return fieldsOf(def.element, path, true);
  if (def.type === 'union') return (def.options ?? []).flatMap((option) => fieldsOf(option, path, many));
  return [{ path, schema: inner, many }];
}
