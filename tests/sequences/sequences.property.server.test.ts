import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { campaignTriggers } from '#contract/campaign-triggers.contract.ts';
import { startSequence } from '#contract/sequences.contract.ts';
import { begun, follow, planOf, type SequenceState } from '#rules/sequences/sequence.ts';
import { takeDueSteps } from '../../server/features/sequences/sequences.jobs.ts';
import { DAY, openSequenceDesk, type SequenceDesk } from './sequence-desk.ts';

/** Runs. Ours: each is a dozen transactions. */
const RUNS = Number(process.env['SEQUENCE_RUNS'] ?? 12);
const SEED = process.env['SEQUENCE_RUNS'] === undefined ? { seed: 20_260_304 } : {};
const HOUR = 3_600_000;
const STEPS = 3;

let it: SequenceDesk;
beforeAll(async () => {
  it = await openSequenceDesk();
});
afterEach(() => it.clear());
afterAll(() => it.close());

/** What happens next. Days are whole, so that it stays within the hours of every place. */
type Move =
  | { readonly type: 'later'; readonly days: number }
  | { readonly type: 'run'; readonly workers: number }
  | { readonly type: 'killed' }
  | { readonly type: 'pause' }
  | { readonly type: 'optOut' };

const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('later' as const), days: fc.integer({ min: 0, max: 3 }) }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('run' as const), workers: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('killed' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('pause' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('optOut' as const) }) },
);

const part = { recurrence: 'none', subject: '', body: 'Hi', format: 'text' } as const;
const plan = planOf(
  { name: '', channel: 'sms', recurrence: 'none', parts: Array.from({ length: STEPS }, () => part) },
  false,
  'America/Chicago',
);

/** The same by the rules alone. */
class Model {
  state: SequenceState;
  isOn = true;
  constructor(at: number) {
    this.state = begun(at);
  }
  run(now: number): void {
    if (!this.isOn) return;
    const due = follow(plan, this.state, { type: 'clock', now });
    if (due.stage === 'due') this.state = follow(plan, follow(plan, due, { type: 'allowed' }), { type: 'sent', now });
  }
  optOut(): void {
    this.state = follow(plan, this.state, { type: 'end', reason: 'opted_out', note: '' });
  }
}

async function play(moves: readonly Move[]): Promise<void> {
  await it.later(HOUR);
  const third = await it.trigger({ body: 'Three. Reply STOP to opt out.' });
  const second = await it.trigger({ body: 'Two. Reply STOP to opt out.' });
  const body = 'One. Reply STOP to opt out.';
  const first = await it.trigger({ body, all_sms_trigger_ids: [second, third], show_on_bulk: true });
  const id = await it.willing();
  await it.agent.call(startSequence, { params: { id }, body: { campaign_trigger_id: first } });
  const model = new Model(it.deps.now().getTime());
  const dying = { ...it.deps, jobs: { ...it.deps.jobs, enqueue: () => Promise.reject(new Error('killed')) } };
  for (const one of moves) {
    const now = it.deps.now().getTime();
    if (one.type === 'later') await it.later(one.days * DAY);
    else if (one.type === 'run') {
      await Promise.all(Array.from({ length: one.workers }, () => takeDueSteps(it.deps)));
      model.run(now);
    } else if (one.type === 'killed') {
      // A step that fails waits five minutes, and no one looks before the next move.
      await takeDueSteps(dying);
      await it.later(5 * 60_000);
    } else if (one.type === 'pause') {
      model.isOn = !model.isOn;
      await it.admin.call(campaignTriggers.update, { params: { id: first }, body: { enabled: model.isOn } });
    } else {
      await it.consent(id, 'withdrawn', 'text');
      model.optOut();
    }
  }
  const [row] = await it.enrollments();
  expect([row?.status, row?.step, row?.reason]).toEqual([model.state.stage, model.state.step, model.state.reason]);
  const sent = ['One', 'Two', 'Three'].map((word) => `${word}. Reply STOP to opt out.`).slice(0, model.state.step);
  expect(await it.bodies()).toEqual(sent);
  expect(await it.sql('select from sequence_sends')).toHaveLength(model.state.step);
  await it.clear();
}

test('whatever happens, in whatever order, the engine does what the rules say, and sends each step once', async () => {
  await fc.assert(fc.asyncProperty(fc.array(move, { minLength: 4, maxLength: 14 }), play), { numRuns: RUNS, ...SEED });
});
