/** The request does not fit the call's state; the message is for the caller of the API. */
export class Unfit extends Error {}
