/** Filler words. They select no contacts and can be skipped. */

const listed = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** General nouns: `people`, `contacts`, `folks`. */
export const PEOPLE_WORDS = listed(`
  people person persons peoples contacts contact folks folk everybody everyone everybodys anybody anyone somebody someone
  individuals guy everything crowd bunch ones one records names entries all every each any todos todas gente personas contactos members member ppl
  peeps whoever`);

/** Request verbs. */
export const ASKING_WORDS = listed(`
  show showing shown me give gimme get find finding pull pulling up display list lists look looking lookup search searching see
  need want wanna want to bring run fetch grab filter tell let lets view open go ok okay so um uh uhm er hey hi hello please pls
  plz thanks thank you kindly can could would you i id im ill we us our ours do does did have has had having got is are was were be been being
  am theres there what whats which who whos whom whose where wheres how many much now right currently again really real quick quickly
  just only also still yet already like maybe actually basically well then thats this that those these them they their theyre
  hes shes he she him her his hers it its the a an and or but if as my mine max system crm database file book records somewhere
  sitting total exactly dame buscame busqueme busqueme muestrame muéstrame muestra busca buscar busque enseñame ensename quiero necesito por favor los las
  el la un una mis mi que tengo tiene tienen estan esta están con todos de del al a y o para quienes quien ponme lista nuestra
  nuestros tell sure think thinking trying try working could gotta wondering wonder us anything any thing things
  marked listed living live both too alright kind sort given make made take put using use theyve weve ive youve thatve
  somehow whichever it thing`);

/**
 * Small connecting words. Next to unknown words they belong to the question. Words with a meaning of their own, such as
 * `near`, `under` or `since`, are excluded: unclaimed, they are asked about.
 */
export const TIES = listed(`
  in on at of for to from with by about up out off into than via per through toward towards upon onto back down away en`);

/** A phrase that is passed over whole. */
export const FILLER_PHRASES: readonly (readonly string[])[] = `
every single one|every single|my entire book|entire book|my whole book|whole book|full book|whole list|entire list|entire database|whole database
im driving|im in the car|im on the road|in a hurry|im in a meeting
anywhere from|good morning|good afternoon|good evening|uh yeah|no filters|no filter|book of business|of business|whole book of business|my whole book of business|to build|trying to build
in the system|my book of business|book of business|my whole book|in our system|in my system|in the database|in the crm|in my book|in our book|on file|real quick|right now|at the moment
a call list|my call list|for me|for us|do we have|do i have|do you have|who do i have|who do we have|who all|a list of|the list of|list of|lists of|look up|look for|pull up
search for|looking for|at all|by the way|as of now|as well|so far|at this point|in there|out there|a call with|one of my|one of our
one of mine|some of my|all of my|all my|all the|all of the|all our|all of our|every one of|each of|any of my|out of my|from my list|on my list|in my list|on my books
in my contacts|in our contacts|from my contacts|he is|she is|they are|who is that|who that is|of mine|of ours|the number for|number for|phone number for|the phone number for|contact info for|info on|info for|details for|details on|the file on|the record for|the record of|the card for|card for|email for|address for|got for|i want to see
i need to see|i would like|id like|in my pipeline|in the pipeline|in my account|on the books|kind of|sort of|let me see|i have|we have|i got|we got
can you|could you|would you|will you|go ahead and|how many|number of|count of|de mi|de mis|en el sistema|that i have|that we have|in my crm|on the list
of them|of those|in total|at a time|i can call|i could call|to dial
the ones|those ones|these ones|all those|all these|everyone thats|everybody thats`
  .trim()
  .split(/[|\n]/)
  .map((phrase) => phrase.split(' '))
  .toSorted((a, b) => b.length - a.length);

/** A connecting word that stays before unknown words in a question: `on Humana`; `with` and `that` are dropped. */
export const KEPT_TIES = listed(
  'in on at of for from near about to under over by off through around within between than since before after until during',
);
