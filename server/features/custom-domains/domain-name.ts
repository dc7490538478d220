import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { refuseField } from '../../errors.ts';
import type { Column } from '../../resource/columns.ts';

const EXAMPLE = 'Enter a domain like plans.example.com.';

/** Names under which countries register, as in co.uk. The DNS itself can't tell; for the others one label is enough. */
const OF_COUNTRIES = new Set(['co', 'com', 'org', 'net', 'gov', 'edu', 'ac']);

/** Labels of a name that belong to a registry. */
const registryLabels = (labels: readonly string[]): number =>
  labels.at(-1)?.length === 2 && OF_COUNTRIES.has(labels.at(-2) ?? '') ? 2 : 1;

/** The part of a name that is registered, and under which its records are kept. */
export function zoneOf(name: string): string {
  const labels = name.split('.');
  return labels.slice(-(registryLabels(labels) + 1)).join('.');
}

/** Source: RFC 1035, 2.3.4, and RFC 5890. */
const LABEL = /^(?!-)[a-z\d-]{1,63}(?<!-)$/;

/** A name as the DNS has it; a pasted address loses what isn't its host. @throws {Refusal} `refused` under the field. */
export const domainName: Column = (written, { field }) => {
  const host = String(written)
    .trim()
    .replace(/^[a-z][a-z\d+.-]*:\/\//i, '')
    .replace(/[/?#].*$/, '')
    .replace(/\.$/, '');
  const name = domainToASCII(host);
  const labels = name.split('.');
  if (isIP(name) !== 0) throw refuseField(field, `An IP address can't be a domain. ${EXAMPLE}`);
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label))) throw refuseField(field, EXAMPLE);
  if (labels.length <= registryLabels(labels))
    throw refuseField(field, `“${host}” belongs to a registry, so no agency can prove that it's theirs. ${EXAMPLE}`);
  return name;
};

/** True for a host and the names below it. */
export const isWithin = (name: string, host: string): boolean => name === host || name.endsWith(`.${host}`);
