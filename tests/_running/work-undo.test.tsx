import { NEVER } from 'rxjs';
import { expect, test, vi } from 'vitest';
import type { TransferAttempt } from '#contract/transfers.contract.ts';
// Loaded already when a test asks for it.
import '../../src/actors/page-machines.ts';
import type { AppActors } from '../../src/actors/root.ts';
import { ApiError } from '../../src/api/errors.ts';
import type { Toast } from '../../src/machines/_toasts/toasts.machine.ts';
import { useWorkUndo } from '../../src/views/_running/use-work-undo.ts';
import { workPlaces } from '../../src/views/_running/work-places.ts';
import { click, mount, only } from '../_kit/mount.ts';
import { sessionAtWork } from '../_kit/session-at-work.ts';
import { appAround } from '../imports/app-around.tsx';
import { job } from '../bulk/bulk-fixtures.ts';
import { complete, transfer } from '../transfers/transfer-fixtures.ts';

function Undo({ attempt }: { attempt: TransferAttempt }) {
  const undo = useWorkUndo()('transfer', attempt);
  return (
    <button type="button" onClick={undo.run}>
      {undo.label}
    </button>
  );
}

const surroundings = (toasts: Toast[]) => ({
  session: sessionAtWork({ id: 1007 }),
  cable: { channel: () => NEVER, freshness$: NEVER, reject: () => undefined },
  recorder: { inspect: () => undefined } as unknown as AppActors['recorder'],
  toasts: { send: ({ toast }: { toast: Toast }) => toasts.push(toast) } as unknown as AppActors['toasts'],
});

function show(attempt: TransferAttempt, answers: Record<string, unknown> = {}) {
  const toasts: Toast[] = [];
  const { wrap, called } = appAround(answers, surroundings(toasts));
  mount(wrap(<Undo attempt={attempt} />));
  return { toasts, reverts: () => called.filter(({ name }) => name === 'revertTransfer') };
}

test('gives everything back by the machine of the transfer', async () => {
  const { toasts, reverts } = show(complete(), { revertTransfer: { data: transfer({ revert: true, version: 11 }) } });

  click(only('button'));
  await vi.waitFor(() => expect(reverts()).toHaveLength(1));

  expect(reverts()[0]?.args).toMatchObject({ params: { id: 61 }, body: {} });
  expect(toasts).toEqual([]);
});

test('says why it was refused, and tries again only where that may help', async () => {
  const refused = new ApiError('conflict', { code: 'conflict', message: 'Wait until that is over.' });
  const { toasts } = show(complete(), { revertTransfer: refused });

  click(only('button'));
  await vi.waitFor(() => expect(toasts).toHaveLength(1));

  expect(toasts[0]).toMatchObject({ tone: 'bad', text: 'Wait until that is over.' });
  expect(toasts[0]?.action).toBeUndefined();
});

test('is retried with the key of the one whose response was lost', async () => {
  const lost = new ApiError('offline', { code: 'unreachable', message: 'x' });
  const { toasts, reverts } = show(complete(), { revertTransfer: lost });
  click(only('button'));
  await vi.waitFor(() => expect(toasts).toHaveLength(1));

  toasts[0]?.action?.run();
  await vi.waitFor(() => expect(reverts()).toHaveLength(2));

  const [first, second] = reverts().map(({ args }) => (args as { idempotencyKey?: string }).idempotencyKey);
  expect([typeof first, second]).toEqual(['string', first]);
});

test("isn't offered for another user's transfer, or a reverted one", () => {
  const { isUndoOffered } = workPlaces.transfer;
  const offered = [
    complete(),
    complete({ user: { id: 1002, name: 'Marcus Ellery' } }),
    complete({ reverted: true }),
  ].map((attempt) => isUndoOffered?.(attempt, 1007));

  expect(offered).toEqual([true, false, false]);
});

test('of a bulk change is done by its own machine, and says how that came out', async () => {
  const undone: unknown[] = [];
  const changed = job({ status: 'done' });
  const answer = job({ status: 'undone', version: 8 });
  function UndoBulk() {
    const undo = useWorkUndo()('bulk', changed, (work) => undone.push(work));
    return (
      <button type="button" onClick={undo.run}>
        {undo.label}
      </button>
    );
  }
  const { wrap, called } = appAround({ undoBulkJob: { data: answer } }, surroundings([]));
  mount(wrap(<UndoBulk />));

  click(only('button'));
  await vi.waitFor(() => expect(undone).toEqual([answer]));

  expect(called.map(({ name }) => name)).toEqual(['undoBulkJob']);
});
