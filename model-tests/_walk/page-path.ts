import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { failureText, recordFolder, type RecordedStep, writeRecord } from './record.ts';

/** A path through the page, which leaves a record with a picture of each step where one is wanted. */
export interface PagePath {
  /** Takes one step. `act` also checks its result, so that the picture shows it. */
  readonly step: (does: string, page: Page, act: () => Promise<unknown>, told?: Told) => Promise<void>;
  /** Ends with its test, unless it has ended before. */
  readonly end: () => void;
}

/** A model's description of a step: the visible result, and the states it passes. */
export type Told = Partial<Pick<RecordedStep, 'sees' | 'stands' | 'states' | 'transitions'>>;

/** Quality of a picture in percent: its words stay readable in about 40 KB. Ours. */
const QUALITY = 60;

/** Begins a path of the running test through the page that shows this machine. */
export function beginPath(machine: string): PagePath {
  const folder = recordFolder();
  if (folder === undefined) return { step: async (_does, _page, act) => void (await act()), end: () => undefined };

  const begun = performance.now();
  const title = expect.getState().currentTestName?.replaceAll(' > ', ', ') ?? machine;
  const steps: RecordedStep[] = [];
  let isOpen = true;
  const end = (failure: string | null) => {
    if (!isOpen) return;
    isOpen = false;
    const ms = Math.round(performance.now() - begun);
    writeRecord(folder, [{ machine, model: title, place: 'page', steps, failure, ms }]);
  };
  onTestFinished(({ task }) => {
    const [error] = task.result?.errors ?? [];
    end(error === undefined ? null : failureText(new Error(error.message)));
  });
  return {
    step: async (does, page, act, { sees = null, stands = [], states = [], transitions = [] } = {}) => {
      const step = { does, sees, stands };
      try {
        await act();
      } catch (error) {
        // Excludes states that the page doesn't show.
        steps.push({ ...step, states: [], transitions: [], picture: await takePicture(page, folder) });
        throw error;
      }
      steps.push({ ...step, states, transitions, picture: await takePicture(page, folder) });
    },
    end: () => end(null),
  };
}

/** `null`: the page is gone, so that the step itself has more to tell. */
async function takePicture(page: Page, folder: string): Promise<string | null> {
  mkdirSync(folder, { recursive: true });
  const picture = `${randomUUID()}.jpg`;
  return page
    .screenshot({ path: join(folder, picture), type: 'jpeg', quality: QUALITY, scale: 'css', animations: 'disabled' })
    .then(() => picture)
    .catch(() => null);
}
