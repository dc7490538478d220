import { readWorkersStatus } from '#contract/printing.contract.ts';
import { useResource } from '../_base/use-resource.ts';
import { queueWords } from './print-words.ts';

/** Milliseconds between two looks at the queue. Ours: a print takes seconds. */
export const QUEUE_LOOK_MS = 5_000;

const always = (): number => QUEUE_LOOK_MS;

/** Why a print waits, for as long as it does. */
export function PrintQueue() {
  const { data } = useResource(readWorkersStatus, {}, { reloadAfter: always });
  return data === null ? null : <p className="soft">{queueWords(data.data)}</p>;
}
