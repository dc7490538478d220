/** Answers that a submitted signup needs. */
interface Answers {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string;
  readonly npn: string;
  readonly resident_state: string;
  readonly licensed_states: readonly string[];
  readonly lines: readonly string[];
}

const NEEDED: Readonly<Record<keyof Answers, string>> = {
  first_name: 'Enter your first name.',
  last_name: 'Enter your last name.',
  email: 'Enter your e-mail address.',
  phone: 'Enter your phone number.',
  npn: 'Enter your NPN.',
  resident_state: 'Enter your resident state.',
  licensed_states: 'Enter the states you are licensed in.',
  lines: 'Choose at least one line of business.',
};

/** What a signup still needs before it is submitted: a sentence by field. */
export function unanswered(answers: Answers): Readonly<Record<string, string>> {
  const { resident_state: home, licensed_states: states } = answers;
  const isElsewhere = home !== '' && states.length > 0 && !states.includes(home);
  return {
    ...Object.fromEntries(Object.entries(NEEDED).filter(([name]) => answers[name as keyof Answers].length === 0)),
    ...(isElsewhere && { licensed_states: `Include your resident state, ${home}.` }),
  };
}
