import { useEffect } from 'react';
import { readWorkersStatus } from '#contract/printing.contract.ts';
import { useResource } from '../_base/use-resource.ts';
import { queueWords } from './print-words.ts';

/** Milliseconds between two looks at the queue. Ours: a print takes seconds. */
export const QUEUE_LOOK_MS = 5_000;

/** Why a print waits, for as long as it does. */
export function PrintQueue() {
  const { data, reload } = useResource(readWorkersStatus, {});
  useEffect(() => {
    const again = setInterval(reload, QUEUE_LOOK_MS);
    return () => clearInterval(again);
  }, [reload]);
  return data === null ? null : <p className="soft">{queueWords(data.data)}</p>;
}
