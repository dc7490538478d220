import type { LineType } from '#contract/verifications.contract.ts';
import type { TwilioAccess } from '../../config/services.ts';
import { type LineFound, type LineLookup, LookupPostponed, LookupRefused } from './line-lookup.ts';
import { askLookups, TwilioRefusal } from '../twilio-rest.ts';

/** Milliseconds until a silent Twilio counts as away. Ours. */
const WITHIN_MS = 8_000;

/** Twilio's types of lines. Source: Lookup v2, "Line Type Intelligence". */
const TYPES: Readonly<Record<string, LineType>> = {
  mobile: 'mobile',
  landline: 'landline',
  fixedVoip: 'voip',
  nonFixedVoip: 'voip',
  tollFree: 'toll_free',
};

/** The number is unprovisioned or out of coverage. Source: Twilio's list of errors. */
const OUT_OF_COVERAGE = 60_600;
/** No such number, for Twilio. */
const NOT_FOUND = 20_404;
/** A parameter is invalid: the number, since the others are ours. */
const INVALID_PARAMETER = 60_200;

interface Looked {
  readonly valid: boolean;
  readonly line_type_intelligence?: {
    readonly type?: string | null;
    readonly carrier_name?: string | null;
    readonly error_code?: number | null;
  } | null;
}

/** Twilio's Lookup v2. */
export const twilioLineLookup = (access: TwilioAccess): LineLookup => ({
  name: 'twilio',
  isOpen: true,
  lookUp: async (number) => {
    try {
      const path = `v2/PhoneNumbers/${encodeURIComponent(number)}?Fields=line_type_intelligence`;
      const response = await askLookups(access, { what: 'a look-up', path, withinMs: WITHIN_MS });
      return foundOf((await response.json()) as Looked);
    } catch (error) {
      if (error instanceof TwilioRefusal) return refused(error);
      throw new LookupPostponed("Twilio didn't answer a look-up.", { cause: error });
    }
  },
});

function foundOf({ valid, line_type_intelligence: line }: Looked): LineFound {
  if (!valid) return { lineType: 'invalid', carrier: '' };
  const code = line?.error_code ?? null;
  const carrier = line?.carrier_name ?? '';
  if (code === OUT_OF_COVERAGE) return { lineType: 'unreachable', carrier };
  return { lineType: TYPES[line?.type ?? ''] ?? 'unknown', carrier };
}

function refused(error: TwilioRefusal): LineFound {
  if (error.code === NOT_FOUND) return { lineType: 'invalid', carrier: '' };
  if (error.code === INVALID_PARAMETER) {
    throw new LookupRefused('Twilio can’t read this number.', { cause: error });
  }
  throw new LookupPostponed(`Twilio answers no look-ups at the moment: ${error.message}`, { cause: error });
}
