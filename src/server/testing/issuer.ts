import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";

interface Person {
  /** By default the address. */
  sub?: string;
  email: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
}

export interface Issuer {
  url: string;
  /** Who signs in next. */
  person: Person;
  /** Replace those of the ID token; the signature stays right. */
  forgedClaims: Record<string, unknown> | undefined;
  /** Signs ID tokens with a key that is not the issuer's. */
  hasForeignKey: boolean;
  /** The path of every request, without its query. */
  requests: string[];
  /** Signs the person in, as a browser that opens this address, and returns the query that it comes back with. */
  signIn(authorizationUrl: string): Promise<string>;
  close(): Promise<void>;
}

export const CLIENT = { clientId: "ultimate-sales-agent", clientSecret: "een-geheim-van-de-client" };
const REDIRECT_URI = "http://127.0.0.1:3999/login/sso/";

/** The path that the issuer is asked to send the browser back to. */
export const redirectPathOf = (authorizationUrl: string): string =>
  new URL(new URL(authorizationUrl).searchParams.get("redirect_uri") ?? "").pathname;

interface GrantContext {
  oidc: {
    client: { clientId: string };
    session: { accountId: string };
    provider: { Grant: new (grant: object) => { addOIDCScope(scope: string): void; save(): Promise<string> } };
  };
}

const newKey = (): KeyObject => generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

const signToken = (claims: object, key: KeyObject): string => {
  const content = `${encode({ alg: "ES256", kid: "own" })}.${encode(claims)}`;
  const signature = sign("sha256", Buffer.from(content), { key, dsaEncoding: "ieee-p1363" });
  return `${content}.${signature.toString("base64url")}`;
};

/** Changes the ID token in the response of the token endpoint. */
const changeIdToken = (response: ServerResponse, change: (claims: object) => string): void => {
  const end = response.end.bind(response);
  response.end = ((body: string) => {
    const { id_token: token, ...rest } = JSON.parse(body) as { id_token?: string };
    const claims = JSON.parse(Buffer.from(token?.split(".")[1] ?? "", "base64url").toString() || "{}") as object;
    const text = JSON.stringify({ ...rest, ...(token ? { id_token: change(claims) } : {}) });
    response.setHeader("content-length", Buffer.byteLength(text));
    return end(text);
  }) as ServerResponse["end"];
};

const listen = (server: ReturnType<typeof createServer>): Promise<string> =>
  new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
  );

/** Follows the redirects with cookies, until the browser would leave the issuer. */
const followRedirects = async (start: string): Promise<string> => {
  const cookies = new Map<string, string>();
  for (let url = start, step = 0; step < 10; step++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const header of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (!location) throw new Error(`the issuer responded ${response.status}: ${await response.text()}`);
    url = new URL(location, url).href;
    if (url.startsWith(REDIRECT_URI)) return new URL(url).search.slice(1);
  }
  throw new Error("too many redirects");
};

/** A real OpenID provider, which asks nobody for a password. */
export const startIssuer = async (clientId = CLIENT.clientId): Promise<Issuer> => {
  const [ownKey, foreignKey] = [newKey(), newKey()];
  let handle: (request: IncomingMessage, response: ServerResponse) => Promise<void> = async () => undefined;
  const server = createServer((request, response) => void handle(request, response));
  const url = await listen(server);
  const provider = new Provider(url, {
    clients: [
      {
        client_id: clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [REDIRECT_URI],
        token_endpoint_auth_method: "client_secret_post",
        id_token_signed_response_alg: "ES256",
      },
    ],
    jwks: { keys: [{ ...ownKey.export({ format: "jwk" }), kid: "own", use: "sig", alg: "ES256" }] },
    claims: { email: ["email", "email_verified"], profile: ["given_name", "family_name"] },
    conformIdTokenClaims: false,
    cookies: { keys: ["a key for tests"] },
    // The provider prints a notice about each default.
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ email_verified: true, ...issuer.person, sub: accountId }),
    }),
    loadExistingGrant: async ({ oidc }: GrantContext) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  // Tests of many companies share an issuer.
  Object.assign(provider.Client.prototype, { redirectUriAllowed: (uri: string) => uri.startsWith(REDIRECT_URI) });
  const callback = provider.callback();
  handle = async (request, response) => {
    const { forgedClaims, hasForeignKey, person } = issuer;
    issuer.requests.push(request.url?.split("?", 1)[0] ?? "");
    if (request.url?.startsWith("/token") && (forgedClaims || hasForeignKey))
      changeIdToken(response, (claims) =>
        signToken({ ...claims, ...forgedClaims }, hasForeignKey ? foreignKey : ownKey),
      );
    if (!request.url?.startsWith("/interaction/")) return callback(request, response);
    await provider.interactionFinished(request, response, { login: { accountId: person.sub ?? person.email } });
  };
  // Only a test that forgets to close it leaves it open.
  server.unref();
  const issuer: Issuer = {
    url,
    person: { email: "anna@bakkerij.example" },
    forgedClaims: undefined,
    hasForeignKey: false,
    requests: [],
    signIn: followRedirects,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return issuer;
};
