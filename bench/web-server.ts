// The web process as in production, with pages from a separate folder.
import { loadConfig } from '../server/config.ts';
import { startWeb } from '../server/roles/web.ts';

const [, , pages = ''] = process.argv;
const web = await startWeb(loadConfig(process.env), { pages });
process.on('SIGTERM', () => void web.stop().finally(() => process.exit()));
process.send?.({ type: 'ready', url: web.url });
