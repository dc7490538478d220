import { describe, expect, test, vi } from 'vitest';
import { type Column, DataTable, type DataTableProps } from '../../src/views/_kit/display/DataTable.tsx';
import { click, mount, only } from './mount.ts';

interface Office {
  readonly id: number;
  readonly name: string;
  readonly city: string;
}

const OFFICES: readonly Office[] = [
  { id: 1, name: 'Bay', city: 'Tampa' },
  { id: 2, name: 'Hill', city: 'Austin' },
];

const COLUMNS: readonly Column<Office, 'name' | 'city'>[] = [
  { head: 'Name', cell: ({ name }) => name, sortBy: 'name', narrow: 'title' },
  { head: 'City', cell: ({ city }) => city, sortBy: 'city', narrow: 'sub' },
  { head: 'Id', cell: ({ id }) => id, numeric: true },
];

const open = (differs: Partial<DataTableProps<Office, 'name' | 'city'>> = {}) =>
  mount(
    <DataTable
      label="Offices"
      columns={COLUMNS}
      rows={OFFICES}
      error={null}
      onRetry={() => undefined}
      empty={<p>No offices yet</p>}
      {...differs}
    />,
  );
const texts = (selector: string) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
const named = (name: string) => only<HTMLButtonElement>(`button[aria-label="${name}"]`);

describe('a data table', () => {
  test('makes a cell of each row and column', () => {
    open();

    expect(texts('th')).toEqual(['Name', 'City', 'Id']);
    expect(texts('tbody td')).toEqual(['Bay', 'Tampa', '1', 'Hill', 'Austin', '2']);
    expect(only('table').getAttribute('aria-label')).toBe('Offices');
  });

  test('says which column it is sorted by, and asks for another', () => {
    const onSort = vi.fn();
    open({ sort: { field: 'city', order: 'desc', onSort } });

    expect([...document.querySelectorAll('th')].map((head) => head.getAttribute('aria-sort'))).toEqual([
      'none',
      'descending',
      null,
    ]);
    click(only('th:first-child button'));
    expect(onSort).toHaveBeenCalledWith('name');
  });

  test('has gray rows below its header while the first rows load', () => {
    open({ rows: null });

    expect(texts('th')).toEqual(['Name', 'City', 'Id']);
    expect(only('table').getAttribute('aria-busy')).toBe('true');
    expect(document.querySelectorAll('tbody .skeleton').length).toBeGreaterThan(5);
  });

  test('that could not be loaded says why and tries again', () => {
    const onRetry = vi.fn();
    open({ rows: null, error: { message: 'The server is down.', requestId: 'req-1' }, onRetry });

    expect(only('[role=alert]').textContent).toContain("Couldn't load offices");
    click(only('[role=alert] .row button'));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  test('keeps its rows when a later load fails', () => {
    open({ error: { message: 'The server is down.', requestId: null } });

    expect(texts('tbody tr')).toHaveLength(2);
  });

  test('without rows shows what to do, and no pager', () => {
    open({ rows: [], page: { at: 1, limit: 25, total: 0, onTurn: () => undefined, asked: '' } });

    expect(texts('p')).toContain('No offices yet');
    expect(document.querySelector('table, footer')).toBeNull();
  });

  test('counts its rows and turns the page', () => {
    const onTurn = vi.fn();
    open({ page: { at: 2, limit: 2, total: 5, onTurn, asked: 'page 2' } });

    expect(only('footer .num').textContent).toBe('3–4 of 5');
    click(named('Next page'));
    click(named('Previous page'));
    expect(onTurn.mock.calls).toEqual([[3], [1]]);
  });

  test('ends at the last page', () => {
    const onTurn = vi.fn();
    open({ page: { at: 3, limit: 2, total: 6, onTurn, asked: '' } });

    expect(named('Next page').disabled).toBe(true);
  });

  test('marks the open row and the row under the cursor', () => {
    open({ openId: 2, cursorId: 1 });

    expect(only('tr[aria-current=true]').dataset['row']).toBe('2');
    expect(only('tr.is-cursor').dataset['row']).toBe('1');
  });

  test('has the actions of a row at its end', () => {
    const onDelete = vi.fn();
    open({
      actions: (office) => (
        <button type="button" aria-label={`Delete ${office.name}`} onClick={() => onDelete(office.id)} />
      ),
    });

    click(named('Delete Hill'));
    expect(onDelete).toHaveBeenCalledWith(2);
  });

  test('ticks single rows and all of them', () => {
    const onToggle = vi.fn();
    const onToggleAll = vi.fn();
    open({
      selection: {
        isSelected: ({ id }) => id === 1,
        onToggle,
        all: 'some',
        onToggleAll,
        nameOf: ({ name }) => name,
      },
    });

    expect(only('tr[aria-selected=true]').dataset['row']).toBe('1');
    click(only('input[aria-label="Select Hill"]'));
    click(only('input[aria-label="Select all rows"]'));
    expect(onToggle).toHaveBeenCalledWith(OFFICES[1]);
    expect(onToggleAll).toHaveBeenCalledOnce();
  });
});
