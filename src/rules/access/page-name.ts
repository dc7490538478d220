/** First labels of addresses that the product itself uses or will, or that a stranger would take for its own. */
const RESERVED: ReadonlySet<string> = new Set(
  `api platform www app admin root system localhost internal mail email smtp imap pop pop3 mx webmail autoconfig
   autodiscover postmaster ftp sftp ssh vpn dns ns1 ns2 ns3 ns4 proxy gateway git cdn assets static files images
   media uploads download downloads login signin signup logout auth sso oauth account accounts profile password
   billing pay payment payments wallet wallets store checkout secure security help support docs status blog news
   about contact legal privacy terms abuse cable socket webhook webhooks voice sms dev stage staging demo test
   beta`.split(/\s+/u),
);

/**
 * Returns whether this first label of an address is reserved: the product's own names, `own` (the brand), and labels
 * that browsers display in other letters (`xn--…`).
 */
export const isReservedPageName = (name: string, own: readonly string[] = []): boolean =>
  RESERVED.has(name) || own.includes(name) || name.slice(2, 4) === '--';
