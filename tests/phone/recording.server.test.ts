import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteFile, listCallFiles, previewFile } from '#contract/files.contract.ts';
import {
  answerRecordingConsent,
  devicePauseCallRecording,
  deviceResumeCallRecording,
  deviceStartDisclaimerPrompt,
  deviceStopCallRecording,
  linkCall,
  readWaveform,
} from '#contract/phone.contract.ts';
import { withAccount } from '../../server/db/tx.ts';
import { removeNameless } from '../../server/features/files/remove-nameless.ts';
import type { FinishedRecording } from '../../server/features/phone/calls/call-facts.ts';
import { changeCall } from '../../server/features/phone/calls/calls.sql.ts';
import { linkRecordings } from '../../server/features/phone/recordings/recordings.service.ts';
import { readFileKeys } from '../../server/operations/backup/file-keys.ts';
import { wavHeader } from '../../server/voice/recording/wav.ts';
import type { Client } from '../_api/app.ts';
import { easternEvening } from '../_db/eastern-evening.ts';
import { type CallDesk, LineAway, NUMBERS, openCallDesk, OUTSIDE } from './call-desk.ts';

const SID = `CA${'1'.repeat(32)}`;

let it: CallDesk;
let asked: CallDesk['asked'];
let agent: Client;
let folder: string;
beforeAll(async () => {
  it = await openCallDesk();
  ({ asked, agent } = it);
  folder = mkdtempSync(join(tmpdir(), 'bellwether-kept-'));
});
afterAll(async () => {
  await it.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  await it.clear();
  await it.sql('truncate files cascade');
});

const contact = (language: string | null = null) =>
  it.contact({ first_name: 'Rosalind', last_name: 'Okafor', state: 'TX', phone: '+15125550142', language });

interface CallMade {
  mode?: 'announced' | 'consented' | 'locked';
  asks?: boolean;
  contactId?: number | null;
}

/** An outbound call to sell, on the line. */
async function call({
  mode = 'announced',
  asks = mode === 'consented',
  contactId = null,
}: CallMade = {}): Promise<number> {
  const { call: made } = await it.dial(NUMBERS.echo);
  const rule = mode === 'locked' ? { id: 1, title: 'Sales calls are recorded', source: 'a law' } : null;
  await it.sql(
    `update calls set purpose = 'marketing', to_number = '+15125550142', recording_mode = $2, recording_rule = $3,
       contact_id = $4, recording_asks = $5 where id = $1`,
    [made.id, mode, rule, contactId, asks],
  );
  return made.id;
}

const answered = { kind: 'answered', agent: null } as const;
const note = (...given: Parameters<CallDesk['note']>) => it.note(...given);

async function active(made: CallMade = {}): Promise<number> {
  const id = await call(made);
  await note(id, answered);
  return id;
}

const recordingOf = async (id: number): Promise<string> =>
  (await it.sql<{ recording: string }>('select recording from calls where id = $1', [id]))[0]?.recording ?? '';

const of = (id: number) => ({ body: { call_id: id } });
const answer = (id: number, agreed: boolean) => agent.call(answerRecordingConsent, { body: { call_id: id, agreed } });

/** A second of both sides. */
function finished(key = `rec-${SID}-1`): FinishedRecording {
  const path = join(folder, `${key}.wav`);
  writeFileSync(path, Buffer.concat([wavHeader(2, 16_000), Buffer.alloc(16_000, 0x10)]));
  const peaks = [Uint8Array.of(0, 255), Uint8Array.of(51, 0)] as const;
  return { path, seconds: 402.4, bytes: 16_058, peaks, announcedAt: new Date('2026-11-21T16:00:00Z'), key };
}
const keep = (id: number, key?: string) => it.ledger.keepRecording(id, finished(key));

describe('a call that the rule locks', () => {
  test('is announced as soon as somebody answers, and recorded as soon as that was heard', async () => {
    const id = await call({ mode: 'locked' });
    await note(id, { kind: 'ringing' });
    expect(asked).toEqual([]);
    await note(id, answered);
    expect([asked, await recordingOf(id)]).toEqual([['announce en'], 'announcing']);
    await note(id, { kind: 'announcing' });
    await note(id, { kind: 'announced' });

    expect(asked).toEqual(['announce en', 'record start']);
  });

  test('is announced once, however often the line says that it was answered', async () => {
    const id = await active({ mode: 'locked' });
    await note(id, answered);

    expect(asked).toEqual(['announce en']);
  });

  test('is recorded once, however often the line says that the disclaimer was heard', async () => {
    const id = await active({ mode: 'locked' });
    it.advance(1);
    const heard = { kind: 'announced', key: 'heard', at: it.deps.now() } as const;
    await note(id, heard);
    await note(id, heard);

    expect(asked).toEqual(['announce en', 'record start']);
  });

  test('asks as well where the state does, and is not recorded when they do not agree', async () => {
    const id = await active({ mode: 'locked', asks: true });
    await note(id, { kind: 'announced' });
    expect([asked, await recordingOf(id)]).toEqual([['announce en'], 'asking']);
    const { body } = await answer(id, false);

    expect(body.data.recording).toMatchObject({ state: 'off', mode: 'locked', asks: true, agreed: false });
    expect(asked).toEqual(['announce en']);
  });

  test('that asked is recorded when they agree, and cannot be stopped', async () => {
    const id = await active({ mode: 'locked', asks: true });
    await note(id, { kind: 'announced' });
    await answer(id, true);
    await note(id, { kind: 'recordingStarted' });

    expect(asked).toEqual(['announce en', 'record start']);
    expect((await agent.call(deviceStopCallRecording, of(id))).status).toBe(422);
  });

  test('is announced in the language of the contact', async () => {
    await active({ mode: 'locked', contactId: await contact('spanish') });

    expect(asked).toEqual(['announce es']);
  });

  test.each([
    ['stopped', deviceStopCallRecording],
    ['paused', devicePauseCallRecording],
  ])('cannot be %s, with the reason and the rule', async (_, endpoint) => {
    const id = await active({ mode: 'locked' });
    await note(id, { kind: 'announced' });
    await note(id, { kind: 'recordingStarted' });
    asked.length = 0;

    expect(await agent.call(endpoint, of(id))).toMatchObject({
      status: 422,
      body: { error: "This recording can't be stopped or paused. Sales calls are recorded (a law)." },
    });
    expect([asked, await recordingOf(id)]).toEqual([[], 'recording']);
  });

  test('is announced anew to whoever it is passed on to', async () => {
    const id = await active({ mode: 'locked' });
    await note(id, { kind: 'announced' });
    await note(id, { kind: 'recordingStarted' });
    await note(id, { kind: 'recordingStopped', seconds: 1 });
    await keep(id);
    asked.length = 0;
    it.advance(1);
    await note(id, answered);
    expect([asked, await recordingOf(id)]).toEqual([['announce en'], 'announcing']);
    await note(id, { kind: 'announced' });

    expect(asked).toEqual(['announce en', 'record start']);
  });

  test('goes on when it cannot be recorded, and says so', async () => {
    const id = await call({ mode: 'locked' });
    it.lineAnswers(new LineAway('it is away'));
    await note(id, answered);

    expect(await recordingOf(id)).toBe('failed');
  });
});

describe('a call that is announced', () => {
  test('is told, recorded, paused, resumed and stopped as its agent asks', async () => {
    const id = await active();
    await agent.call(deviceStartDisclaimerPrompt, of(id));
    await note(id, { kind: 'announced' });
    await note(id, { kind: 'recordingStarted' });
    const states = [await recordingOf(id)];
    for (const endpoint of [devicePauseCallRecording, deviceResumeCallRecording, deviceStopCallRecording]) {
      const { body } = await agent.call(endpoint, of(id));
      states.push(body.data.recording.state);
    }

    expect(asked).toEqual(['announce en', 'record start', 'record pause', 'record resume', 'record stop']);
    expect(states).toEqual(['recording', 'paused', 'recording', 'off']);
  });

  test('is not recorded before the disclaimer was heard to its end', async () => {
    const id = await active();
    const refused = { status: 409, body: { error: 'Play the recording announcement first.' } };
    expect(await agent.call(deviceResumeCallRecording, of(id))).toMatchObject(refused);
    await agent.call(deviceStartDisclaimerPrompt, of(id));
    expect(await agent.call(deviceResumeCallRecording, of(id))).toMatchObject(refused);

    expect(asked).toEqual(['announce en']);
  });

  test('is not recorded before who it was passed on to has heard it', async () => {
    const id = await active();
    await agent.call(deviceStartDisclaimerPrompt, of(id));
    await note(id, { kind: 'announced' });
    it.advance(1);
    await note(id, answered);

    expect((await agent.call(deviceResumeCallRecording, of(id))).status).toBe(409);
  });

  test('leaves no trace of what the line was asked for while it was away', async () => {
    const id = await active();
    it.lineAnswers(new LineAway('it is away'));

    expect((await agent.call(deviceStartDisclaimerPrompt, of(id))).status).toBe(503);
    expect(await recordingOf(id)).toBe('off');
  });

  test('is of its agent alone', async () => {
    const id = await active();

    expect((await it.peer.call(deviceStartDisclaimerPrompt, of(id))).status).toBe(404);
  });
});

describe('a call that asks for consent', () => {
  const asking = async () => {
    const id = await active({ mode: 'consented' });
    await agent.call(deviceStartDisclaimerPrompt, of(id));
    await note(id, { kind: 'announced' });
    return id;
  };
  test('is recorded when they agree, and never before', async () => {
    const id = await asking();
    expect([asked, await recordingOf(id)]).toEqual([['announce en'], 'asking']);
    expect((await agent.call(deviceResumeCallRecording, of(id))).status).toBe(409);
    await answer(id, true);

    expect(asked).toEqual(['announce en', 'record start']);
  });

  test('is not recorded when they do not', async () => {
    const id = await asking();
    const { body } = await answer(id, false);

    expect(body.data.recording.state).toBe('off');
    expect((await agent.call(deviceResumeCallRecording, of(id))).body).toMatchObject({
      error: "The other party hasn't consented to recording.",
    });
    expect(asked).toEqual(['announce en']);
  });

  test('takes no answer that nobody asked for', async () => {
    const id = await active({ mode: 'consented' });

    expect((await answer(id, true)).status).toBe(409);
  });
});

describe('what a call is for, and how it is recorded then', () => {
  const ruleOf = async (id: number) =>
    (await it.sql('select purpose, echo, recording_mode, recording_asks from calls where id = $1', [id]))[0];
  /** A number in Florida. */
  const SERVICE = { purpose: 'service', echo: false, recording_mode: 'consented', recording_asks: true };

  test('to a colleague nothing is sold, on neither side, whatever was asked', async () => {
    const { body } = await it.start({ phone_number: NUMBERS.peer, purpose: 'marketing' });
    const { route } = await it.ledger.take(it.agentOf('agent'), { callId: body.data.id, sid: SID, gateway: 'g1' });
    const inbound = route.kind === 'agents' ? route.callId : 0;

    expect([await ruleOf(body.data.id), await ruleOf(inbound)]).toEqual([SERVICE, SERVICE]);
  });

  test('to an echo line, also of another agency, it is a test', async () => {
    const { accountId } = it.world.people.stranger;
    const echo = '+14155550198';
    await it.sql(`insert into phone_numbers (account_id, number, kind) values ($1, $2, 'echo')`, [accountId, echo]);
    const { body } = await it.start({ phone_number: echo, purpose: 'marketing' });
    await it.sql('delete from phone_numbers where number = $1', [echo]);

    expect(await ruleOf(body.data.id)).toMatchObject({ purpose: 'service', echo: true });
  });

  test('from outside something may be sold, and the state of who calls counts once they are known', async () => {
    await it.contact({ first_name: 'Rosalind', last_name: 'Okafor', state: 'CA', phone: OUTSIDE });
    const route = await it.ledger.receive({ sid: SID, from: OUTSIDE, to: NUMBERS.group });
    const id = route.kind === 'agents' ? route.callId : 0;
    const unknown = await ruleOf(id);
    await note(id, { kind: 'answered', agent: it.agentOf('agent') });

    const sales = { purpose: 'marketing', echo: false, recording_mode: 'locked' };
    expect([unknown, await ruleOf(id)]).toEqual([
      { ...sales, recording_asks: false },
      { ...sales, recording_asks: true },
    ]);
  });

  test('a linked contact brings the rule of its state, and never takes one away', async () => {
    const { call: made } = await it.dial(OUTSIDE);
    const link = (contactId: number) => agent.call(linkCall, { body: { call_id: made.id, contact_id: contactId } });
    await link(await it.contact({ first_name: 'Cal', last_name: 'One', state: 'CA' }));
    const known = await ruleOf(made.id);
    await link(await contact());

    expect([known, await ruleOf(made.id)]).toEqual([
      expect.objectContaining({ recording_mode: 'consented', recording_asks: true }),
      expect.objectContaining({ recording_mode: 'consented', recording_asks: true }),
    ]);
  });
});

describe('what was recorded', () => {
  const files = async (contactId: number) =>
    (await agent.call(listCallFiles, { params: { id: contactId }, query: {} })).body.data;

  test('is a file of the contact, kept as long as the rule says, with its waveform', async () => {
    const contactId = await contact();
    const id = await active({ contactId });
    await keep(id);
    const [file] = await files(contactId);
    const place = { params: { id: contactId, fileId: file?.id ?? 0 } };

    expect(file).toMatchObject({
      kind: 'call',
      name: expect.stringMatching(/^Call \d\d-\d\d-\d{4} \d\d\.\d\d\.wav$/),
      description: 'Outgoing call to 1-512-555-0142, 6:42',
      type: 'wav',
      state: 'ready',
      kept: expect.stringMatching(
        /^The recording is kept until .+ kept for 6 years \(42 CFR 422\.2274, 91 FR 17384\)\.$/,
      ),
    });
    expect((await agent.call(readWaveform, place)).body).toEqual({
      data: {
        seconds: 402.4,
        channels: [
          [0, 1],
          [0.2, 0],
        ],
      },
    });
    expect((await agent.call(previewFile, place)).body.data.kind).toBe('audio');
    expect(await recordingOf(id)).toBe('kept');
  });

  test('cannot be deleted before its last day, with the rule', async () => {
    const contactId = await contact();
    await keep(await active({ contactId }));
    const [file] = await files(contactId);
    const place = { params: { id: contactId, fileId: file?.id ?? 0 } };

    expect(await agent.call(deleteFile, place)).toMatchObject({ status: 409, body: { error: file?.kept } });
    await it.sql(`update call_recordings set keep_until = clock_now()::date - 1`);
    expect((await agent.call(deleteFile, place)).status).toBe(204);
  });

  test("cannot be deleted on its last day by the agent's calendar, when UTC has passed it", async () => {
    const contactId = await contact();
    await keep(await active({ contactId }));
    const [file] = await files(contactId);
    const place = { params: { id: contactId, fileId: file?.id ?? 0 } };
    const { day, untilEvening, untilMorning } = easternEvening(it.deps.now());
    await it.sql('update call_recordings set keep_until = $1', [day]);

    it.advance(untilEvening);
    const evening = await (await it.signIn('agent')).call(deleteFile, place);
    it.advance(untilMorning - untilEvening);
    const morning = await (await it.signIn('agent')).call(deleteFile, place);
    it.advance(-untilMorning);

    expect([evening.status, morning.status]).toEqual([409, 204]);
  });

  test('counts once, however often it is kept', async () => {
    const contactId = await contact();
    const id = await active({ contactId });
    await keep(id);
    await keep(id);

    expect((await files(contactId)).length).toBe(1);
  });

  test('of nobody known waits for its contact, and nobody takes its bytes away', async () => {
    const id = await active();
    await keep(id);
    it.advance(48 * 3_600_000);
    await removeNameless(it.deps);
    const contactId = await contact();
    await withAccount(it.deps.pool, it.agentOf('agent'), async (tx) =>
      linkRecordings(tx, await changeCall(tx, id, { contact_id: contactId }), it.deps.now()),
    );
    it.advance(-48 * 3_600_000);
    const [file] = await files(contactId);

    const bytes = await it.deps.storage.open(`rec-${SID}-1`);
    expect([file?.bytes, (await bytes.toArray()).reduce((sum: number, part: Buffer) => sum + part.length, 0)]).toEqual([
      16_058, 16_058,
    ]);
  });

  test('is in a backup once', async () => {
    await keep(await active({ contactId: await contact() }));
    await it.sql(`update calls set status = 'ended'`);
    await keep(await active(), `rec-${SID}-2`);

    expect((await readFileKeys(it.owner)).toSorted()).toEqual([`rec-${SID}-1`, `rec-${SID}-2`]);
  });

  test('goes with its call to another contact', async () => {
    const [from, to] = [await contact(), await contact()];
    const callId = await active({ contactId: from });
    await keep(callId);
    await withAccount(it.deps.pool, it.agentOf('agent'), async (tx) =>
      linkRecordings(tx, await changeCall(tx, callId, { contact_id: to }), it.deps.now()),
    );

    expect([(await files(from)).length, (await files(to)).length]).toEqual([0, 1]);
  });
});
