import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { Provider } from "oidc-provider";
import type { SandboxService } from "../service.ts";

/** The only client. Its secret is valid in the sandbox only. */
export const OIDC_CLIENT = { clientId: "ultimate-sales-agent", clientSecret: "sandbox-geheim-van-de-client" } as const;

const PREFIX = "/oidc";

const scopes = "openid email profile";

interface GrantContext {
  oidc: {
    client: { clientId: string };
    session: { accountId: string };
    provider: { Grant: new (grant: object) => { addOIDCScope(scope: string): void; save(): Promise<string> } };
  };
}

/** Who types an e-mail address as login is that person, with any password. */
const claimsOf = (login: string) => {
  const [first = "", last = ""] = login.split("@", 1)[0]?.split(".") ?? [];
  return { sub: login, email: login, email_verified: login.includes("@"), given_name: first, family_name: last };
};

const createProvider = (issuer: string): Provider => {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: OIDC_CLIENT.clientId,
        client_secret: OIDC_CLIENT.clientSecret,
        redirect_uris: ["http://127.0.0.1/login/sso"],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    claims: { email: ["email", "email_verified"], profile: ["given_name", "family_name"] },
    conformIdTokenClaims: false,
    cookies: { keys: ["sandbox"] },
    // The provider prints a notice about each default.
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    features: { devInteractions: { enabled: true } },
    findAccount: (_context: unknown, accountId: string) => ({ accountId, claims: () => claimsOf(accountId) }),
    // Grants every scope without a consent page, as an issuer does whose administrator has consented for all users.
    loadExistingGrant: async ({ oidc }: GrantContext) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope(scopes);
      await grant.save();
      return grant;
    },
  });
  // The product may listen on any port.
  Object.assign(provider.Client.prototype, {
    redirectUriAllowed: (uri: string) => /^http:\/\/(127\.0\.0\.1|localhost):\d+\/login\/sso\/[\da-f-]{36}$/.test(uri),
  });
  return provider;
};

function addRoutes(app: FastifyInstance): void {
  // The provider reads the body itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  let callback: ReturnType<Provider["callback"]> | undefined;
  app.route({
    method: ["GET", "POST", "OPTIONS"],
    url: `${PREFIX}/*`,
    handler: async ({ raw, headers }, reply) => {
      callback ??= createProvider(`http://${headers.host}${PREFIX}`).callback();
      reply.hijack();
      const request: IncomingMessage & { originalUrl?: string } = raw;
      request.originalUrl = request.url ?? "";
      request.url = request.originalUrl.slice(PREFIX.length);
      await callback(request, reply.raw);
    },
  });
}

/** An OpenID provider, for single sign-on. */
export function createOidcService(): SandboxService {
  return {
    name: "oidc",
    routes: addRoutes,
    describe: (origin) => ({ oidc: { issuer: `${origin}${PREFIX}`, ...OIDC_CLIENT } }),
    reset: () => undefined,
  };
}
