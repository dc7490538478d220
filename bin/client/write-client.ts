import { TEST_EVENT, WEBHOOK_EVENTS } from '../../src/api/contract/webhooks.contract.ts';
import { FEATURES } from '../../server/openapi-words.ts';
import type { Method } from './operations.ts';

/** The module that a program imports: a method for each call, in groups. */
export function clientText(methods: readonly Method[]): string {
  const groups = [...Map.groupBy(methods, ({ group }) => group)].toSorted(([a], [b]) => a.localeCompare(b, 'en'));
  const types = methods
    .flatMap(({ input, reply }) => [input, reply])
    .filter((name) => /(?:Input|Reply)$/.test(name ?? ''));
  return `import { type CallOptions, type ClientOptions, methodOf, type Operation, type Paged } from './call.ts';
import { verifySignature } from './webhook.ts';
import type { ${types.join(', ')} } from './types.ts';

export type { CallOptions, ClientOptions, Paged } from './call.ts';
export { BellwetherError, type ErrorCode } from './error.ts';
export { type VerifyOptions, WebhookError, type WebhookMessage } from './webhook.ts';
export type * from './types.ts';

export type WebhookEventName = ${[...WEBHOOK_EVENTS, TEST_EVENT].map((name) => `'${name}'`).join(' | ')};

/**
 * Checks by Standard Webhooks that a request comes from the server and is new. \`body\` is the text as received, before it
 * is parsed. @throws {WebhookError}
 */
export const verifyWebhook = verifySignature<WebhookEventName>;

${groups.map(([group, calls]) => `export interface ${typeOf(group)} {\n${calls.map(signatureOf).join('\n')}\n}`).join('\n\n')}

const OPERATIONS: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {
${groups.map(([group, calls]) => `  ${group}: {\n${calls.map(({ name, operation }) => `    ${name}: ${JSON.stringify(operation)},`).join('\n')}\n  },`).join('\n')}
};

/** Calls of the API in groups, as its page at \`/docs\` has them. */
export class Bellwether {
${groups.map(([group]) => `  /** ${descriptionOf(group)} */\n  declare readonly ${group}: ${typeOf(group)};`).join('\n')}

  constructor(options: ClientOptions) {
    for (const [group, operations] of Object.entries(OPERATIONS)) {
      const methods = Object.entries(operations).map(([name, operation]) => [name, methodOf(operation, options)]);
      Object.assign(this, { [group]: Object.fromEntries(methods) });
    }
  }
}
`;
}

const typeOf = (group: string): string => `${group.charAt(0).toUpperCase()}${group.slice(1)}Calls`;

const descriptionOf = (group: string): string =>
  FEATURES[group.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)]?.description ?? '';

function signatureOf({ name, summary, words, params, input, isInputOptional, reply, operation }: Method): string {
  const args = [
    ...params.map(([param, type]) => `${param}: ${type}`),
    ...(input === null ? [] : [`input${isInputOptional ? '?' : ''}: ${input}`]),
    'options?: CallOptions',
  ];
  const answer = operation.pages === null ? `Promise<${reply}>` : `Paged<${reply}>`;
  return `  /**
   * ${summary}.
   *
   * ${words}
   *
   * \`${operation.method} ${operation.path}\`
   */
  ${name}(${args.join(', ')}): ${answer};`;
}
