import { watch } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../config.ts';

/** Modules of the server's processes. */
const SOURCES = ['server', 'src/api/contract', 'src/rules', 'src/brands'] as const;

/** An editor writes a file in several steps: changes this close together count as one, in ms. Ours. */
const QUIET_MS = 150;

/** Calls `changed` after files of the server changed; with true when a migration is among them. */
export function watchSources(changed: (migrations: boolean) => void): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  let migrations = false;
  const watchers = SOURCES.map((folder) =>
    watch(join(ROOT, folder), { recursive: true }, (_, file) => {
      if (!/\.(ts|sql|json)$/.test(file ?? '')) return;
      migrations ||= file?.endsWith('.sql') === true;
      clearTimeout(timer);
      timer = setTimeout(() => {
        changed(migrations);
        migrations = false;
      }, QUIET_MS);
    }),
  );
  return {
    close: () => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
