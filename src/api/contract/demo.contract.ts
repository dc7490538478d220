import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Instant } from './_wire.contract.ts';

// ---- schemas ---------------------------------------------------------------

/** Maximum seconds of a fault or a pause. Our choice: a tester who leaves can't leave anything broken. */
export const FAULT_MAX_S = 600;

/** Default duration of a fault in seconds. Our choice: longer than a browser's patience, shorter than a tester's. */
export const FAULT_S = 30;

/** Breakable connections: browser to server, and server to database. */
export const DemoLine = z.enum(['browser', 'database']);
export type DemoLine = z.output<typeof DemoLine>;

export const DemoPart = z.enum(['web', 'jobs', 'voice', 'database']);
export type DemoPart = z.output<typeof DemoPart>;

/**
 * `delay`: bytes arrive late. `blackhole`: nothing gets through and nothing closes. `drop`: every connection is reset,
 * new ones are refused. `half-open`: open connections are silently dead; new ones work.
 */
export const LineFaultKind = z.enum(['delay', 'blackhole', 'drop', 'half-open']);
export type LineFaultKind = z.output<typeof LineFaultKind>;

const seconds = z.optional(z.int().check(z.minimum(1), z.maximum(FAULT_MAX_S)));
const milliseconds = z.optional(z.int().check(z.minimum(0), z.maximum(60_000)));

export const LineFault = z.strictObject({
  do: z.literal('break'),
  line: DemoLine,
  fault: LineFaultKind,
  /** Absent: `FAULT_S`. */
  seconds,
  /** Delay of arriving bytes; absent: none, or 500 for a `delay` without a rate. */
  delay_ms: milliseconds,
  /** Random variation of the delay; absent: none. */
  jitter_ms: milliseconds,
  /** Absent: as fast as it goes. */
  bytes_per_s: z.optional(z.int().check(z.minimum(100), z.maximum(1_000_000_000))),
  /** Every so many seconds all connections are reset; absent: never. */
  cut_every_s: seconds,
});
export type LineFault = z.output<typeof LineFault>;

/** The order in which the demo world is moved, broken and mended; what `bin/demo-world` sends as well. */
export const DemoCommand = z.discriminatedUnion('do', [
  /** `+2 days`, `2027-01-15 09:00` or `real`. */
  z.strictObject({ do: z.literal('clock'), to: z.string().check(z.minLength(1), z.maxLength(60)) }),
  LineFault,
  /** Resets every connection once. */
  z.strictObject({ do: z.literal('cut'), line: DemoLine }),
  /** Without a line both. */
  z.strictObject({ do: z.literal('heal'), line: z.optional(DemoLine) }),
  /** Puts the breakable lines in or takes them out; a fault puts its own in by itself. */
  z.strictObject({ do: z.literal('bench'), to: z.enum(['on', 'off']) }),
  /** Like a crash. */
  z.strictObject({ do: z.literal('kill'), part: DemoPart }),
  z.strictObject({ do: z.literal('restart'), part: DemoPart }),
  z.strictObject({ do: z.literal('pause'), part: z.enum(['web', 'jobs', 'voice']), seconds }),
  z.strictObject({ do: z.literal('resume'), part: z.enum(['web', 'jobs', 'voice']) }),
  /** Deletes everything and reloads the demo world. */
  z.strictObject({ do: z.literal('reset'), confirm: z.literal('reset') }),
  z.strictObject({ do: z.literal('scenario'), name: z.string().check(z.maxLength(60)) }),
]);
export type DemoCommand = z.output<typeof DemoCommand>;

export const DemoWorld = z.object({
  /** Time of the demo clock, and its lead over the real clock in milliseconds. */
  now: Instant,
  ahead_ms: z.number(),
  lines: z.array(
    z.object({
      line: DemoLine,
      /** True when the breakable connection is in place. */
      in_place: z.boolean(),
      /** In words, and how long it stays; `null`: everything passes. */
      fault: z.nullable(z.object({ kind: LineFaultKind, words: z.string(), left_ms: z.number() })),
    }),
  ),
  parts: z.array(
    z.object({
      part: DemoPart,
      state: z.enum(['running', 'paused', 'away']),
      /** `null`: it does not run, or not here. */
      pid: z.nullable(z.number()),
      up_ms: z.nullable(z.number()),
      /** Restarts since the supervisor started. */
      restarts: z.number(),
      /** Milliseconds left of a pause; `null` when not paused. */
      left_ms: z.nullable(z.number()),
    }),
  ),
  /** `null`: the database does not answer. */
  database_bytes: z.nullable(z.number()),
  resetting: z.boolean(),
  /** Log, newest first, in real time. */
  log: z.array(z.object({ at: Instant, text: z.string() })),
});
export type DemoWorld = z.output<typeof DemoWorld>;

// ---- endpoints -------------------------------------------------------------

/** Not among the 404 specified calls; demo and development only: a CSV file for trying an import. */
export const downloadDemoFile = endpoint({
  name: 'downloadDemoFile',
  method: 'GET',
  path: '/v1/demo/contact_file/download',
  summary: 'A made-up list of contacts with the faults of a real one',
  effect: 'read',
  access: 'imports.run',
  onlyWhere: 'this is the demo or a development server',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: z.string(),
});

export const readDemoWorld = endpoint({
  name: 'readDemoWorld',
  method: 'GET',
  path: '/v1/demo/world',
  summary: 'Clock, lines and parts of the demo world; demo and development only',
  effect: 'read',
  access: 'flags.manage',
  onlyWhere: 'this is the demo or a development server',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: z.object({ data: DemoWorld }),
});

/** Answers before the action starts, because the action may stop the server. */
export const commandDemoWorld = endpoint({
  name: 'commandDemoWorld',
  method: 'POST',
  path: '/v1/demo/world',
  summary: 'Move the demo clock, break a line, kill a part or reset the world; demo and development only',
  effect: 'write',
  access: 'flags.manage',
  onlyWhere: 'this is the demo or a development server',
  idempotent: false,
  rate: 'write',
  audit: 'demo_world.commanded',
  body: DemoCommand,
  /** Current activity in one sentence. */
  reply: z.object({ data: z.object({ sentence: z.string() }) }),
});

// ---- constants -------------------------------------------------------------

/** Rows of the demo file. Ours: several chunks, done in a few seconds. */
export const DEMO_FILE_ROWS = 20_000;
