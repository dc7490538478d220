import { DEMO_SCENARIOS } from '../src/rules/access/demo-scenarios.ts';

const width = Math.max(...DEMO_SCENARIOS.map(({ name }) => name.length));
const SCENARIOS = DEMO_SCENARIOS.map(({ name, sentence }) => `  ${name.padEnd(width)}  ${sentence}`).join('\n');

/** Text of `bin/demo-world --help`. */
export const HELP = `Moves, breaks and resets the demo world that bin/start (or bin/dev) runs. Demo and development only.

  bin/demo-world status                  shows the clock, active faults, the parts and the database

Clock: sessions, codes, links and billing follow it, in all processes and in the browser.
  bin/demo-world clock                   shows it
  bin/demo-world clock +2 days           also -3 hours, "+1 month 2 days"; s, min, h, d, w for short
  bin/demo-world clock 2027-01-15 09:00  in this machine's time zone; with Z or +01:00 in that one
  bin/demo-world clock real              back to real time

Network: LINE is browser (browser to server) or database (server to database).
  bin/demo-world drop LINE               resets connections and refuses new ones
  bin/demo-world blackhole LINE          nothing gets through and nothing closes; later everything arrives
  bin/demo-world half-open LINE          open connections are silently dead, new ones work
  bin/demo-world delay LINE              late: --ms 500 --jitter 100 --rate 20000 (bytes a second) --cut-every 20 (s)
  bin/demo-world cut LINE                resets all connections once
  bin/demo-world heal [LINE]             immediately; otherwise each fault recovers automatically after --for 30 (s, at most 600)
  bin/demo-world bench on | off          turns the breakable lines on or off. The first fault of a line turns
                                         them on, which restarts web (and jobs). Turn them on first for a
                                         fault without a restart.

Parts: PART is web, jobs, voice or database.
  bin/demo-world kill PART               like a crash; it restarts on its own
  bin/demo-world restart PART            stops it cleanly and restarts it
  bin/demo-world pause web | jobs | voice pauses it; --for 30 (s), then it resumes on its own
  bin/demo-world resume web | jobs | voice

World:
  bin/demo-world reset                   deletes everything and reloads the demo world: asks first, or --yes

Scenarios: bin/demo-world scenario NAME
${SCENARIOS}

Examples:
  bin/demo-world clock +2 hours && bin/demo-world clock real
  bin/demo-world delay browser --ms 300 --jitter 200 --for 120
  bin/demo-world drop database --for 5
  DATA_DIR=/srv/demo bin/demo-world status

Talks to the Bellwether in DATA_DIR (default: .data in the checkout), as the same user. Exits with 0 when done, and
with 1 and a reason when not.
`;
