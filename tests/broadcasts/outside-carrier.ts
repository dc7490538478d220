import type { Pool } from '../../server/db/pool.ts';
import type { TakenText, TextLine } from '../../server/adapters/texts/text-line.ts';

/** What a carrier outside has: it commits on its own, and knows what had committed when it took a text. */
export const OUTSIDE_TABLE = `create table carrier_taken (
  id bigint generated always as identity primary key, text_id bigint not null, number text not null, late boolean not null
)`;

const answer = (textId: number): TakenText => ({ sid: `SM${textId}`, status: 'sent', code: null, reason: '' });

/** A carrier that keeps what it took in a table, past the transaction of the text. */
export const outsideCarrier = (outside: Pool): TextLine => ({
  name: 'twilio',
  settlesMs: 0,
  answers: () => false,
  send: async (_tx, { id, to }) => {
    await outside.query(
      `insert into carrier_taken (text_id, number, late)
       select $1, $2, coalesce((select kind = 'withdrawn' from number_consents where number = $2 order by id desc limit 1), false)
         and not exists (select from text_messages where id = $1 and automatic is not null)`,
      [id, to],
    );
    return answer(id);
  },
  find: async (_tx, { id }) => {
    const { rowCount } = await outside.query('select from carrier_taken where text_id = $1', [id]);
    return (rowCount ?? 0) > 0 ? answer(id) : null;
  },
});
