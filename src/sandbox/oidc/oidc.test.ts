import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../app.ts";
import { OIDC_CLIENT } from "./oidc.ts";

const REDIRECT_URI = "http://127.0.0.1:3000/login/sso/00000000-0000-4000-8000-000000000000";
const VERIFIER = "v".repeat(43);

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir: null });
});
afterAll(() => sandbox.stop());

const issuer = () => `${sandbox.url}/oidc`;
const post = (form: Record<string, string>) => ({ method: "POST", body: new URLSearchParams(form) });

/** Follows the redirects with cookies until the browser leaves the issuer, and fills in the form of the login page. */
const signIn = async (start: string, login: string): Promise<URL> => {
  const cookies = new Map<string, string>();
  let request: RequestInit = {};
  for (let url = start, step = 0; step < 10; step++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { ...request, redirect: "manual", headers: { cookie } });
    for (const header of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      cookies.set(name, value);
    }
    request = {};
    const location = response.headers.get("location");
    if (location) url = new URL(location, url).href;
    else request = post({ prompt: "login", login, password: "welkom123" });
    if (url.startsWith(REDIRECT_URI)) return new URL(url);
  }
  throw new Error("too many redirects");
};

test("the issuer speaks OpenID Connect: discovery, login page, code and ID token", async () => {
  const metadata = (await (await fetch(`${issuer()}/.well-known/openid-configuration`)).json()) as Record<
    string,
    string
  >;
  expect(metadata).toMatchObject({
    issuer: issuer(),
    token_endpoint: `${issuer()}/token`,
    jwks_uri: `${issuer()}/jwks`,
  });
  const authorization = new URL(metadata["authorization_endpoint"] ?? "");
  authorization.search = new URLSearchParams({
    client_id: OIDC_CLIENT.clientId,
    redirect_uri: REDIRECT_URI,
    response_type: "code",
    scope: "openid email profile",
    nonce: "n",
    state: "s",
    code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
    code_challenge_method: "S256",
  }).toString();
  const { searchParams } = await signIn(authorization.href, "sanne.vries@noorderlicht.example");
  expect([searchParams.get("state"), searchParams.get("iss")]).toEqual(["s", issuer()]);
  const exchange = {
    grant_type: "authorization_code",
    code: searchParams.get("code") ?? "",
    redirect_uri: REDIRECT_URI,
    code_verifier: VERIFIER,
    client_id: OIDC_CLIENT.clientId,
  };
  expect((await fetch(`${issuer()}/token`, post({ ...exchange, client_secret: "fout" }))).status).toBe(401);
  const response = await fetch(`${issuer()}/token`, post({ ...exchange, client_secret: OIDC_CLIENT.clientSecret }));
  const { id_token: token } = (await response.json()) as { id_token: string };
  const claims: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  expect(claims).toMatchObject({
    iss: issuer(),
    aud: OIDC_CLIENT.clientId,
    nonce: "n",
    email: "sanne.vries@noorderlicht.example",
    email_verified: true,
    given_name: "sanne",
  });
});
