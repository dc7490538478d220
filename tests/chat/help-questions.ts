/** A question as an agent asks it, and the help page that answers it. */
export interface HelpQuestion {
  readonly asks: string;
  readonly page: string;
  /** Its anchor; `null`: the page may answer anywhere. */
  readonly section: string | null;
}

type Asked = string | readonly [asks: string, section: string];

const of = (page: string, ...asked: readonly Asked[]): HelpQuestion[] =>
  asked.map((one) => {
    const [asks, section = null] = typeof one === 'string' ? [one] : one;
    return { asks, page, section };
  });

/** Written before the index was tuned; it is tuned by them as a whole, never for one of them. */
export const HELP_QUESTIONS: readonly HelpQuestion[] = [
  ...of(
    'sign-in',
    ['I forgot my password', 'you-forgot-your-password'],
    ['how do I log out', 'sign-out'],
    ['what browser can i stay signed in on, where am i logged in', 'see-where-you-are-signed-in'],
  ),
  ...of(
    'your-profile',
    ['change my password', 'change-your-password'],
    ['set my time zone', 'set-your-time-zone'],
    ['where do i get an api key', 'api-keys'],
  ),
  ...of(
    'second-step',
    ['lost my phone and cant get the code', 'you-lost-your-phone'],
    ['turn on 2 factor', 'turn-two-factor-on'],
    ['what are recovery codes for', 'what-recovery-codes-are-for'],
  ),
  ...of(
    'the-screen',
    ['is there a dark mode', 'dark-mode-text-size-and-color'],
    ['keyboard shortcuts', 'keyboard-shortcuts'],
    ['make the text bigger', 'dark-mode-text-size-and-color'],
  ),
  ...of(
    'contact-list',
    ['how do i add a new contact', 'add-a-contact'],
    ['find somebody by phone number', 'find-somebody'],
    ['show more columns in the list', 'choose-columns'],
  ),
  ...of(
    'filters',
    ['how can i save a search', 'save-a-view'],
    ['show only people in Ohio', 'add-a-filter'],
    ['share a view with my team', 'share-a-view'],
  ),
  ...of(
    'contact-page',
    ['link husband and wife', 'link-husband-and-wife'],
    ['two people changed the same field what now', 'two-people-changed-the-same-field'],
    ['how do I edit an address', 'edit-a-field'],
  ),
  ...of(
    'notes',
    ['what does pinned mean', 'what-pinned-means'],
    ['write a note', 'write-a-note'],
    'where do i see everything that happened with a client',
  ),
  ...of(
    'follow-ups',
    ['remind me to call someone next week', 'set-a-follow-up'],
    ['where are my birthdays', 'birthdays'],
  ),
  ...of(
    'files',
    ['upload a pdf to a client', 'upload-a-file-to-a-contact'],
    ['how do i attach a scan of the application', 'upload-a-file-to-a-contact'],
  ),
  ...of(
    'policies',
    'where do i put her medicare number',
    ['add a policy', 'add-a-policy'],
    ['list of medications', 'prescriptions'],
  ),
  ...of(
    'duplicates',
    'how do i get rid of doubles',
    ['merge two contacts', 'merge-contacts'],
    ['i merged the wrong people, can i split them again', 'take-a-merge-apart'],
  ),
  ...of('tags-and-lists', ['rename a tag', 'rename-or-recolor-a-tag'], ['add my own status', 'add-your-own-status']),
  ...of(
    'bulk-changes',
    'tag 200 people at once',
    ['undo a bulk change', 'undo-a-change'],
    ['select everyone in the list', 'select-people'],
  ),
  ...of(
    'deleted-contacts',
    ['i deleted somebody by mistake', 'get-a-contact-back'],
    ['get a contact back from the trash', 'get-a-contact-back'],
  ),
  ...of(
    'imports',
    ['where did my import go', 'where-an-import-is'],
    ['how do i upload my excel list of leads', 'import-step-by-step'],
    ['pause an import', 'pause-or-cancel-an-import'],
  ),
  ...of(
    'problem-rows',
    ['why were some rows skipped', 'why-rows-were-skipped'],
    ['fix the bad rows of my file', 'fix-problem-rows'],
  ),
  ...of('undo-an-import', ['i imported the wrong file', 'undo-it'], ['how do i undo an import', 'undo-it']),
  ...of(
    'exports',
    ['download my contacts to a spreadsheet', 'download-your-contacts'],
    ['who took a csv of our data', 'who-took-which-file'],
  ),
  ...of(
    'letters-and-labels',
    ['print address labels', 'print-address-labels'],
    ['send a letter to all my clients', 'send-a-letter-to-many'],
  ),
  ...of(
    'transfers',
    ['can i take back a transfer', 'take-a-transfer-back'],
    ['give my leads to another agent', 'give-contacts-to-somebody'],
    ['reassign 50 contacts', 'give-contacts-to-somebody'],
  ),
  ...of('pools', ['what is a pool', 'what-a-pool-is']),
  ...of(
    'phone',
    ['my microphone does not work', 'the-microphone-does-not-work'],
    ['how do i answer a call', 'answer-a-call'],
    ['i ran out of minutes', 'you-ran-out-of-minutes'],
  ),
  ...of(
    'calls',
    ['where can i listen to a recording', 'listen-to-a-recording'],
    ['do i have to tell them i am recording', 'do-they-have-to-know-that-they-are-recorded'],
    ['see calls i missed', 'see-calls-you-missed'],
  ),
  ...of(
    'e-mail',
    ['send an email to a client', 'send-an-e-mail-to-a-contact'],
    ['why was my mail not delivered', 'why-mail-was-not-delivered'],
  ),
  ...of(
    'consent',
    ['why cant i call this lady', 'why-you-cannot-call'],
    ['put somebody on the do not call list', 'put-somebody-on-the-do-not-call-list'],
    ['what hours may i call', 'what-hours-you-may-call'],
  ),
  ...of(
    'acting',
    ['log in as one of my agents', 'log-in-as-one-of-your-people'],
    ['how do i stop impersonating', 'stop-acting'],
  ),
  ...of(
    'people',
    ['add a new agent to my team', 'add-a-person-to-your-team'],
    ['what can a manager see', 'what-each-role-sees'],
  ),
  ...of(
    'features-and-rules',
    ['turn a feature off for everybody', 'switch-a-feature-for-everybody'],
    ['change the calling hours rule', 'change-a-calling-hours-rule'],
  ),
  ...of(
    'billing',
    ['update my credit card', 'change-your-credit-card'],
    ['cancel my membership', 'cancel-your-membership'],
  ),
  ...of(
    'max',
    ['what can you do', 'what-you-can-ask-for'],
    ['how does max search for people', 'how-max-reads-a-sentence'],
  ),
  ...of(
    'max-and-facts',
    ['are the quotes real', 'are-the-quotes-real'],
    ['does max see my private data', 'what-max-may-see'],
  ),
];

/**
 * Others, written after the pages and before the words of their sections, and counted only: none of them was looked at
 * by itself while the index was tuned.
 */
export const HELD_OUT_QUESTIONS: readonly HelpQuestion[] = [
  ...of('sign-in', 'how long until it kicks me off', ['i cant remember my login', 'you-forgot-your-password']),
  ...of(
    'your-profile',
    ['times are wrong by an hour', 'set-your-time-zone'],
    ['change the email i sign in with', 'change-your-name-phone-or-e-mail'],
  ),
  ...of('second-step', ['got a new phone how do i move my authenticator', 'you-lost-your-phone']),
  ...of(
    'the-screen',
    ['letters are too small for me', 'dark-mode-text-size-and-color'],
    'what does the lock in the menu mean',
  ),
  ...of('contact-list', ['look somebody up', 'find-somebody'], ['order the list by city', 'sort-the-list']),
  ...of(
    'filters',
    ['people i have not talked to since june', 'add-a-filter'],
    ['keep this list for later', 'save-a-view'],
  ),
  ...of(
    'contact-page',
    ['who lives in the same house', 'the-household'],
    ['how do i make a lead mine', 'take-over-a-contact'],
  ),
  ...of(
    'notes',
    ['i lost the note i was typing', 'write-a-note'],
    ['write down that we met', 'write-down-a-call-a-text-or-a-meeting'],
  ),
  ...of('follow-ups', ['who turns 65 soon', 'turning-65'], 'move a callback to tomorrow'),
  ...of(
    'files',
    ['how big can a file be', 'upload-a-file-to-a-contact'],
    ['add documents for lots of people at once', 'files-for-many-contacts-at-once'],
  ),
  ...of(
    'policies',
    ['record her prescriptions', 'prescriptions'],
    ['who looked at the social security number', 'medicare-number-social-security-and-bank-numbers'],
  ),
  ...of(
    'duplicates',
    ['same guy is in here twice', 'find-duplicates'],
    ['they say its a duplicate but its the father and the son', 'find-duplicates'],
  ),
  ...of('tags-and-lists', ['make a new group for a seminar', 'change-the-lists']),
  ...of(
    'bulk-changes',
    ['move everybody in ohio to another status', 'tag-move-or-delete-them'],
    ['who did the mass change skip', 'who-was-left-alone'],
  ),
  ...of('deleted-contacts', ['a client disappeared', 'somebody-is-missing-and-not-deleted']),
  ...of(
    'imports',
    ['my columns have strange names, will it still load', 'import-step-by-step'],
    ['how many rows can i bring in', 'import-step-by-step'],
  ),
  ...of('problem-rows', ['phone number could not be read in my file', 'why-rows-are-problems']),
  ...of('undo-an-import', 'until when can an import be rolled back'),
  ...of('exports', ['excel file of everyone in texas', 'download-your-contacts']),
  ...of('letters-and-labels', ['avery stickers', 'print-address-labels']),
  ...of('transfers', 'one of my agents quit, what about his clients', 'new owner sees the follow ups?'),
  ...of('pools', ['share leads between two of us', 'make-a-pool']),
  ...of('phone', ['people cannot hear me', 'the-microphone-does-not-work'], ['put a caller on hold', 'during-a-call']),
  ...of(
    'calls',
    ['how long are recordings kept', 'listen-to-a-recording'],
    ['stop recording for a credit card', 'pause-a-recording'],
  ),
  ...of(
    'e-mail',
    ['is this address any good', 'check-an-e-mail-address'],
    ['cc my assistant on an email', 'send-an-e-mail-to-a-contact'],
  ),
  ...of('consent', 'she told me never to phone again', ['too late to call california?', 'what-hours-you-may-call']),
  ...of('acting', ['see the app like my agent sees it', 'log-in-as-one-of-your-people']),
  ...of(
    'people',
    ['block the account of someone who left', 'when-somebody-leaves'],
    ['who is online right now', 'watch-what-runs'],
  ),
  ...of('features-and-rules', ['why is the phone missing for me', 'why-a-feature-is-not-there']),
  ...of('billing', ['where are my invoices', 'what-was-charged'], ['my payment bounced', 'a-payment-failed']),
  ...of('max', ['does max change anything on its own', 'what-max-does-by-itself']),
  ...of('max-and-facts', ['where does max get the answer from', 'where-an-answer-comes-from']),
];

/** A word or two, as people type them into a search box. */
export const SHORT_QUESTIONS: readonly HelpQuestion[] = [
  ...of('imports', ['how do i import a file', 'import-step-by-step'], ['import', 'import-step-by-step']),
  ...of('deleted-contacts', ['delete', 'delete-a-contact'], ['delete a contact', 'delete-a-contact']),
  ...of('exports', ['export', 'download-your-contacts'], ['how do i export contacts', 'download-your-contacts']),
  ...of('letters-and-labels', ['print labels', 'print-address-labels']),
  ...of('consent', 'consent'),
  ...of('billing', 'billing'),
  ...of(
    'transfers',
    ['transfer contacts', 'give-contacts-to-somebody'],
    ['how do i transfer a contact', 'give-contacts-to-somebody'],
  ),
  ...of('tags-and-lists', 'tags', ['tag a contact', 'tag-a-contact']),
  ...of('pools', 'pools'),
  ...of('people', ['add a user', 'add-a-person-to-your-team'], ['roles', 'what-each-role-sees']),
  ...of('duplicates', ['merge', 'merge-contacts'], 'duplicates'),
  ...of('notes', 'notes', ['add a note', 'write-a-note']),
  ...of('filters', ['filters', 'add-a-filter']),
  ...of('phone', ['make a call', 'call-somebody']),
  ...of('calls', 'calls', 'recording'),
  ...of('second-step', ['two factor', 'turn-two-factor-on']),
  ...of('files', ['upload a file', 'upload-a-file-to-a-contact'], 'files'),
  ...of('e-mail', ['email', 'send-an-e-mail-to-a-contact']),
  ...of('features-and-rules', 'rules', 'features'),
  ...of('the-screen', 'keyboard', ['undo', 'undo']),
  ...of('policies', 'policies'),
  ...of('max-and-facts', 'quotes'),
  ...of('max', 'max'),
  ...of('follow-ups', 'birthdays', ['follow up', 'set-a-follow-up']),
  ...of('contact-list', 'search'),
  ...of('bulk-changes', ['bulk delete', 'tag-move-or-delete-them']),
  ...of('acting', 'act for somebody'),
  ...of('your-profile', 'my profile'),
  ...of('sign-in', ['sign in', 'sign-in'], 'password'),
  ...of('contact-page', ['edit a contact', 'edit-a-field'], 'household'),
  ...of('problem-rows', ['skipped rows', 'why-rows-were-skipped']),
];

/**
 * Questions whose words occur in sections on something else, or the opposite: they get the right section, or a
 * question.
 */
export const NEAR_MISSES: readonly HelpQuestion[] = [
  ...of(
    'duplicates',
    ['how do I merge duplicates', 'merge-contacts'],
    ['split a merged contact', 'take-a-merge-apart'],
  ),
  ...of('consent', ['how do I record consent', 'write-down-consent']),
  ...of('people', ['how do I give an agent access', 'add-a-person-to-your-team']),
  ...of('phone', ['how do I call someone', 'call-somebody']),
  ...of('webhooks', ['how do I set up a webhook', 'add-an-endpoint']),
  ...of('pools', ['set up a pool', 'make-a-pool']),
  ...of('transfers', ['transfer contacts', 'give-contacts-to-somebody'], ['undo a transfer', 'take-a-transfer-back']),
  ...of('exports', ['export my contacts', 'download-your-contacts'], ['why cant i export', 'you-cannot-export']),
  ...of('filters', ['filter the list', 'add-a-filter'], ['remove a filter', 'take-a-filter-away']),
];

/** Features that the app lacks, in words that the help uses for something else. */
export const UNANSWERED: readonly string[] = ['how do I text a client', 'fax a document', 'how do I set up voicemail'];
