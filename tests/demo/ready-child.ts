// A process that is ready immediately, but never while the file named by `SICK` exists.
import { existsSync } from 'node:fs';

if (!existsSync(process.env['SICK'] ?? '')) process.send?.({ type: 'ready', url: null });
// A process with a channel lives as long as the channel has listeners.
process.on('message', () => undefined);
process.on('disconnect', () => process.exit(0));
