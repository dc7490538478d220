import { campaignTriggers } from '#contract/campaign-triggers.contract.ts';
import { recordConsent } from '#contract/compliance.contract.ts';
import { enrollDated } from '../../server/features/sequences/enroll-dated.ts';
import { takeDueSteps } from '../../server/features/sequences/sequences.jobs.ts';
import { openTextDesk, type TextDesk } from '../messages/text-desk.ts';

export const DAY = 24 * 3_600_000;

interface EnrollmentOf {
  readonly id: number;
  readonly contact_id: number;
  readonly trigger_id: number;
  readonly occasion: string;
  readonly status: string;
  readonly step: number;
  readonly due_at: Date | null;
  readonly reason: string;
  readonly note: string;
}

export interface SequenceDesk extends TextDesk {
  /** A text trigger that is enabled, approved and starts on its occasion. */
  trigger(fields?: Readonly<Record<string, unknown>>): Promise<number>;
  change(id: number, fields: Readonly<Record<string, unknown>>): Promise<void>;
  /** A contact who agreed to automated texts and e-mail. */
  willing(fields?: Readonly<Record<string, unknown>>): Promise<number>;
  consent(id: number, kind: 'given' | 'withdrawn', channel?: 'text' | 'mail' | 'any'): Promise<void>;
  /** Looks for days, and takes what is due. */
  run(): Promise<void>;
  enrollments(): Promise<EnrollmentOf[]>;
  /** Bodies of texts in their order. */
  bodies(): Promise<string[]>;
  logs(): Promise<{ step: string; status: string; message: string }[]>;
}

let named = 0;

export async function openSequenceDesk(): Promise<SequenceDesk> {
  const it = await openTextDesk();
  const consent: SequenceDesk['consent'] = async (id, kind, channel = 'any') => {
    const body = { channel, kind, purpose: 'any', evidence: 'Signed the form.', source: 'form' } as const;
    await it.admin.call(recordConsent, { params: { id }, body });
  };
  return {
    ...it,
    consent,
    trigger: async (fields = {}) => {
      const body = {
        name: `Trigger ${(named += 1)}`,
        trigger_type: 'sms',
        trigger: 'manual',
        body: 'Hi {{ first_name }}. Reply STOP to opt out.',
        enabled: true,
        compliant: true,
        auto_trigger: true,
        ...fields,
      } as never;
      const { status, body: made } = await it.admin.call(campaignTriggers.create, { body });
      if (status !== 200) throw new Error(JSON.stringify(made));
      return made.data.id;
    },
    change: async (id, fields) => {
      const { status, body } = await it.admin.call(campaignTriggers.update, { params: { id }, body: fields as never });
      if (status !== 200) throw new Error(JSON.stringify(body));
    },
    willing: async (fields = {}) => {
      const id = await it.contact(fields);
      await consent(id, 'given');
      return id;
    },
    run: async () => {
      await enrollDated(it.deps);
      await takeDueSteps(it.deps);
    },
    enrollments: () =>
      it.sql<EnrollmentOf>(
        `select id, contact_id, trigger_id, occasion, status, step, due_at, reason, note from sequence_enrollments order by id`,
      ),
    bodies: async () =>
      (await it.sql<{ body: string }>(`select body from text_messages where direction = 'out' order by id`)).map(
        ({ body }) => body,
      ),
    logs: () =>
      it.sql<{ step: string; status: string; message: string }>(
        'select step, status, message from workflow_logs order by id',
      ),
    clear: async () => {
      await it.clear();
      await it.sql('delete from workflow_logs');
      await it.sql('delete from campaign_triggers');
    },
  };
}
