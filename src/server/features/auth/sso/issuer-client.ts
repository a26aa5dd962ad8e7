import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from "openid-client";
import { AppError } from "#platform/app-error.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";

/** Every request of the library goes through the guarded client: a company configures the address. */
const guardedFetch =
  (outbound: Outbound): CustomFetch =>
  async (url, { method, headers, body }) => {
    const { status, text, ...response } = await outbound.request({
      url,
      method: method as "GET" | "POST",
      headers,
      ...(body === undefined || body === null
        ? {}
        : { body: body instanceof URLSearchParams ? body.toString() : (body as string) }),
    });
    const type = response.headers["content-type"] ?? "application/json";
    return new Response(text, { status, headers: { "content-type": type } });
  };

/** Sends the client secret in the body where the issuer supports that, otherwise by HTTP Basic, which every issuer supports. */
const authenticateClient =
  (secret: string): ClientAuth =>
  (issuer, client, body, headers) => {
    const acceptsSecretInBody = issuer.token_endpoint_auth_methods_supported?.includes("client_secret_post");
    const authenticate = acceptsSecretInBody ? ClientSecretPost(secret) : ClientSecretBasic(secret);
    return authenticate(issuer, client, body, headers);
  };

interface IssuerClient {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** The issuer in the metadata of Microsoft's `organizations` and `common`, and the tenant of all private accounts (`consumers`). */
const MICROSOFT_FOR_ALL = /\{tenantid\}|\/9188040d-6c67-4c5b-b112-36a304b66dad\//;

const ISSUER_FOR_ALL =
  "Met dit adres kan iedereen met een Microsoft-account inloggen. Vul het adres met de tenant-id van je eigen organisatie in.";

/** The browser is sent there. Like the issuer itself, it has https; http is for an issuer on loopback. */
const isWebAddress = (endpoint: unknown, issuer: string): boolean => {
  const protocol = typeof endpoint === "string" ? URL.parse(endpoint)?.protocol : undefined;
  return protocol === "https:" || (protocol === "http:" && issuer.startsWith("http:"));
};

/**
 * Reads the metadata of an issuer. Rejects when they cannot be read, have no page to sign in at or name another issuer, which the library does not check for
 * Microsoft's hosts and for a URL with /.well-known/. Throws an AppError for an issuer that signs in people of every organisation.
 */
export const discoverIssuer = async (
  outbound: Outbound,
  { issuer, clientId, clientSecret }: IssuerClient,
): Promise<Configuration> => {
  const client = await discovery(new URL(issuer), clientId, undefined, authenticateClient(clientSecret), {
    [customFetch]: guardedFetch(outbound),
    execute: [
      // By default the library checks the signature of an ID token only if it came through the browser.
      enableNonRepudiationChecks,
      // The guarded client allows http on loopback only, and never in production.
      ...(issuer.startsWith("http:") ? [allowInsecureRequests] : []),
    ],
  });
  if (MICROSOFT_FOR_ALL.test(client.serverMetadata().issuer))
    throw new AppError("invalid", ISSUER_FOR_ALL, { details: [{ path: "issuer", message: ISSUER_FOR_ALL }] });
  if (!isWebAddress(client.serverMetadata().authorization_endpoint, issuer))
    throw new Error("the authorization endpoint of the issuer is not a web address");
  return client;
};
