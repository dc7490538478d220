/** Of any command that got no answer. */
export const UNREACHABLE = "Can't reach the server. Your work is safe. Try again.";
