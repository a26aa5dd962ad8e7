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

/**
 * Reads the metadata of an issuer. Rejects when they cannot be read, or name another issuer; the library does not check the latter
 * for Microsoft's hosts and for a URL with /.well-known/.
 */
export const discoverIssuer = (
  outbound: Outbound,
  { issuer, clientId, clientSecret }: IssuerClient,
): Promise<Configuration> =>
  discovery(new URL(issuer), clientId, undefined, authenticateClient(clientSecret), {
    [customFetch]: guardedFetch(outbound),
    execute: [
      // By default the library checks the signature of an ID token only if it came through the browser.
      enableNonRepudiationChecks,
      // The guarded client allows http on loopback only, and never in production.
      ...(issuer.startsWith("http:") ? [allowInsecureRequests] : []),
    ],
  });
