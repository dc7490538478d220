import { type Signup, SIGNUP_LINES, SignupChange, signups } from '#contract/signups.contract.ts';
import { planYearOn } from '#rules/signups/medicare.ts';
import { LINE_WORDS } from '#rules/signups/words.ts';
import { dayIn } from '#rules/time/days.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { formWrite } from '../_resource/form-write.ts';
import { RecordDialog } from '../_resource/RecordDialog.tsx';
import type { RecordParts } from '../_resource/record-parts.tsx';

interface SignupDialogProps {
  /** `null`: not begun. */
  signup: Signup | null;
  onClose: () => void;
}

type Parts = RecordParts<SignupChange>;

const SHOWN = [signups.fetch, signups.medicare, signups.list, signups.read];
/** Years that a certification can be for, besides the one whose plans are sold. */
const EARLIER = 1;

/** The enrollment form of the current user, saved as a draft until they submit it. */
export function SignupDialog({ signup, onClose }: SignupDialogProps) {
  const { user, toasts } = useApp();
  const year = planYearOn(dayIn(IANA_ZONES[user.timezone], useNow()));
  const isSubmitted = signup?.status === 'submitted';
  const { first_name, last_name, email, phone } = user;
  return (
    <RecordDialog
      title="Signup"
      schema={SignupChange}
      values={signup ?? { first_name, last_name, email, phone, licensed_states: [], lines: [], carriers: [] }}
      write={formWrite(signups.save, SHOWN, (body: SignupChange) => ({ body }))}
      saveLabel="Save"
      onDone={(reply) => {
        const { status } = (reply as { data: Signup }).data;
        toasts.show({
          tone: 'good',
          text: status === 'draft' ? 'Draft saved' : isSubmitted ? 'Signup saved' : 'Signup submitted',
        });
        onClose();
      }}
      onClose={onClose}
      fields={(parts) => (
        <>
          {person(parts)}
          {license(parts, yearsFrom(year, signup?.ahip_year ?? null))}
          {agency(parts)}
          {isSubmitted ? null : (
            <div className="whole stack">
              {parts.check('submit', 'My answers are complete and correct. Submit them to my agency.')}
              <p className="soft">Without it, they're saved as a draft.</p>
            </div>
          )}
        </>
      )}
    />
  );
}

/** The plan year, the one before, and the stored one. */
const yearsFrom = (year: number, stored: number | null) =>
  [...new Set([year, year - EARLIER, ...(stored === null ? [] : [stored])])]
    .toSorted((a, b) => b - a)
    .map((id) => ({ id, name: String(id) }));

const person = ({ text, state }: Parts) => (
  <>
    {text('first_name', 'First name', { maxLength: 100 })}
    {text('last_name', 'Last name', { maxLength: 100 })}
    {text('email', 'E-mail', { type: 'email', maxLength: 160 })}
    {text('phone', 'Phone', { type: 'tel', maxLength: 40 })}
    {text('address', 'Address', { maxLength: 200 })}
    {text('city', 'City', { maxLength: 80 })}
    {state('state', 'State')}
    {text('zip_code', 'ZIP code', { maxLength: 10, inputMode: 'numeric' })}
  </>
);

const license = ({ text, list, pick, live }: Parts, years: readonly { id: number; name: string }[]) => (
  <>
    {text('npn', 'NPN', { maxLength: 10, inputMode: 'numeric', hint: 'Your national producer number.' })}
    {text('resident_state', 'Resident state', { maxLength: 40, placeholder: 'TX' })}
    {list('licensed_states', 'Licensed states', 'Separate with commas. Include your resident state.')}
    {live(({ lines = [] }, write) => (
      <fieldset className="whole record-checks">
        <legend className="field-label">Lines of business</legend>
        {SIGNUP_LINES.map((one) => (
          <Checkbox
            key={one}
            checked={lines.includes(one)}
            onCheckedChange={(isChosen) =>
              write('lines', isChosen ? [...lines, one] : lines.filter((other) => other !== one))
            }
          >
            {LINE_WORDS[one]}
          </Checkbox>
        ))}
      </fieldset>
    ))}
    {pick('ahip_year', 'AHIP certification for plan year', years, 'Not certified')}
  </>
);

const agency = ({ text, date, list }: Parts) => (
  <>
    {list('carriers', 'Carriers', 'Who has appointed you. Separate with commas.')}
    {text('eo_carrier', 'E&O carrier', { maxLength: 120, hint: 'Errors and omissions insurance.' })}
    {text('eo_policy_number', 'E&O policy number', { maxLength: 60 })}
    {date('eo_expires_on', 'E&O expires')}
    {text('upline', 'Upline', { maxLength: 160, hint: 'Who recruited you, by name or NPN.' })}
    {text('heard_from', 'How did you hear about us?', { maxLength: 200 })}
  </>
);
