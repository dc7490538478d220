import { tags } from '#contract/tags.contract.ts';
import fc from 'fast-check';
import pino from 'pino';
import { expect } from 'vitest';
import type { Role } from '#contract/access.contract.ts';
import type { LoginType } from '#contract/users.contract.ts';
import { rolesOf } from '#rules/access/account-type.ts';
import { loadConfig } from '../../server/config.ts';
import { withAccount } from '../../server/db/tx.ts';
import type { Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/errors.ts';
import { actFor, leave } from '../../server/features/session/identity-stack.service.ts';
import { revokePerson } from '../../server/features/session/revoke-person.ts';
import { signOut } from '../../server/features/session/session.service.ts';
import { TAGS } from '../../server/features/tags/tags.table.ts';
import type { Identity } from '../../server/identity.ts';
import { createRow } from '../../server/resource/resource.service.ts';
import type { TestDatabase } from '../_db/database.ts';
import * as model from './identity-stack.reference.ts';
import { type Member, type Staff, staffOf, type Unit } from './staff.ts';

const MINUTE = 60_000;
const PEOPLE = 9;
const STACKS = 2;
const TYPES: readonly Role[] = [
  'admin',
  'sub_admin',
  'relationship_manager',
  'bu_admin',
  'manager',
  'field_manager',
  'agent',
];

const nat = (below: number) => fc.nat({ max: below - 1 });
const on = { stack: nat(STACKS) };
const who = { who: nat(PEOPLE) };

/** Mostly a user who may act as others, as in the initial world. */
const leader = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(0, 0, 1, 1, 2, 3, 4) },
  { weight: 1, arbitrary: nat(PEOPLE) },
);

const loginType = fc.constantFrom('login_as' as const, 'login_as' as const, 'impersonate' as const);

/** One step of any user, anywhere. */
export const anyStep = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('signIn' as const), ...on, who: leader }) },
  {
    weight: 30,
    arbitrary: fc.record({ do: fc.constant('actFor' as const), ...on, ...who, by: loginType }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('leave' as const), ...on }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('work' as const), ...on }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('signOut' as const), ...on }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('setType' as const), ...who, type: fc.constantFrom(...TYPES) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('deactivate' as const), ...who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('activate' as const), ...who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('changePassword' as const), ...who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('move' as const), ...who, above: nat(PEOPLE + 1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('changeUnit' as const), ...who, unit: nat(2) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('assign' as const), who: fc.constantFrom(0, 1, 1), assigned: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(5, 5, 25, 25, 61) }) },
);
export type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

export interface Ground {
  readonly database: TestDatabase;
  readonly staff: Staff;
  readonly deps: Deps;
  now: number;
  /** Position in the audit log up to which it was checked. */
  lastRow: number;
}

/** A database with a clock that stops until a test waits. */
export function openGround(database: TestDatabase): Ground {
  const ground = { database, now: Date.parse('2026-03-02T09:00:00Z'), lastRow: 0 };
  const deps = {
    pool: database.appPool,
    now: () => new Date(ground.now),
    log: pino({ level: 'silent' }),
    config: loadConfig({ APP_ENV: 'development' }),
  } as unknown as Deps;
  return Object.assign(ground, { deps, staff: staffOf(database.pool, deps) });
}

interface Person extends Member {
  readonly model: model.Somebody;
}

/** A browser: what the reference says of its stack, and what the server does. */
interface Browser {
  readonly stack: model.Stack;
  token: string;
  /** The latest one, even if it is over by now. */
  identity: Identity;
}

interface AuditRow {
  readonly account_id: number;
  readonly actor_id: number;
  readonly acting_as_id: number;
  readonly action: string;
  readonly stack: readonly number[];
}

/** An agency with two units and another one, with people of every rank who do whatever they are told. */
export async function openRun(ground: Ground) {
  const { staff } = ground;
  const home = await staff.agency();
  const away = await staff.agency();
  const units = [home, await staff.unitOf(home.accountId), away, await staff.unitOf(away.accountId)] as const;
  const people: Person[] = [];
  const hire = async (type: Role, unit: number, above: number | null) => {
    const place = units[unit] as Unit;
    const over = above === null ? null : (people[above] ?? null);
    const member = await staff.hire(type, place, over);
    people.push({
      ...member,
      model: { type, active: true, account: place.accountId, unit, above: over?.model ?? null, assigned: new Set() },
    });
  };
  await hire('admin', 0, null);
  await hire('relationship_manager', 0, null);
  await hire('bu_admin', 0, 0);
  await hire('manager', 0, 2);
  await hire('manager', 1, 0);
  await hire('agent', 0, 3);
  await hire('agent', 1, 4);
  await hire('bu_admin', 2, null);
  await hire('agent', 2, 7);
  const run = new Run(ground, people, units);
  await run.take({ do: 'assign', who: 1, assigned: true });
  await run.take({ do: 'signIn', stack: 0, who: 0 });
  await run.take({ do: 'signIn', stack: 1, who: 1 });
  return run;
}

class Run {
  readonly #ground: Ground;
  readonly #people: readonly Person[];
  readonly #units: readonly Unit[];
  readonly #browsers: (Browser | undefined)[] = [];
  /** Rows that the audit log must hold since the last check. */
  #expected: AuditRow[] = [];

  constructor(ground: Ground, people: readonly Person[], units: readonly Unit[]) {
    this.#ground = ground;
    this.#people = people;
    this.#units = units;
  }

  get #stacks(): model.Stack[] {
    return this.#browsers.flatMap((browser) => (browser === undefined ? [] : [browser.stack]));
  }

  #personOf(somebody: model.Somebody | undefined): Person {
    const found = this.#people.find((person) => person.model === somebody);
    if (found === undefined) throw new Error('nobody');
    return found;
  }

  #idsOf = ({ levels }: Pick<model.Stack, 'levels'>) => levels.map((level) => this.#personOf(level.who).id);

  /** Answers what came of it, for the statistics. */
  async take(step: Step): Promise<string> {
    if ('stack' in step) {
      const browser = this.#browsers[step.stack];
      if (step.do === 'signIn') return this.#signIn(step.stack, this.#people[step.who] as Person);
      if (browser === undefined) return 'nobody';
      if (step.do === 'actFor') return this.#actFor(browser, this.#people[step.who] as Person, step.by);
      if (step.do === 'leave') return this.#leave(browser);
      if (!model.isLive(browser.stack, this.#ground.now)) return 'over';
      return step.do === 'work' ? this.#work(browser) : this.#signOut(browser);
    }
    if (step.do === 'wait') {
      this.#ground.now += step.minutes * MINUTE;
      return String(step.minutes);
    }
    return this.#change(this.#people[step.who] as Person, step);
  }

  /** After every step: each browser is who the reference says, with no more than its signer, and so it is written. */
  async check(): Promise<void> {
    const { staff, now, database } = this.#ground;
    for (const browser of this.#browsers) {
      if (browser === undefined) continue;
      const { stack, token } = browser;
      const identity = await staff.who(token);
      if (!model.isLive(stack, now)) {
        expect(identity).toBeNull();
        continue;
      }
      const ids = this.#idsOf(stack);
      const [bottom] = stack.levels;
      const rights = model.rightsOf(stack);
      expect(identity).toMatchObject({
        userId: ids.at(-1),
        actorId: ids[0],
        depth: ids.length - 1,
        permissions: rights,
        roles: rolesOf(stack.levels.at(-1)?.who.type ?? 'agent'),
      });
      expect(model.rightsOf({ levels: bottom === undefined ? [] : [bottom] })).toEqual(expect.arrayContaining(rights));
      expect(model.isInReach(stack)).toBe(true);
      if (identity !== null) browser.identity = identity;
      if (now - stack.seen >= MINUTE) await this.#note(browser);
    }
    const { rows } = await database.pool.query<AuditRow & { id: number }>(
      `select id, account_id, actor_id, acting_as_id, action, stack from audit_log where id > $1 order by id`,
      [this.#ground.lastRow],
    );
    this.#ground.lastRow = rows.at(-1)?.id ?? this.#ground.lastRow;
    expect(rows.map(({ id: _id, ...row }) => row)).toEqual(this.#expected);
    this.#expected = [];
  }

  /** Awaits the side effects of a request. */
  async #note({ identity, stack }: Browser): Promise<void> {
    const { database, deps, now } = this.#ground;
    await database.appPool.query('select note_activity($1, $2)', [identity.sessionId, deps.now()]);
    stack.seen = now;
  }

  #expect(action: string, levels: readonly model.Level[], account?: number): void {
    const ids = this.#idsOf({ levels: [...levels] });
    this.#expected.push({
      account_id: account ?? levels.at(-1)?.who.account ?? 0,
      actor_id: ids[0] ?? 0,
      acting_as_id: ids.at(-1) ?? 0,
      action,
      stack: ids,
    });
  }

  async #signIn(at: number, person: Person): Promise<string> {
    const { staff, now } = this.#ground;
    const before = this.#browsers[at];
    if (before !== undefined && model.isLive(before.stack, now)) return 'busy';
    if (!person.model.active) return 'inactive';
    const token = await staff.signIn(person);
    const stack = model.signIn(person.model, now);
    this.#browsers[at] = { stack, token, identity: await staff.identity(token) };
    return 'in';
  }

  async #actFor(browser: Browser, target: Person, by: LoginType): Promise<string> {
    const { deps, now } = this.#ground;
    const { stack } = browser;
    const before = [...stack.levels];
    const isLive = model.isLive(stack, now);
    // Only the idle timeout is over: the route alone knows that.
    if (!isLive && !this.#isEnded(stack)) return 'idle';
    const expected = isLive && model.step(stack, target.model, by, now);
    const begun = await answerOf(actFor(deps, browser.identity, target.id, { loginType: by, reason: 'model' }, ''));
    expect(begun instanceof Refusal ? begun.code : 'begun').toMatch(expected ? /^begun$/ : /denied|found|session/);
    if (begun instanceof Refusal) return isLive ? 'refused' : 'over';
    await this.#requireReplaced(browser.token);
    browser.token = begun.token;
    this.#expect('session.actingBegun', stack.levels);
    const from = before.at(-1)?.who.account ?? 0;
    if (from !== target.accountId) this.#expect('session.actingBegun', before);
    return `depth ${before.length}`;
  }

  async #leave(browser: Browser): Promise<string> {
    const { deps, now } = this.#ground;
    const { stack, identity } = browser;
    const before = [...stack.levels];
    const below = await this.#sessionBelow(identity.sessionId);
    const isLive = model.isLive(stack, now);
    if (!isLive && !this.#isEnded(stack)) return 'idle';
    const left = await answerOf(leave(deps, identity, below, ''));
    if (before.length === 1) {
      expect(left).toMatchObject({ code: 'not_found' });
      return 'bottom';
    }
    if (isLive) {
      if (left instanceof Refusal) throw left;
      model.leave(stack, now);
      await this.#requireReplaced(browser.token);
      browser.token = left.token;
      this.#expect('session.left', before);
      const back = before.at(-2)?.who.account;
      if (back !== before.at(-1)?.who.account) this.#expect('session.left', stack.levels);
      return 'back';
    }
    expect(left).toMatchObject({ code: 'no_session' });
    this.#expect('session.left', before);
    stack.over = true;
    return 'over';
  }

  /** Something that every identity may do and that leaves an audit row. */
  async #work({ identity, stack }: Browser): Promise<string> {
    const caller = { identity, requestId: '' };
    await createRow(this.#ground.deps, caller, tags, TAGS, { name: `T${this.#ground.lastRow}` });
    this.#expect('tag.created', stack.levels);
    return 'done';
  }

  async #signOut({ identity, stack }: Browser): Promise<string> {
    await signOut(this.#ground.deps, identity, '');
    this.#expect('session.signedOut', stack.levels);
    stack.over = true;
    return 'out';
  }

  async #change(person: Person, step: Exclude<Step, { stack: number } | { do: 'wait' }>): Promise<string> {
    const { model: somebody } = person;
    if (step.do === 'move') return this.#move(person, this.#people[step.above] ?? null);
    if (step.do === 'assign') return this.#assign(person, step.assigned);
    if (step.do === 'changeUnit') {
      const unit = step.unit + (somebody.account === this.#units[0]?.accountId ? 0 : 2);
      if (unit !== somebody.unit) {
        model.moved(this.#stacks, somebody);
        model.changedUnit(this.#stacks, somebody);
      }
      somebody.unit = unit;
      await this.#write(person, 'business_unit_id = $2', this.#units[unit]?.businessUnitId);
      return 'changed';
    }
    if (step.do === 'activate') {
      somebody.active = true;
      await this.#write(person, 'active = $2', true);
      return 'active';
    }
    if (step.do === 'setType') somebody.type = step.type;
    if (step.do === 'deactivate') somebody.active = false;
    const change = {
      setType: ['roles = $2', rolesOf(somebody.type)],
      deactivate: ['active = $2', false],
      changePassword: ['password_hash = $2', 'another'],
    } as const;
    const [set, value] = change[step.do];
    await this.#write(person, set, value, true);
    model.revoke(this.#stacks, somebody);
    return 'revoked';
  }

  async #move(person: Person, above: Person | null): Promise<string> {
    const { model: somebody } = person;
    if (above !== null && above.accountId !== person.accountId) return 'elsewhere';
    if (above === person || (above !== null && model.isBelow(above.model, somebody))) return 'circle';
    if (somebody.above !== (above?.model ?? null)) model.moved(this.#stacks, somebody);
    somebody.above = above?.model ?? null;
    await this.#write(person, 'manager_id = $2', above?.id ?? null);
    return 'moved';
  }

  async #assign(person: Person, assigned: boolean): Promise<string> {
    const { model: somebody } = person;
    const other = this.#units.find(({ accountId }) => accountId !== person.accountId)?.accountId ?? 0;
    if (assigned) {
      somebody.assigned.add(other);
      await this.#ground.staff.assign(person, other);
      return 'assigned';
    }
    if (somebody.assigned.delete(other)) model.unassigned(this.#stacks, somebody, other);
    await this.#ground.database.pool.query('delete from account_assignments where user_id = $1', [person.id]);
    return 'unassigned';
  }

  async #write({ id, accountId }: Member, set: string, value: unknown, revokes = false): Promise<void> {
    const { deps } = this.#ground;
    await withAccount(deps.pool, { accountId }, async (tx) => {
      await tx.raw(`update users set ${set} where id = $1`, [id, value]);
      if (revokes) await revokePerson(tx, id, deps.now());
    });
  }

  #isEnded = ({ over, levels }: model.Stack): boolean => over || levels.some(({ ends }) => this.#ground.now >= ends);

  async #sessionBelow(sessionId: number): Promise<number> {
    const { rows } = await this.#ground.database.pool.query<{ parent_id: number | null }>(
      'select parent_id from sessions where id = $1',
      [sessionId],
    );
    return rows[0]?.parent_id ?? 0;
  }

  /** A replaced token gets that answer and belongs to no one. */
  async #requireReplaced(token: string): Promise<void> {
    await expect(this.#ground.staff.who(token)).rejects.toMatchObject({ code: 'identity_changed' });
  }
}

const answerOf = async <T>(asked: Promise<T>): Promise<T | Refusal> =>
  asked.catch((error: unknown) => {
    if (error instanceof Refusal) return error;
    throw error;
  });
