// Serves the browser's sources with hot reload, and passes what belongs to the API on to `web`. Started by bin/dev.
import { join } from 'node:path';
import { createServer } from 'vite';
import { loadConfig } from '../server/config.ts';
import { bootOf, pageOf } from '../server/http/boot.ts';

const { PORT, HOST, API_PORT } = process.env;
const root = join(import.meta.dirname, '..');
const target = `http://localhost:${API_PORT}`;
const boot = bootOf(loadConfig(process.env));

process.on('disconnect', () => process.exit(1));
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => process.exit(0));

const server = await createServer({
  root,
  configFile: join(root, 'vite.config.ts'),
  clearScreen: false,
  cacheDir: join(root, '.cache', 'vite'),
  plugins: [{ name: 'boot-block', transformIndexHtml: (html) => pageOf(html, boot) }],
  server: {
    host: HOST ?? 'localhost',
    port: Number(PORT),
    strictPort: true,
    proxy: { '/v1': target, '/auth/profile': target, '/cable': { target, ws: true }, '/voice': { target, ws: true } },
  },
});
await server.listen();
process.send?.({ type: 'ready', url: `http://localhost:${PORT}` });
