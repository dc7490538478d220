// bin/doctor [--json] [--online]
import { parseArgs } from 'node:util';
import { say, warn } from './command.ts';
import { examine } from './doctor/examine.ts';
import type { Finding, Mark } from './doctor/finding.ts';

const USAGE = `Usage: bin/doctor [--json] [--online]
  --json    prints one JSON object instead of lines: {"ok", "findings": [{"check", "mark", "sentence"}]}
  --online  also checks whether mail, text messages, payments and single sign-on answer`;

const SIGN: Readonly<Record<Mark, string>> = { ok: '✓', warn: '!', fault: '✗' };

function show(findings: readonly Finding[]): void {
  const width = Math.max(...findings.map(({ check }) => check.length));
  for (const { check, mark, sentence } of findings) say(`${SIGN[mark]} ${check.padEnd(width)}  ${sentence}`);
  const [faults, warnings] = (['fault', 'warn'] as const).map(
    (mark) => findings.filter((each) => each.mark === mark).length,
  );
  say(`\n${faults} faults, ${warnings} warnings.`);
}

const options = { json: { type: 'boolean', default: false }, online: { type: 'boolean', default: false } } as const;
try {
  const { values } = parseArgs({ options });
  const findings = await examine({ env: process.env, online: values.online, now: new Date() });
  const ok = findings.every(({ mark }) => mark !== 'fault');
  if (values.json) say(JSON.stringify({ ok, findings }));
  else show(findings);
  process.exit(ok ? 0 : 1);
} catch (error) {
  warn(
    (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
      ? USAGE
      : `bin/doctor had to stop: ${(error as Error).message}`,
  );
  process.exit(1);
}
