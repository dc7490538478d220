import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/v4/core';
import type { Endpoint, Upload } from '#contract/endpoint.ts';
import { Refusal } from '../errors.ts';
import type { IncomingFile } from './call.ts';
import { excessOf, FIELD_JSON } from './json-limits.ts';
import { parsePart } from './request-parts.ts';

export interface Incoming {
  readonly body: unknown;
  readonly file: IncomingFile | null;
  /** Reads what a handler left of the file, so that the connection can go on. */
  drain(): void;
}

const NO_FILE = { file: null, drain: () => undefined };

/**
 * The body of a request, parsed, and its file as a stream.
 * @throws {Refusal} `unreadable` or `refused`.
 */
export async function readBody(request: FastifyRequest, { body, upload }: Endpoint): Promise<Incoming> {
  const multipart = request.isMultipart();
  if (multipart && upload === null) throw new Refusal('unreadable', 'Send the body as application/json.');
  if (!multipart) {
    if (upload?.required === true) throw refuseMissing(upload);
    return { body: body === null ? undefined : parsePart('body', body, request.body ?? emptyFor(body)), ...NO_FILE };
  }
  return readMultipart(request, body, upload as Upload);
}

const emptyFor = (schema: z.$ZodType) => (z.safeParse(schema, undefined).success ? undefined : {});

const refuseMissing = ({ field }: Upload) =>
  new Refusal('refused', 'Choose a file.', { fields: { [field]: ['Choose a file.'] } });

/** Fields come first; the file is last and stays a stream. */
async function readMultipart(request: FastifyRequest, schema: z.$ZodType | null, upload: Upload): Promise<Incoming> {
  const fields: Record<string, unknown> = {};
  let part: MultipartFile | null = null;
  for await (const found of request.parts({ limits: { fileSize: upload.maxBytes, files: 1 } })) {
    if (found.type === 'file') {
      part = found;
      break;
    }
    fields[found.fieldname] = decoded(found.value);
  }
  const drain = () => void part?.file.resume();
  try {
    if (part !== null && ![upload.field, ...(upload.also ?? [])].includes(part.fieldname)) {
      throw new Refusal('refused', 'Unknown field.', { fields: { [part.fieldname]: ['Unknown field.'] } });
    }
    if (part === null && upload.required) throw refuseMissing(upload);
    return { body: schema === null ? undefined : parseFields(schema, fields), file: fileOf(part), drain };
  } catch (error) {
    drain();
    throw error;
  }
}

const fileOf = (part: MultipartFile | null): IncomingFile | null =>
  part && { field: part.fieldname, fileName: part.filename, stream: part.file, truncated: () => part.file.truncated };

interface Text {
  readonly text: string;
  readonly value: unknown;
}

/** Every field is text on the wire; text that parses as JSON may be meant as JSON. */
function decoded(value: unknown): Text {
  const text = String(value);
  if (excessOf(text, FIELD_JSON) !== null) return { text, value: text };
  try {
    return { text, value: JSON.parse(text) };
  } catch {
    return { text, value: text };
  }
}

/** Accepts JSON where the schema does, and plain text for the fields that are strings. */
function parseFields(schema: z.$ZodType, fields: Readonly<Record<string, unknown>>): unknown {
  const entries = Object.entries(fields) as [string, Text][];
  const asJson = Object.fromEntries(entries.map(([name, { value }]) => [name, value]));
  const first = z.safeParse(schema, asJson);
  if (first.success) return first.data;
  const wantText = new Set(
    first.error.issues.filter((issue) => issue.path.length === 1).map((issue) => String(issue.path[0])),
  );
  const mixed = entries.map(([name, { text, value }]) => [name, wantText.has(name) ? text : value]);
  return parsePart('body', schema, Object.fromEntries(mixed));
}
