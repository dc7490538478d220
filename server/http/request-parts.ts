import { config, locales } from 'zod';
import * as z from 'zod/v4/core';
import { Refusal } from '../errors.ts';

config(locales.en());

type Part = 'params' | 'query' | 'body';

/**
 * Returns a part of a request, parsed by its schema.
 * @throws {Refusal} `not_found` for a path that can't exist, else `refused` with the messages by field.
 */
export function parsePart(part: Part, schema: z.$ZodType, value: unknown): unknown {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  if (part === 'params') throw new Refusal('not_found', 'Not found.');
  const fields = fieldsOf(parsed.error.issues);
  const [field, messages] = Object.entries(fields)[0] ?? ['', []];
  throw new Refusal('refused', sentenceOf(field, messages[0] ?? ''), { fields });
}

/** Problems that a refusal names; it counts the others. Ours: more than a form shows. */
const NAMED_PROBLEMS = 20;

/** The first problems by dotted path of the field, and the number of the others. Unknown fields are refused by name. */
function fieldsOf(issues: readonly z.$ZodIssue[]): Record<string, string[]> {
  const fields = new Map<string, string[]>();
  let found = 0;
  const add = (path: readonly PropertyKey[], message: string) => {
    const field = path.map(String).join('.') || 'body';
    fields.set(field, [...(fields.get(field) ?? []), message]);
  };
  const find = (path: readonly PropertyKey[], message: string) => {
    found += 1;
    if (found <= NAMED_PROBLEMS) add(path, message);
  };
  for (const issue of issues.flatMap(likelyIssues)) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) find([...issue.path, key], 'Unknown field.');
    else find(issue.path, messageOf(issue));
  }
  const more = found - NAMED_PROBLEMS;
  if (more > 0) add([], `And ${more.toLocaleString('en-US')} more problem${more === 1 ? '' : 's'}.`);
  return Object.fromEntries(fields);
}

/** Errors of the most likely of several allowed shapes: the one with most known fields. */
function likelyIssues(issue: z.$ZodIssue): z.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const strangers = (form: readonly z.$ZodIssue[]) => form.filter(({ code }) => code === 'unrecognized_keys').length;
  const [likeliest] = issue.errors.toSorted((a, b) => strangers(a) - strangers(b) || a.length - b.length);
  if (likeliest === undefined || likeliest.length === 0) return [issue];
  return likeliest.flatMap((found) => likelyIssues({ ...found, path: [...issue.path, ...found.path] }));
}

/** A missing field gets "required" instead of the expected type. */
function messageOf(issue: z.$ZodIssue): string {
  const message =
    issue.code === 'invalid_type' && issue.message.endsWith('received undefined') ? 'Required' : issue.message;
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

/** Our own messages are complete sentences; zod's need the field's name. */
function sentenceOf(field: string, message: string): string {
  const ours = !/^(Invalid|Required|Too |Unknown|Unrecognized|Expected)/.test(message);
  return ours || field === 'body' ? message : `${field}: ${message}`;
}
