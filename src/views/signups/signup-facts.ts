import type { Signup } from '#contract/signups.contract.ts';
import { LINE_WORDS } from '#rules/signups/words.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import type { Fact } from '../_kit/display/Facts.tsx';
import { formatDate } from '../_kit/format/format-when.ts';

/** Answered fields of a signup, one a line. */
export function factsOf(signup: Signup, zone: string): Fact[] {
  const { eo_carrier: carrier, eo_policy_number: policy, eo_expires_on: expires } = signup;
  const facts: readonly (readonly [string, string])[] = [
    ['Name', `${signup.first_name} ${signup.last_name}`.trim()],
    ['E-mail', signup.email],
    ['Phone', signup.phone === '' ? '' : formatPhone(signup.phone)],
    ['Address', [signup.address, signup.city, `${signup.state} ${signup.zip_code}`.trim()].filter(Boolean).join(', ')],
    ['NPN', signup.npn],
    ['Resident state', signup.resident_state],
    ['Licensed states', signup.licensed_states.join(', ')],
    ['Lines of business', signup.lines.map((one) => LINE_WORDS[one]).join(', ')],
    ['AHIP certification', signup.ahip_year === null ? '' : `Plan year ${signup.ahip_year}`],
    [
      'E&O insurance',
      [carrier, policy, expires === null ? '' : `expires ${formatPlainDate(expires)}`].filter(Boolean).join(', '),
    ],
    ['Carriers', signup.carriers.join(', ')],
    ['Upline', signup.upline],
    ['Heard from', signup.heard_from],
    ['Submitted', signup.submitted_at === null ? '' : formatDate(signup.submitted_at, zone)],
    ['Last change', formatDate(signup.updated_at, zone)],
  ];
  return facts.flatMap(([label, value]) => (value === '' ? [] : [{ label, value }]));
}
