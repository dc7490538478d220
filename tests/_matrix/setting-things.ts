import { KNOWN_SETTINGS } from '../../server/features/settings/known-settings.ts';
import { canaryOf } from './canaries.ts';
import type { Question, Verdict } from './kinds.ts';
import type { Actor, MatrixWorld, Relation } from './matrix-world.ts';
import { personOf, type Thing, UNKNOWN } from './things.ts';

let made = 0;

/** An earlier notice of an account, which all its users see once it is restored. */
async function settingChange(world: MatrixWorld, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = personOf(actor, relation);
  const id = await world.one(
    `insert into setting_changes (account_id, setting, version, value, is_current, changed_by, changed_at)
     values ($1, 'notice', $2, to_jsonb($3::text), false, $4, now())`,
    [owner.accountId, -(made += 1), `${canaryOf(owner.tenant, 'shared')} ${made}`, owner.id],
  );
  return { id, row: { table: 'setting_changes', id } };
}

const relations: readonly Relation[] = ['own', 'otherAccount', 'unknown'];
const verdict = ({ relation }: Question): Verdict => (relation === 'own' ? 'open' : 'absent');

/** The setting of the notice, which has the same id in every account. */
const notice = (_world: MatrixWorld, _actor: Actor, relation: Relation): Promise<Thing> =>
  Promise.resolve(relation === 'unknown' ? UNKNOWN : { id: KNOWN_SETTINGS.notice.id, row: null });

export const SETTING_KINDS = {
  setting: { relations: ['own', 'unknown'], verdict, make: notice },
  settingChange: { relations, verdict, make: settingChange },
} as const;
