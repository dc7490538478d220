import { featureFactsOf } from '#rules/access/feature-facts.ts';
import { gateOf } from '#rules/access/features.ts';
import type { IncomingCommand, TextsView } from '../../machines/messages/incoming.machine.ts';
import { createLatePart } from '../_frame/late-part.ts';
import type { RunningTexts, Texts, TextsDeps, TextsRun } from './messages-handle.ts';

/** Milliseconds after the page until texts are followed: the page comes first. Ours, as long as the phone waits. */
const TEXTS_LOAD_MS = 500;

type LoadTexts = () => Promise<(run: TextsRun) => RunningTexts>;

const loadTexts: LoadTexts = async () => (await import('./run-texts.ts')).runTexts;

/** The handle that lives as long as the page, and what the session runs for one person. */
export function createTexts(deps: TextsDeps, load: LoadTexts = loadTexts) {
  const { view, send, openBy, actor } = createLatePart<TextsView, IncomingCommand, RunningTexts>({
    isFor: (user) =>
      user.permissions.includes('contacts.read') && gateOf('messages', featureFactsOf(deps.boot, user)).allowed,
    load: async () => {
      const run = await load();
      return (around) => run({ ...deps, ...around });
    },
    loadsAfter: () => TEXTS_LOAD_MS,
    onMissed: () => undefined,
  });
  const texts: Texts = { view, send, openBy };
  return { texts, actor };
}
