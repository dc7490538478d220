import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ASK_PATH } from '../../server/features/custom-domains/custom-domains.routes.ts';
import { loadConfig } from '../../server/config.ts';

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly read_only?: boolean;
  readonly user?: string;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly restart?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

const compose = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as {
  services: Readonly<Record<string, Service>>;
  volumes: Readonly<Record<string, unknown>>;
};
/** With the image of the product. */
const ours = Object.entries(compose.services).filter(([name]) => !['database', 'domains'].includes(name));

/** Substitutes values like compose: `${NAME:-default}` and `${NAME:?message}`. */
function settled(text: string, given: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/gu, (_, name: string, how?: string, word?: string) => {
    const value = given[name];
    if (value !== undefined) return value;
    if (how === '-') return word ?? '';
    throw new Error(word ?? name);
  });
}

const GIVEN = {
  APP_URL: 'https://crm.example.com',
  TRUSTED_PROXIES: '172.16.0.0/12',
  POSTGRES_PASSWORD: 'a1b2c3',
  APP_DATABASE_PASSWORD: 'd4e5f6',
  SECRET_KEYS: Buffer.alloc(32).toString('base64'),
};

describe('the compose file', () => {
  test('runs each role as a service of its own name', () => {
    expect(ours.map(([name, { command }]) => [name, command])).toEqual([
      ['migrate', ['migrate']],
      ['web', ['web']],
      ['jobs', ['jobs']],
      ['voice', ['voice']],
    ]);
  });

  test.each(ours)('%s runs unprivileged, on a read-only root', (_, service) => {
    expect(service).toMatchObject({ read_only: true, user: '10001:10001', cap_drop: ['ALL'] });
    expect(service.security_opt).toEqual(['no-new-privileges:true']);
  });

  test.each(ours)('%s gets settings that the server takes', (_, { environment = {} }) => {
    const env = Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, settled(text, GIVEN)]));

    expect(loadConfig(env)).toMatchObject({
      appEnv: 'production',
      appUrl: GIVEN.APP_URL,
      trustedProxies: [GIVEN.TRUSTED_PROXIES],
      allowPlainHttp: false,
      databaseUrl: 'postgres://bellwether_login:d4e5f6@database:5432/bellwether',
    });
  });

  test('only migrations know the owner of the database', () => {
    const owners = ours.filter(([, { environment = {} }]) =>
      Object.values(environment).some((text) => text.includes('POSTGRES_PASSWORD')),
    );

    expect(owners.map(([name]) => name)).toEqual(['migrate']);
    expect(owners[0]?.[1].environment?.['DATABASE_OWNER_URL']).toContain('//bellwether:');
  });

  test.each(Object.keys(GIVEN))('stops without %s', (name) => {
    const given = Object.fromEntries(Object.entries(GIVEN).filter(([key]) => key !== name));
    const texts = ours.flatMap(([, { environment = {} }]) => Object.values(environment));

    expect(() => texts.map((text) => settled(text, given))).toThrow(name);
  });

  test('lets web find the voice process, and browsers send sound to it', () => {
    const { voice, web } = compose.services;
    const { VOICE_PORT: port, VOICE_UDP_PORTS: ports } = voice?.environment ?? {};

    expect(web?.environment?.['VOICE_URL']).toBe(`http://voice:${port}`);
    expect(voice?.ports).toEqual([`${ports}:${ports}/udp`]);
  });

  test('starts nothing before the tables exist', () => {
    for (const name of ['web', 'jobs', 'voice']) {
      expect(compose.services[name]?.depends_on?.['migrate']).toEqual({ condition: 'service_completed_successfully' });
    }
  });

  test('serves domains of agencies with what the proxy and web agree on', () => {
    const { domains, web } = compose.services;
    const caddyfile = domains?.volumes?.find((text) => text.startsWith('./'))?.split(':')[0] ?? '';

    expect(domains).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    expect(domains?.environment?.['CUSTOM_DOMAINS_ASK_TOKEN']).toBe(web?.environment?.['CUSTOM_DOMAINS_ASK_TOKEN']);
    expect(readFileSync(caddyfile, 'utf8')).toContain(`{$APP_UPSTREAM}${ASK_PATH}?token={$CUSTOM_DOMAINS_ASK_TOKEN}`);
  });

  test('names every volume that it mounts', () => {
    const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) =>
      volumes.map((text) => text.split(':')[0]!).filter((name) => !name.startsWith('.')),
    );

    expect(new Set(mounted)).toEqual(new Set(Object.keys(compose.volumes)));
  });
});
