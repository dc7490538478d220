import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { mailerKits } from '#contract/mailer-kits.contract.ts';
import type { FlowStep, StepKind } from '#contract/workflows/definition.contract.ts';
import { workflowFlows } from '#contract/workflows.contract.ts';
import { addStep } from '#rules/workflows/edit-flow.ts';
import { type Answers, entered, type FlowState, planOf, stepOf, take } from '#rules/workflows/flow-run.ts';
import { isFork, branchOf, EMPTY_DEFINITION } from '#rules/workflows/flow-steps.ts';
import { lotOf } from '../../server/features/workflows/answers.ts';
import { takeDueRuns } from '../../server/features/workflows/workflows.jobs.ts';
import { DAY } from '../sequences/sequence-desk.ts';
import { type FlowDesk, openFlowDesk, STOP } from './flow-desk.ts';

/** Runs. Ours: each is some dozen transactions. */
const RUNS = Number(process.env['WORKFLOW_RUNS'] ?? 6);
const SEED = process.env['WORKFLOW_RUNS'] === undefined ? { seed: 20_261_129 } : {};
const HOUR = 3_600_000;

let it: FlowDesk;
beforeAll(async () => {
  it = await openFlowDesk();
});
afterEach(() => it.clear());
afterAll(() => it.close());

type Move =
  | { readonly type: 'later'; readonly days: number }
  | { readonly type: 'run'; readonly workers: number }
  | { readonly type: 'killed' }
  | { readonly type: 'pause' | 'resume'; readonly step: number }
  | { readonly type: 'reply' }
  | { readonly type: 'optOut' };

const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('later' as const), days: fc.integer({ min: 0, max: 3 }) }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('run' as const), workers: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('killed' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constantFrom('pause' as const, 'resume' as const), step: fc.nat({ max: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('reply' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('optOut' as const) }) },
);

const KINDS: readonly StepKind[] = [
  'text',
  'text',
  'wait',
  'wait_reply',
  'split',
  'follow_up',
  'reachable',
  'kit',
  'draft',
  'end',
];

/** Where the next step goes: behind one of those that are there, or into one of their branches. */
const growth = fc.record({
  kind: fc.constantFrom(...KINDS),
  beside: fc.nat({ max: 20 }),
  into: fc.constantFrom('after', 'yes', 'no'),
});

function flowOf(
  grown: readonly { kind: StepKind; beside: number; into: 'after' | 'yes' | 'no' }[],
  kit: number,
): FlowStep[] {
  let definition = EMPTY_DEFINITION;
  for (const { kind, beside, into } of grown) {
    const at = definition.steps[beside % Math.max(1, definition.steps.length)];
    // Nothing comes behind an end.
    if (at?.kind === 'end') continue;
    const isInto = at !== undefined && into !== 'after' && isFork(at);
    const under = at === undefined ? '' : isInto ? branchOf(at, into) : at.under;
    const follows = definition.steps.some((one) => one.under === under && (isInto || one !== at));
    if (kind === 'end' && follows) continue;
    ({ definition } = addStep(definition, kind, under, isInto ? null : (at?.id ?? null)));
  }
  return definition.steps.map((step): FlowStep => {
    if (step.kind === 'text')
      return { ...step, body: `Text ${step.id}. ${STOP}`, refused: step.id > 's5' ? 'skip' : 'end' };
    if (step.kind === 'kit') return { ...step, kit_id: kit };
    if (step.kind === 'draft') return { ...step, body: `Draft ${step.id}.` };
    return step.kind === 'follow_up' ? { ...step, title: 'Call' } : step;
  });
}

/** The same by the rules alone. */
class Model {
  readonly sent: string[] = [];
  /** The first draft stays until someone sends it; a kit is assigned once. */
  readonly left = new Set<string>();
  readonly paused = new Set<string>();
  state: FlowState;
  isOut = false;
  repliedAt: number | null = null;
  readonly plan;
  readonly flowId: number;
  readonly contactId: number;

  constructor(steps: FlowStep[], flowId: number, contactId: number, at: number) {
    this.plan = planOf({ ...EMPTY_DEFINITION, steps });
    this.flowId = flowId;
    this.contactId = contactId;
    this.state = entered(at);
  }

  run(now: number): void {
    while (this.state.at !== null && this.state.at <= now) {
      const step = stepOf(this.plan, this.state);
      const { since } = this.state;
      const decision = {
        allowed: !this.isOut,
        reason: this.isOut ? 'withdrawn' : 'consented',
        next_at: null,
        channel: 'text',
        purpose: 'automated',
        at: new Date(now).toISOString(),
        rule: null,
        evidence: { entry: null, clocks: [], places: [] },
      } as Answers['decision'];
      const answers: Answers = {
        paused: this.paused.has(step?.id ?? ''),
        zone: 'America/Chicago',
        days: [],
        replied: since !== null && this.repliedAt !== null && this.repliedAt >= since,
        matches: false,
        decision: step?.kind === 'text' || step?.kind === 'reachable' ? decision : null,
        missing: null,
        lot: lotOf(this.flowId, this.contactId, step?.id ?? ''),
      };
      const taken = take(this.plan, this.state, answers, now);
      if (taken.acts && step?.kind === 'text') this.sent.push(`Text ${step.id}. ${STOP}`);
      if (taken.acts && step?.kind === 'kit') this.left.add('kit');
      if (taken.acts && step?.kind === 'draft' && ![...this.left].some((one) => one.startsWith('Draft')))
        this.left.add(`Draft ${step.id}.`);
      this.state = taken.state;
    }
  }
}

async function play(grown: Parameters<typeof flowOf>[0], moves: readonly Move[]): Promise<void> {
  await it.later(HOUR);
  const { id: kit } = (await it.admin.call(mailerKits.create, { body: { name: `Kit ${(kits += 1)}`, kind: 'labels' } }))
    .body.data;
  const steps = flowOf(grown, kit);
  const flow = await it.on(steps);
  const id = await it.willing({ address: '1 Elm St', city: 'Austin', state: 'TX', zip_code: '78701' });
  await it.begin(flow, id);
  const model = new Model(steps, flow, id, it.deps.now().getTime());
  const dying = { ...it.deps, jobs: { ...it.deps.jobs, enqueue: () => Promise.reject(new Error('killed')) } };
  for (const one of moves) {
    const now = it.deps.now().getTime();
    if (one.type === 'later') await it.later(one.days * DAY);
    else if (one.type === 'run') {
      await Promise.all(Array.from({ length: one.workers }, () => takeDueRuns(it.deps)));
      model.run(now);
    } else if (one.type === 'killed') {
      // What comes before a text is taken, the text isn't, and is tried again five minutes later.
      await takeDueRuns(dying);
      await it.later(5 * 60_000);
      await takeDueRuns(it.deps);
      model.run(now);
      model.run(it.deps.now().getTime());
    } else if (one.type === 'pause' || one.type === 'resume') {
      const { id: step = '' } = steps[one.step % steps.length] ?? {};
      const paused = one.type === 'pause';
      const body = { step_id: step, paused };
      expect((await it.admin.call(workflowFlows.pauseStep, { params: { id: flow }, body })).status).toBe(200);
      if (paused) model.paused.add(step);
      else model.paused.delete(step);
      const { stage, step: at } = model.state;
      if (!paused && stage === 'held' && model.state.at === null && at === step)
        model.state = { ...model.state, at: now };
    } else if (one.type === 'reply') {
      await it.receive('Hello');
      model.repliedAt = it.deps.now().getTime();
      if (model.state.stage === 'waiting' && stepOf(model.plan, model.state)?.kind === 'wait_reply')
        model.state = { ...model.state, at: model.repliedAt };
    } else {
      await it.consent(id, 'withdrawn', 'text');
      model.isOut = true;
    }
  }
  const [row] = await it.runs();
  expect([row?.status, row?.step, row?.reason]).toEqual([model.state.stage, model.state.step, model.state.reason]);
  expect((await it.bodies()).filter((body) => body.startsWith('Text '))).toEqual(model.sent);
  const left = await it.sql<{ told: string }>(
    `select body as told from text_drafts union all select 'kit' from mailer_assignment_rows where kit_id = ${kit}`,
  );
  expect(left.map(({ told }) => told).toSorted()).toEqual([...model.left].toSorted());
  const notices = await it.sql(
    `select from notifications where kind = 'draft' and about_id = (select max(id) from wf_runs)`,
  );
  expect(notices).toHaveLength([...model.left].filter((one) => one !== 'kit').length);
  await it.clear();
}

let kits = 0;

test('random workflows, replies, opt-outs and crashes: the engine comes to what the rules say, with each effect once', async () => {
  const grown = fc.array(growth, { minLength: 1, maxLength: 9 });
  const moves = fc.array(move, { minLength: 3, maxLength: 10 });
  await fc.assert(fc.asyncProperty(grown, moves, play), { numRuns: RUNS, ...SEED });
});
