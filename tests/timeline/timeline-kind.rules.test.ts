import { expect, test } from 'vitest';
import { TIMELINE_KINDS } from '#contract/timeline.contract.ts';
import { kindOfAction, thingsOfKind } from '#rules/contacts/timeline-kind.ts';

test.each([
  ['note.deleted', 'notes'],
  ['email.sentAgain', 'mails'],
  ['file.uploaded', 'files'],
  ['policy.updated', 'policies'],
  ['contact.updated', 'changes'],
  ['something.new', 'changes'],
] as const)('%s is one of the %s', (action, kind) => {
  expect(kindOfAction(action)).toBe(kind);
});

test('every action belongs to exactly one kind as it is asked for', () => {
  const things = ['note', 'email', 'file', 'attachments', 'policy', 'security', 'contact', 'something'];
  const kindsOf = (thing: string) =>
    TIMELINE_KINDS.filter((kind) => {
      const wanted = thingsOfKind(kind);
      return 'only' in wanted ? wanted.only.includes(thing) : !wanted.allBut.includes(thing);
    });

  expect(things.map(kindsOf)).toEqual(things.map((thing) => [kindOfAction(`${thing}.done`)]));
});
