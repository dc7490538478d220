import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Everything that this process measures. Labels are names of our own code: few, and never of a person (promise P28). */
export const registry = new Registry();
const registers = [registry];

/** Seconds. Ours: around what the promises allow, 100 ms for a read and 500 ms for a list. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Seconds. Our choice: a free connection is available immediately, and no one waits longer than 2 s (promise P26). */
const WAIT_BUCKETS = [0.001, 0.01, 0.1, 0.5, 1, 2];
/** Seconds. Ours: up to what a model may take. */
const MODEL_BUCKETS = [0.5, 1, 2, 5, 10, 20, 30, 60];
/** Seconds. Ours: from a mail to an import of 100,000 rows. */
const JOB_BUCKETS = [0.1, 1, 10, 60, 600, 3_600];

export const requests = {
  answered: new Counter({
    name: 'http_requests_total',
    help: 'Answered requests by route template, method and status class.',
    labelNames: ['method', 'route', 'status'],
    registers,
  }),
  duration: new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response.',
    labelNames: ['method', 'route'],
    buckets: REQUEST_BUCKETS,
    registers,
  }),
};

export const database = {
  wait: new Histogram({
    name: 'db_pool_wait_seconds',
    help: 'Time spent waiting for a connection.',
    buckets: WAIT_BUCKETS,
    registers,
  }),
};

export const jobs = {
  running: new Gauge({ name: 'jobs_running', help: 'Jobs running in this process.', labelNames: ['queue'], registers }),
  ended: new Counter({
    name: 'jobs_ended_total',
    help: 'Jobs that ended in this process: done, failed (a retry follows), given up, or handed back at a stop or to jobs that wait.',
    labelNames: ['queue', 'outcome'],
    registers,
  }),
  failures: new Counter({
    name: 'jobs_failures_total',
    help: 'Failed attempts of jobs that will be retried.',
    labelNames: ['queue'],
    registers,
  }),
  duration: new Histogram({
    name: 'jobs_duration_seconds',
    help: 'Duration of a job, including its retries.',
    labelNames: ['queue'],
    buckets: JOB_BUCKETS,
    registers,
  }),
};

export const cable = {
  sockets: new Gauge({ name: 'cable_sockets', help: 'Open sockets.', registers }),
  subscriptions: new Gauge({
    name: 'cable_subscriptions',
    help: 'Channels that open sockets subscribe to.',
    registers,
  }),
  catchUps: new Counter({
    name: 'cable_catch_ups_total',
    help: 'Clients that requested missed events: replayed, or too many, so that the client reloads.',
    labelNames: ['outcome'],
    registers,
  }),
  replayed: new Counter({
    name: 'cable_replayed_events_total',
    help: 'Events replayed to clients that had missed them.',
    registers,
  }),
  drops: new Counter({
    name: 'cable_drops_total',
    help: 'Sockets closed by the server, by reason.',
    labelNames: ['reason'],
    registers,
  }),
  published: new Counter({
    name: 'events_published_total',
    help: "Events numbered and published by this process's relay.",
    registers,
  }),
};

export const imports = {
  rows: new Counter({
    name: 'import_rows_total',
    help: 'Imported file rows, by outcome.',
    labelNames: ['outcome'],
    registers,
  }),
};

export const retention = {
  removed: new Counter({
    name: 'retention_removed_rows_total',
    help: 'Expired rows that this process removed, by kind.',
    labelNames: ['kind'],
    registers,
  }),
};

export const signIns = new Counter({
  name: 'sign_ins_total',
  help: 'Sign-in attempts, by method and outcome.',
  labelNames: ['way', 'outcome'],
  registers,
});

export const passwordHashes = new Counter({
  name: 'password_hashes_total',
  help: 'Passwords hashed to set or check them.',
  registers,
});

export const assistant = {
  requests: new Counter({
    name: 'assistant_requests_total',
    help: 'Messages sent to a model, by outcome.',
    labelNames: ['outcome'],
    registers,
  }),
  tokens: new Counter({ name: 'assistant_tokens_total', help: 'Tokens used by the model.', registers }),
  duration: new Histogram({
    name: 'assistant_duration_seconds',
    help: "Time from a message to the end of the model's answer, including tool calls.",
    buckets: MODEL_BUCKETS,
    registers,
  }),
};

export const voice = {
  calls: new Gauge({ name: 'voice_calls', help: 'Connected call sides in this process.', registers }),
  devices: new Gauge({ name: 'voice_devices', help: 'Browsers registered for calls in this process.', registers }),
  ended: new Counter({
    name: 'voice_calls_ended_total',
    help: 'Call sides that ended in this process, by outcome.',
    labelNames: ['outcome'],
    registers,
  }),
};
