import { setTimeout as sleep } from 'node:timers/promises';
import type { LightMyRequestResponse } from 'fastify';
import { type BulkJob, BulkReply } from '#contract/bulk.contract.ts';
import { openSmsGroup } from '#contract/broadcasts.contract.ts';
import { batchPrint } from '#contract/printing.contract.ts';
import { updateTransferGroup } from '#contract/transfers.contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { LOGIN_TYPES } from '#contract/users.contract.ts';
import { ACTORS } from './actors.ts';
import { foreignIn } from './canaries.ts';
import { kindOf, type Words } from './kinds.ts';
import type { Actor, Credentials, MatrixWorld, Relation } from './matrix-world.ts';
import { type Cell, type Expected, expected } from './oracle.ts';
import { isOptional, nameThings, whereOf } from './named-things.ts';
import { targetsOf } from './places.ts';
import { requestOf } from './requests.ts';
import type { Stock } from './stock.ts';

/** What a run of the matrix found. */
export interface Findings {
  cells: number;
  /** Sentences; none is as it should be. */
  readonly wrong: string[];
  /** Canaries where they may not be. */
  readonly foreign: string[];
  /** Refusals that tell a thing out of reach from one that does not exist. */
  readonly distinguishable: string[];
  /** Endpoints that somebody got through. */
  readonly through: Set<string>;
}

export const noFindings = (): Findings => ({
  cells: 0,
  wrong: [],
  foreign: [],
  distinguishable: [],
  through: new Set(),
});

/** Endpoints whose answer also hangs on a word of the request, with each of its values. */
const SAYING: Readonly<Record<string, readonly Words[]>> = {
  readContact: [{}, { 'query.by': 'number' }],
  loginAsUser: LOGIN_TYPES.map((type) => ({ 'body.login_type': type })),
};

/** An endpoint asked about nothing in particular: whatever it must name is the asker's own. */
export const plainCell = (endpoint: Endpoint, actor: Actor): Cell => ({
  endpoint,
  actor,
  target: null,
  relation: null,
  window: 'open',
  words: {},
});

/** Everything that one actor asks of one endpoint; of two actors who are alike each asks a part (`isAsked`). */
export function cellsOf(endpoint: Endpoint, actor: Actor): Cell[] {
  const targets = targetsOf(endpoint);
  const [first = null] = targets;
  return (SAYING[endpoint.name] ?? [{}]).flatMap((words) => {
    const cell = { endpoint, actor, words, target: null, relation: null, window: 'open' } as const;
    const closed: Cell =
      first === null ? { ...cell, window: 'closed' } : { ...cell, target: first, relation: 'own', window: 'closed' };
    const isBarred = first !== null && isRefused(expected({ ...cell, target: first, relation: 'own' }));
    const named = (isBarred && !isWhole ? targets.slice(0, 1) : targets).flatMap((target, place) =>
      kindOf(target.kind).relations.flatMap((relation, at) =>
        isAsked(actor, endpoint, { isBarred, relation, place, at }) ? [{ ...cell, target, relation }] : [],
      ),
    );
    const isPlain = targets.every((target) => isOptional(endpoint, target));
    return [...(endpoint.sudo === false ? [] : [closed]), ...(isPlain ? [cell] : []), ...named];
  });
}

/**
 * Actors who see as far as another one (`admin`, `manager` or `agent`, who are asked everything) and differ from them by
 * their permissions or by how they signed in, both of which are checked before anything is looked up.
 */
const ALIKE: readonly string[] = [
  'sub_admin',
  'regional_manager',
  'district_manager',
  'field_manager',
  'telemarketer',
  'basic',
  'key_of_all',
  'admin_as_manager',
  'support_as_agent',
  'other_agent',
  'other_admin',
  'relationship_manager',
  'unassigned_support',
];
/** Support sees more than others among people alone. */
const SUPPORT: readonly string[] = ['relationship_manager', 'unassigned_support'];
const PEOPLE = '/v1/admin/users';
/** Of one field, those who see differently ask about everything; of further ones about one relation in so many, each about the next. */
const SHARE = 3;
/** Those who are alike ask about their own and so much less of the rest. */
const SHARE_OF_ALIKE = 5;
const isWhole = process.env['MATRIX'] === 'whole';

/** Before anything is looked up. */
const isRefused = ({ verdict, because }: Expected): boolean => verdict === null && because !== 'public';

interface Place {
  readonly isBarred: boolean;
  readonly relation: Relation;
  /** Of the field in the request, and of the relation among those of its kind. */
  readonly place: number;
  readonly at: number;
}

/**
 * Whether an actor asks about a relation. A caller who may not use the endpoint is refused before anything is looked up,
 * so one thing of theirs and one of another account tell as much as all. `npm run test:matrix` asks everything.
 */
function isAsked({ name }: Actor, { path }: Endpoint, { isBarred, relation, place, at }: Place): boolean {
  if (isWhole) return true;
  if (isBarred) return relation === 'own' || relation === 'otherAccount';
  const isAlike = ALIKE.includes(name) && !(SUPPORT.includes(name) && path.startsWith(PEOPLE));
  if (name === 'admin' || (place === 0 && (!isAlike || relation === 'own'))) return true;
  const share = isAlike ? SHARE_OF_ALIKE : SHARE;
  return (at + place) % share === ACTORS.findIndex((actor) => actor.name === name) % share;
}

/** Asks one cell and judges the answer by both oracles. Answers what stood in it when the thing was not there. */
export async function ask(world: MatrixWorld, stock: Stock, cell: Cell, found: Findings): Promise<string | null> {
  const { endpoint, actor, target, relation } = cell;
  const { values, used } = await nameThings(stock, cell);
  const asked = requestOf(endpoint, values);
  const credentials = await stock.credentials(cell);
  const response = await send(world, credentials, asked);
  found.cells += 1;

  const expectation = expected(cell);
  const name = `${endpoint.name} as ${actor.name}${target === null ? '' : ` with ${whereOf(target)} of ${relation}`} (${[cell.window, ...Object.values(cell.words)].join(', ')})`;
  const fault = judge(expectation, response);
  if (fault !== null) found.wrong.push(`${name}: ${fault}`);
  const shown = `${response.body} ${JSON.stringify(response.headers)}`;
  found.foreign.push(...foreignIn(world, actor, `${endpoint.method} ${endpoint.path}`, shown));
  const isThrough = response.statusCode < 300 && (expectation.verdict === 'open' || expectation.because === 'public');
  if (isThrough) found.through.add(endpoint.name);
  if (isThrough && endpoint.effect === 'write') await stock.changed(cell, used);
  const isOut = expectation.verdict === 'absent' || (expectation.verdict === 'refused' && isForeign(relation));
  return isOut ? `${response.statusCode} ${withoutRequest(endpoint, response.body)}` : null;
}

const isForeign = (relation: Relation | null) => relation === 'otherAccount' || relation === 'unknown';

/** The refusal of a rate, with the seconds until its minute ends. */
const PACED = /Too many requests: please wait (\d+) s/u;

/** Times that a request is sent when the database has no connection free. Ours. */
const TRIES = 3;

export async function send(
  world: MatrixWorld,
  credentials: Credentials,
  asked: ReturnType<typeof requestOf>,
  tries = TRIES,
): Promise<LightMyRequestResponse> {
  const { method, url, headers, payload } = asked;
  const all = { host: 'localhost', origin: 'http://localhost', ...credentials, ...headers };
  const body = payload === undefined ? {} : { payload };
  const response = await world.it.app.inject({ method, url, headers: all, ...body });
  // A fast computer asks more in a minute than a person may.
  const wait = PACED.exec(response.body)?.[1];
  if (response.statusCode === 429 && wait !== undefined) {
    await sleep(Number(wait) * 1_000);
    return send(world, credentials, asked, tries);
  }
  return response.statusCode === 503 && tries > 1 ? send(world, credentials, asked, tries - 1) : response;
}

function judge({ statuses, code, because }: Expected, response: LightMyRequestResponse): string | null {
  const { statusCode } = response;
  if (because === 'public') return statusCode < 500 && statusCode !== 403 ? null : `${statusCode}, though it is public`;
  const said = /"code":"(\w+)"/.exec(response.body)?.[1] ?? null;
  const fits = statuses.includes(statusCode) && (code === null || said === code);
  return fits
    ? null
    : `${statusCode} ${said ?? ''}, not ${statuses.join(' or ')} ${code ?? ''} (${because}): ${response.body.slice(0, 160)}`;
}

/** Of a bulk job: every request becomes one of its own, which has a number and times and repeats what is to be done. */
const OF_REQUEST: ReadonlySet<string> = new Set<keyof BulkJob>([
  'id',
  'change',
  'names',
  'created_at',
  'started_at',
  'finished_at',
  'undo_until',
]);

/** Of a transfer: every request becomes one of its own. */
const OF_TRANSFER = /^{"data":{"id":\d+|"\w+_at":"[^"]*"/g;

/** Of a print: every request becomes one of its own. */
const OF_PRINT = /^{"data":{"id":\d+|"jid":"[^"]*"|"\w+_at":"[^"]*"/g;

/** Of a broadcast: a request may make one of its own. */
const OF_BROADCAST = /^{"data":{"id":\d+|"\w+_at":"[^"]*"/g;

/** What is said of the thing, without what belongs to the request. */
function withoutRequest({ reply }: Endpoint, body: string): string {
  const unnumbered = body.replace(/"request_id":"[^"]*"/, '');
  if (reply === updateTransferGroup.reply) return unnumbered.replaceAll(OF_TRANSFER, '');
  if (reply === batchPrint.reply) return unnumbered.replaceAll(OF_PRINT, '');
  if (reply === openSmsGroup.reply) return unnumbered.replaceAll(OF_BROADCAST, '');
  if (reply !== BulkReply) return unnumbered;
  const { data } = JSON.parse(body) as Partial<BulkReply>;
  if (data?.job == null) return unnumbered;
  const said = Object.entries(data.job).filter(([field]) => !OF_REQUEST.has(field));
  return JSON.stringify({ ...data, job: Object.fromEntries(said) });
}
