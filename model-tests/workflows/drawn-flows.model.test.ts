import { expect, test } from 'vitest';
import { type Move, walk } from '../_walk/walk.ts';
import { drawnFlows } from './drawn-flows.ts';

const takes = (type: 'next' | 'yes' | 'no'): Move => ({
  when: (snapshot) => snapshot.can({ type }),
  go: ({ send }) => send({ type }),
});

test.each(drawnFlows().map((flow) => [flow.name, flow] as const))(
  'every step and branch of the workflow %s is walked to its end',
  async (name, { machine }) => {
    const { missing, edges } = await walk({
      name: `workflow ${name}`,
      starts: { 'a contact begins': () => ({ machine }) },
      moves: {
        'the step is done': takes('next'),
        'it takes the first branch': takes('yes'),
        'it takes the other branch': takes('no'),
      },
    });
    expect(missing).toEqual({ states: [], transitions: [] });
    expect(edges.some(({ to }) => to.includes('finished'))).toBe(true);
  },
);
