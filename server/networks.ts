import ipaddr from 'ipaddr.js';

export const NETWORK_FORM = 'Enter an IP address, such as 203.0.113.7, or a network, such as 203.0.113.0/24.';

/** An address or a network in the usual way of writing. */
export const isNetwork = (written: string): boolean => {
  const [address = '', bits, more] = written.split('/');
  if (more !== undefined || !(ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)))
    return false;
  return bits === undefined ? !address.includes('%') : /^\d{1,3}$/.test(bits) && ipaddr.isValidCIDR(written);
};
