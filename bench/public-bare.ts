// Baseline for public pages: Fastify that serves a folder, with nothing around it. Runs as a child of public.ts.
import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';

const [, , root = ''] = process.argv;
const app = Fastify();
await app.register(fastifyStatic, { root, index: 'page.html' });
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ type: 'ready', url });
