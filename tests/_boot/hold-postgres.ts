// Starts the embedded PostgreSQL of the folder in argv and reports to its parent; a test kills it.
import { startEmbeddedPostgres } from '../../server/db/embedded.ts';

const [, , dataDir = '', elsewhere] = process.argv;
const sentences: string[] = [];
try {
  const options = {
    dataDir,
    log: (sentence: string) => sentences.push(sentence),
    ...(elsewhere ? { elsewhere: [elsewhere] } : {}),
  };
  const postgres = await startEmbeddedPostgres(options);
  process.send?.({ url: postgres.url, sentences });
  process.on('message', () => void postgres.stop().then(() => process.exit(0)));
} catch (error) {
  process.send?.({ error: (error as Error).message });
  process.exit(1);
}
