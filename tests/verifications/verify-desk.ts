import type { SelectionInput } from '#contract/bulk.contract.ts';
import {
  purchaseMobileValidation,
  readVerificationRun,
  validateMobileBulk,
  type VerificationRun,
} from '#contract/verifications.contract.ts';
import type { LineFound, LineLookup } from '../../server/adapters/numbers/line-lookup.ts';
import { embeddedLineLookup } from '../../server/adapters/numbers/embedded-line-lookup.ts';
import { runVerification } from '../../server/features/verifications/run-verification.ts';
import { openTextDesk, type TextDesk } from '../messages/text-desk.ts';

/** A source that remembers what it was asked and answers what a test says, else as the embedded one. */
export interface TestLookup extends LineLookup {
  isOpen: boolean;
  readonly asked: string[];
  next: (() => Promise<LineFound>)[];
}

export function testLookup(): TestLookup {
  const embedded = embeddedLineLookup({ open: true });
  const source: TestLookup = {
    name: 'embedded',
    isOpen: true,
    asked: [],
    next: [],
    lookUp: (number) => {
      source.asked.push(number);
      const next = source.next.shift();
      return next === undefined ? embedded.lookUp(number) : next();
    },
  };
  return source;
}

export interface VerifyDesk extends TextDesk {
  readonly source: TestLookup;
  /** Starts a run at the price of its estimate. */
  buy(selection: SelectionInput): Promise<VerificationRun>;
  run(id: number, signal?: AbortSignal): Promise<void>;
  read(id: number): Promise<VerificationRun>;
  rows(
    runId: number,
  ): Promise<{ number: string; status: string; line_type: string | null; charge_cents: number | null }[]>;
  /** Contacts of the agent with these numbers; answers their ids. */
  people(...numbers: readonly (string | null)[]): Promise<number[]>;
}

export async function openVerifyDesk(source: LineLookup = testLookup()): Promise<VerifyDesk> {
  const desk = await openTextDesk({ lineLookup: source });
  const { accountId } = desk.world;
  return {
    ...desk,
    source: source as TestLookup,
    buy: async (selection) => {
      const { amount_cents: amount } = (await desk.agent.call(validateMobileBulk, { body: { selection } })).body.data;
      return (await desk.agent.call(purchaseMobileValidation, { body: { selection, amount_cents: amount } })).body.data;
    },
    run: (runId, signal = new AbortController().signal) => runVerification(desk.deps, { accountId, runId }, signal),
    read: async (id) => (await desk.agent.call(readVerificationRun, { params: { id } })).body.data,
    rows: (runId) =>
      desk.sql(
        'select number, status, line_type, charge_cents from phone_verifications where run_id = $1 order by id',
        [runId],
      ),
    people: async (...numbers) => {
      const ids: number[] = [];
      for (const phone of numbers) ids.push(await desk.contact({ phone }));
      return ids;
    },
    clear: async () => {
      await desk.clear();
      await desk.sql('truncate phone_verifications, verification_runs cascade');
      const test = source as TestLookup;
      test.asked.length = 0;
      test.next.length = 0;
    },
  };
}
