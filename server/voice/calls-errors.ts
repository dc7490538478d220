/** What is asked of a call does not fit it now; the message is for who asks. */
export class Unfit extends Error {}
