// A process that follows the demo clock and says what time it is there when it is asked.
import { followClock } from '../../server/demo-clock.ts';

const clock = followClock({ appEnv: process.env['APP_ENV'] === 'demo' ? 'demo' : 'production' });
const tell = () => process.send?.({ now: clock.now().getTime() });

process.on('message', ({ type }: { type: string }) => {
  if (type === 'ask') tell();
});
tell();
