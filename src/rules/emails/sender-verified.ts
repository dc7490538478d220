/** Results that the receiving server states of an e-mail. Source: RFC 8601. */
export interface Authentication {
  readonly spf: string;
  readonly dkim: string;
  readonly dmarc: string;
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** The same domain, or one of them within the other (relaxed alignment, RFC 7489, 3.1). */
const isAligned = (domain: string, from: string): boolean =>
  domain !== '' && (domain === from || from.endsWith(`.${domain}`) || domain.endsWith(`.${from}`));

/** Comments in parentheses may say anything. */
const bare = (text: string): string =>
  text
    .replaceAll(/\([^()]*\)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

interface Read {
  readonly authentication: Authentication | null;
  /** Proven to be from the domain that it names. */
  readonly verified: boolean;
}

const NOTHING: Read = { authentication: null, verified: false };

/**
 * Reads the topmost `Authentication-Results` header of an e-mail. Only the one that our own receiver puts on top, under
 * its own name, counts: anyone can write another one into an e-mail.
 */
export function readAuthentication(header: string | undefined, receiver: string, fromAddress: string): Read {
  const [server = '', ...results] = bare(header ?? '')
    .split(';')
    .map((part) => part.trim());
  if (server.split(' ')[0]?.toLowerCase() !== receiver.toLowerCase()) return NOTHING;
  const resultsOf = (method: string) =>
    results.flatMap((result) => {
      const [, said] = new RegExp(`^${method}(?:/\\d+)?\\s*=\\s*(\\w+)`, 'i').exec(result) ?? [];
      return said === undefined ? [] : [{ said: said.toLowerCase(), result }];
    });
  const from = domainOf(fromAddress);
  const passes = (method: string, property: RegExp) =>
    resultsOf(method).some(
      ({ said, result }) => said === 'pass' && isAligned(domainOf(property.exec(result)?.[1] ?? ''), from),
    );
  const saidOf = (method: string) => {
    const said = resultsOf(method).map((one) => one.said);
    return said.includes('pass') ? 'pass' : (said[0] ?? 'none');
  };
  const authentication = { spf: saidOf('spf'), dkim: saidOf('dkim'), dmarc: saidOf('dmarc') };
  const byItself =
    passes('dkim', /\bheader\.[di]\s*=\s*"?@?([^\s";]+)/i) || passes('spf', /\bsmtp\.mailfrom\s*=\s*"?([^\s";]+)/i);
  const [dmarc] = resultsOf('dmarc');
  // A domain with a policy has the last word; one without is judged by what aligns.
  const verified = dmarc?.said === 'pass' || ((dmarc === undefined || dmarc.said === 'none') && byItself);
  return { authentication, verified: from !== '' && verified };
}
