import { saysHowToStop } from '../messages/lint-template.ts';

/** Added to every text that doesn't say how to stop. Source: CTIA messaging principles, 5.1.3. */
export const OPT_OUT_LINE = 'Reply STOP to opt out.';

/** A text as it is sent: with the opt-out line, which can't be taken out. Empty stays empty. */
export const withOptOutLine = (body: string): string =>
  body.trim() === '' || saysHowToStop(body) ? body.trim() : `${body.trim()} ${OPT_OUT_LINE}`;
