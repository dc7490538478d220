import { beforeAll, describe, expect, test } from 'vitest';
import { dockMachine, SHEET_MAX_WIDTH } from '../../src/machines/_dock/dock.machine.ts';
import { type Model, type Move, type Walked, walk } from '../_walk/walk.ts';

const inWindow = (name: string, width: number): Record<string, Move> => ({
  [`the phone opens, ${name}`]: { go: ({ send }) => send({ type: 'phone.opened', width }) },
  [`MAX opens, ${name}`]: { go: ({ send }) => send({ type: 'max.opened', width }) },
  [`a page opens, ${name}`]: { go: ({ send }) => send({ type: 'page.opened', path: '/contacts', width }) },
  [`a draft opens, ${name}`]: {
    go: ({ send }) => send({ type: 'page.opened', path: '/admin/email-management/new', width }),
  },
});

const dockModel: Model = {
  name: 'dock',
  starts: { 'both are folded': () => ({ machine: dockMachine }) },
  moves: {
    ...inWindow('on a phone', SHEET_MAX_WIDTH),
    ...inWindow('on a desktop', SHEET_MAX_WIDTH + 1),
    'the phone folds': { go: ({ send }) => send({ type: 'phone.folded', width: SHEET_MAX_WIDTH }) },
    'MAX folds': { go: ({ send }) => send({ type: 'max.folded', width: SHEET_MAX_WIDTH }) },
  },
};

describe('the dock', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(dockModel);
  });
  /** Target of a move from a state. */
  const ways = (name: RegExp) => walked.edges.filter(({ move }) => name.test(move));

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('shows the panel that was opened last on a phone', () => {
    expect(ways(/^MAX opens, on a phone$/u).filter(({ from, to }) => from !== to && !to.includes('max'))).toEqual([]);
    expect(
      ways(/^the phone opens, on a phone$/u).filter(({ from, to }) => from !== to && !to.includes('phone')),
    ).toEqual([]);
  });

  test('never keeps MAX over the Send button of a draft, nor over a page on a phone', () => {
    const covering = ways(/^(a draft opens|a page opens, on a phone)/u);
    expect(covering.length).toBeGreaterThan(4);
    expect(covering.filter(({ to }) => /max|both/u.test(to))).toEqual([]);
  });
});
