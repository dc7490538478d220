import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contract from '#contract/session/sign-in.contract.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { bind } from '../../http/bind.ts';
import { addressOf } from '../../http/client-address.ts';
import { observeSignIn } from '../../telemetry/observe-sign-in.ts';
import { publicOriginOf } from '../../http/same-origin.ts';
import { giveToken } from '../../http/session-cookie.ts';
import { createIdentityProvider } from './identity-provider.ts';
import { freshToken } from './session-tokens.ts';
import { browserOf, markBrowser } from './sso-cookie.ts';
import { finishSso, SSO_MIN, startSso } from './sso.service.ts';

/** The page of the app that the provider sends the browser back to. Source: core §2. */
const CALLBACK = '/api/auth/callback';

export function ssoRoutes(app: FastifyInstance, deps: Deps): void {
  const { sso } = deps.config;
  const provider = sso && createIdentityProvider(sso, deps);
  const redirectUriOf = (request: FastifyRequest) => `${publicOriginOf(deps.config, request)}${CALLBACK}`;

  bind(app, contract.startSso, async ({ request, reply }) => {
    if (provider === null) throw notSetUp();
    // A second tab uses the first one's marker, so that either may finish.
    const browser = browserOf(request) ?? freshToken().token;
    const url = await startSso(deps, provider, { browser, redirectUri: redirectUriOf(request) });
    markBrowser(request, reply, browser, SSO_MIN * 60);
    return { data: { url } };
  });

  bind(app, contract.signInBySso, async ({ body, identity, requestId, request, reply }) => {
    if (provider === null) throw notSetUp();
    const userAgent = request.headers['user-agent'] ?? '';
    const client = { ip: addressOf(request), userAgent, requestId, before: identity };
    const back = { ...body, browser: browserOf(request), redirectUri: redirectUriOf(request) };
    const result = await observeSignIn('sso', finishSso(deps, provider, back, client));
    if ('token' in result) giveToken(request, reply, result.token, result.seconds);
    markBrowser(request, reply, '', 0);
    return { data: 'token' in result ? { user: result.user } : result };
  });
}

const notSetUp = () => new Refusal('not_found', "Single sign-on isn't set up.");
