import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Permission } from '#contract/access.contract.ts';
import { withArticle } from '#contract/resource.ts';
import { mayDo } from '#rules/access/permissions.ts';
import { capital } from '#rules/words/capital.ts';
import { type Answer, type Client, openApp, type TestApp } from '../_api/app.ts';
import type { ResourceSpec } from './resources.ts';

type Key = 'list' | 'file' | 'choices' | 'read' | 'create' | 'update' | 'remove';
type Values = Readonly<Record<string, unknown>>;

interface Row extends Values {
  readonly id: number;
}

interface Meta {
  readonly total_count: number;
  readonly total_pages: number;
}

/** The response, with the row, the rows or the refusal in it. */
type Said = Answer<{
  readonly data: Row & readonly Row[];
  readonly meta: Meta;
  readonly error: string;
  readonly errors: Values;
}>;

export interface Also {
  /** Creating a row of a known name answers that row. Absent: is refused. */
  readonly twice?: 'answers';
  /** Makes something use the row; returns the refusal of its removal. Absent: nothing uses rows. */
  readonly use?: (it: TestApp, id: number) => Promise<string>;
}

export interface Office {
  readonly it: TestApp;
  readonly chief: Client;
  readonly agent: Client;
  /** The admin of another account. */
  readonly stranger: Client;
}

/** Opens one app for all tests of a file. */
export function openOffice(): () => Office {
  let office: Office;
  beforeAll(async () => {
    const it = await openApp();
    const [chief, agent, stranger] = [await it.signIn('admin'), await it.signIn('agent'), await it.signIn('stranger')];
    office = { it, chief, agent, stranger };
  });
  afterAll(() => office.it.close());
  return () => office;
}

/**
 * Tests everything that `bindResource` promises of one resource: reading, writing, order, search and pages; names once
 * whatever their capitals; refusals in use, for other accounts and without the right; audit, event and repeats.
 */
export function describeResource(
  office: () => Office,
  { resource, table, title, required = {}, change, rows }: ResourceSpec,
  also: Also = {},
) {
  const { about, ...rest } = resource;
  const calls = rest as unknown as Partial<Record<Key, Endpoint>>;
  const { one } = about.label;

  describe(about.label.many, () => {
    let number = 0;
    const call = async (key: Key, args: object = {}, client = office().chief): Promise<Said> => {
      const endpoint = calls[key];
      if (endpoint === undefined) throw new Error(`${about.label.many} have no call ${key}`);
      return (await client.call(endpoint, args as never)) as Said;
    };
    const bodyOf = (name: string, more: Values = {}) => ({ ...required, [title]: name, ...more });
    const fresh = () => `Row ${(number += 1)}`;
    const add = async (name = fresh(), client = office().chief) =>
      (await call('create', { body: bodyOf(name) }, client)).body.data as Row;
    /** An update names the row in the path, or in the body. */
    const changeArgs = (id: number, body: Values) =>
      calls.update?.params === null ? { body: { id, ...body } } : { params: { id }, body };
    const namesIn = ({ body }: Said) => (body.data as readonly Row[]).map((row) => row[title]);
    const stored = async (id: number) =>
      (await office().it.owner.query<Row>(`select * from ${table} where id = $1`, [id])).rows[0] ?? null;
    const audited = async (id: number) => {
      const { rows: found } = await office().it.owner.query<{ action: string }>(
        'select action from audit_log where subject_type = $1 and subject_id = $2 order by id',
        [about.subject, id],
      );
      return found.map(({ action }) => action);
    };
    const told = async (id: number) => {
      const { rows: found } = await office().it.owner.query<{ stream: string; reads: string[] }>(
        `select stream, body -> 'reads' as reads from events
         where body ->> 'type' = 'resource.changed' and body ->> 'subject' = $1 and body ->> 'id' = $2::text order by id`,
        [about.subject, id],
      );
      return found;
    };

    test('a new row is read back and listed', async () => {
      const name = fresh();
      const row = await add(name);

      expect(row[title]).toBe(name);
      if (calls.read !== undefined) expect((await call('read', { params: { id: row.id } })).body.data).toEqual(row);
      if (calls.list !== undefined) expect((await call('list', { query: {} })).body.data).toContainEqual(row);
      // What a form offers is not counted.
      const choice = 'used' in row ? { ...row, used: null } : row;
      if (calls.choices !== undefined) expect((await call('choices', { query: {} })).body.data).toContainEqual(choice);
    });

    test('a change keeps the rest, leaves an audit row, and tells the pages that show the row', async () => {
      const row = await add();

      const { body } = await call('update', changeArgs(row.id, change));

      expect(body.data).toEqual({ ...row, ...change });
      expect(await audited(row.id)).toEqual([`${about.subject}.created`, `${about.subject}.updated`]);
      const reads = Object.values(calls).flatMap(({ name, effect }) => (effect === 'read' ? [name] : []));
      const stream = `account:${office().it.world.accountId}`;
      expect(await told(row.id)).toEqual([
        { stream, reads },
        { stream, reads },
      ]);
    });

    test('a change without differences does nothing', async () => {
      const row = await add();

      await call('update', changeArgs(row.id, { [title]: row[title] }));

      expect(await audited(row.id)).toEqual([`${about.subject}.created`]);
    });

    test('a name is unique, ignoring case', async () => {
      const first = await add();
      const second = await add();
      const name = String(first[title]).toUpperCase();

      const twice = await call('create', { body: bodyOf(` ${name} `) });
      const renamed = await call('update', changeArgs(second.id, { [title]: name }));

      const refusal = [422, { [title]: [`${capital(withArticle(about))} with this name already exists.`] }];
      if (also.twice === 'answers') expect(twice.body.data).toEqual(first);
      else expect([twice.status, twice.body.errors]).toEqual(refusal);
      expect([renamed.status, renamed.body.errors]).toEqual(refusal);
    });

    test('text becomes one clean line, and a name of nothing names its field', async () => {
      const name = fresh();

      const clean = await call('create', { body: bodyOf(`  ${name}\u0007  of\tus `) });
      const empty = await call('create', { body: bodyOf('\u0007') });

      expect((clean.body.data as Row)[title]).toBe(`${name} of us`);
      expect([empty.status, Object.keys(empty.body.errors)]).toEqual([422, [title]]);
    });

    test('a request that is repeated with its key adds one row', async () => {
      const args = { body: bodyOf(fresh()), idempotencyKey: `${about.subject}-${number}` };

      const [first, again] = [await call('create', args), await call('create', args)];

      expect(again.body).toEqual(first.body);
      expect(again.headers['idempotent-replayed']).toBe('true');
    });

    test('a row of another account is not there', async () => {
      const theirs = await add(fresh(), office().stranger);
      const answers = [
        ...(calls.read === undefined ? [] : [await call('read', { params: { id: theirs.id } })]),
        await call('update', changeArgs(theirs.id, change)),
        ...(calls.remove === undefined ? [] : [await call('remove', { params: { id: theirs.id } })]),
      ];

      expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
        answers.map(() => [404, `${capital(one)} not found.`]),
      );
      expect(namesIn(await call('list', { query: {} }))).not.toContain(theirs[title]);
      expect((await stored(theirs.id))?.[title]).toBe(theirs[title]);
    });

    test('an agent does what the rights of agents allow', async () => {
      const { agent } = office();
      const row = await add();
      const may = (key: Key) => mayDo(['agent'], calls[key]?.access as Permission);

      const answers = {
        create: await call('create', { body: bodyOf(fresh()) }, agent),
        update: await call('update', changeArgs(row.id, change), agent),
        ...(calls.remove === undefined ? {} : { remove: await call('remove', { params: { id: row.id } }, agent) }),
      };

      for (const [key, { status }] of Object.entries(answers))
        expect([key, status < 300]).toEqual([key, may(key as Key)]);
    });

    if (calls.remove !== undefined) {
      test('a row that nothing uses goes, and its name is free', async () => {
        const row = await add();

        const gone = await call('remove', { params: { id: row.id } });

        expect([gone.status, await stored(row.id)]).toEqual([204, null]);
        expect(await audited(row.id)).toEqual([`${about.subject}.created`, `${about.subject}.deleted`]);
        expect(await told(row.id)).toHaveLength(2);
        expect((await add(String(row[title])))[title]).toBe(row[title]);
      });
    }

    const { use } = also;
    if (use !== undefined) {
      test('a row in use stays, and the refusal says why', async () => {
        const row = await add();
        const why = await use(office().it, row.id);

        const refused = await call('remove', { params: { id: row.id } });

        expect([refused.status, refused.body.error]).toEqual([409, why]);
        expect(await stored(row.id)).not.toBeNull();
        if (!('active' in row && 'used' in row)) return;
        const off = { ...row, active: false, used: 1 };
        expect((await call('update', changeArgs(row.id, { active: false }))).body.data).toEqual(off);
        expect((await call('list', { query: {} })).body.data).toContainEqual(off);
        const seen = { ...off, used: null };
        if (calls.choices === undefined) return;
        expect((await call('choices', { query: {} }, office().agent)).body.data).toContainEqual(seen);
      });
    }

    if (rows === 'unit') {
      test('a row of one business unit is announced to that unit and to those who see all of them', async () => {
        const { accountId, people } = office().it.world;
        const { businessUnitId } = people.agent;

        const { body } = await call('create', { body: bodyOf(fresh(), { business_unit_id: businessUnitId }) });

        const streams = (await told(body.data.id)).map(({ stream }) => stream);
        expect(streams.toSorted()).toEqual([`unit:${businessUnitId}`, `units:${accountId}`]);
      });
    }

    if (calls.file !== undefined) {
      test('the rows that a search finds are a file, and a spreadsheet runs none of it', async () => {
        const [first, second] = [await add('=Quagga one'), await add('quagga two')].map((row) => row[title]);

        const { headers, body } = await call('file', { query: { q: 'QUAGGA' } });

        const name = `${about.label.many.replaceAll(' ', '-')}.csv`;
        expect(headers['content-disposition']).toContain(`filename="${name}"`);
        const [heads = [], ...lines] = Papa.parse<string[]>((body as unknown as string).trim()).data;
        expect(lines.map((cells) => cells.length)).toEqual([heads.length, heads.length]);
        expect(lines.flat()).toEqual(expect.arrayContaining([`'${first as string}`, second]));
        expect(lines.flat()).not.toContain('[object Object]');
      });
    }

    if (calls.list !== undefined && 'orderFields' in calls.list) {
      const { orderFields } = calls.list as unknown as { readonly orderFields: readonly string[] };

      test('a list is searched, ordered and cut into pages', async () => {
        const [a, b, c] = [await add('Zebra one'), await add('Zebra three'), await add('zebra two')].map(
          (row) => row[title],
        );
        const page = (query: object) => call('list', { query: { q: 'ZEBRA', order_field: title, ...query } });

        const [all, down, second] = [await page({}), await page({ order: 'desc' }), await page({ page: 2, limit: 2 })];

        expect(namesIn(all)).toEqual([a, b, c]);
        expect(namesIn(down)).toEqual([c, b, a]);
        expect([namesIn(second), second.body.meta]).toEqual([
          [c],
          { current_page: 2, limit: 2, total_count: 3, total_pages: 2 },
        ]);
        expect(namesIn(await page({ q: 'no such zebra' }))).toEqual([]);
      });

      test.each(orderFields)('a list is ordered by %s', async (order_field) => {
        expect((await call('list', { query: { order_field } })).status).toBe(200);
      });

      test('an order that is none is refused', async () => {
        expect((await call('list', { query: { order_field: 'account_id' } })).status).toBe(422);
      });
    }
  });
}
