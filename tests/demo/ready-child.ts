// A process that is ready at once, but never while the file is there that `SICK` names.
import { existsSync } from 'node:fs';

if (!existsSync(process.env['SICK'] ?? '')) process.send?.({ type: 'ready', url: null });
// A process with a channel lives for as long as somebody listens.
process.on('message', () => undefined);
process.on('disconnect', () => process.exit(0));
