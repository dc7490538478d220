// Attacks a running app in every way that once succeeded. npm run attack
import { runAndExit, vitest } from './test-runs.ts';

await runAndExit([vitest({ load: 3 }, 'attack')], 1);
