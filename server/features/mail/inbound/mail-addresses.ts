import { timingSafeEqual } from 'node:crypto';
import type { LoggedMark, Mail } from '../../../adapters/mail/mail.ts';
import type { Deps } from '../../../deps.ts';

/** `b`: where mail servers return it; `r`: where people answer it; `m`: the id of the mail itself. */
export type AddressKind = 'b' | 'r' | 'm';

/** What an address of ours says. */
export interface NamedEmail {
  readonly kind: AddressKind;
  /** In the e-mail log. */
  readonly emailId: number;
}

/** Bytes of the proof that an address was made here: no one can name the mail of another. */
const MAC_BYTES = 10;

type Seal = Pick<Deps['seal'], 'fingerprint' | 'fingerprints'>;

const textOf = ({ kind, emailId }: NamedEmail): string => `${kind}.${emailId}`;
const PURPOSE = 'addresses of mail';

/** An address that names an e-mail. Mail servers may change the case of its letters, so that it has none that matter. */
export function mailAddress(seal: Seal, domain: string, named: NamedEmail): string {
  const mac = seal.fingerprint(textOf(named), PURPOSE).subarray(0, MAC_BYTES).toString('hex');
  return `${named.kind}+${named.emailId}.${mac}@${domain}`;
}

/** E-mails that addresses in a text name, in their order. */
export function namedIn(seal: Seal, domain: string, text: string): NamedEmail[] {
  const found = text.toLowerCase().matchAll(/\b([brm])\+(\d{1,15})\.([0-9a-f]{20})@([a-z0-9.-]+)/g);
  return [...found].flatMap(([, kind = '', id, mac = '', at = '']) => {
    const named = { kind: kind as AddressKind, emailId: Number(id) };
    const given = Buffer.from(mac, 'hex');
    const isOurs = seal
      .fingerprints(textOf(named), PURPOSE)
      .some((full) => timingSafeEqual(full.subarray(0, MAC_BYTES), given));
    return isOurs && at === domain.toLowerCase() ? [named] : [];
  });
}

/**
 * Addresses of an e-mail of the log: its return path, its id, and where answers go. Without a domain whose mail comes in,
 * answers go to the writer's own address.
 */
export function addressesFor(
  { config, seal }: Pick<Deps, 'config' | 'seal'>,
  emailId: number,
  writer: { readonly name: string; readonly address: string },
): Pick<Mail, 'replyTo' | 'logged'> {
  const { inboundMail } = config;
  if (inboundMail === null) return writer.address === '' ? {} : { replyTo: writer };
  const of = (kind: AddressKind) => mailAddress(seal, inboundMail.domain, { kind, emailId });
  const logged: LoggedMark = { emailId, returnPath: of('b'), messageId: `<${of('m')}>` };
  return { replyTo: { name: writer.name, address: of('r') }, logged };
}
