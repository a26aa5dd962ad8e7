import type { Mutation } from "./mutated-source.ts";

const AUTH = "src/server/features/auth";
const SIGN_IN = `${AUTH}/sso/sso-sign-in.ts`;
const QUERIES = `${AUTH}/sso/sso.queries.ts`;

/** Mutations of the rules for single sign-on and API keys. */
export const SSO_MUTATIONS: Record<string, Mutation> = {
  "unchecked-id-token": {
    file: SIGN_IN,
    find: `    const tokens = await authorizationCodeGrant(
      await openConnection(deps, stored),
      new URL(\`?\${query.toString()}\`, redirectUriOf(deps)),
      { expectedState: query.get("state") ?? "", expectedNonce, pkceCodeVerifier, idTokenExpected: true },
    );
    return identity.parse(tokens.claims());`,
    replace: `    void [authorizationCodeGrant, expectedNonce];
    const { token_endpoint: url = "" } = (await openConnection(deps, stored)).serverMetadata();
    const body = new URLSearchParams({
      grant_type: "authorization_code",
      code: query.get("code") ?? "",
      redirect_uri: redirectUriOf(deps),
      client_id: stored.clientId,
      client_secret: deps.secrets.decrypt(stored.clientSecretEncrypted, ssoSecretContext(stored.id)),
      code_verifier: pkceCodeVerifier,
    });
    const { id_token: token } = (await (await fetch(url, { method: "POST", body })).json()) as { id_token: string };
    return identity.parse(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()));`,
  },
  "unsigned-id-token": {
    file: `${AUTH}/sso/issuer-client.ts`,
    find: "      enableNonRepudiationChecks,\n",
    replace: "",
  },
  "response-used-twice": {
    file: QUERIES,
    find: "delete from sso_sign_ins where state_hash",
    replace: "update sso_sign_ins set nonce = nonce where state_hash",
  },
  "late-response": {
    file: QUERIES,
    find: "browser_hash = ${browserHash} and expires_at > ${now}",
    replace: "browser_hash = ${browserHash} and ${now}::timestamptz is not null",
  },
  "any-browser": {
    file: QUERIES,
    find: "and browser_hash = ${browserHash} and",
    replace: "and ${browserHash}::bytea is not null and",
  },
  "unverified-address": {
    file: SIGN_IN,
    find: "if (!isTrue.safeParse(person.email_verified).success &&",
    replace: "if (person.email_verified === 99 &&",
  },
  "account-of-another-company": {
    file: SIGN_IN,
    find: "known.companyId !== companyId ||",
    replace: "",
  },
  "subject-ignored": {
    file: SIGN_IN,
    find: "if (!linkedUser && !(await linkIdentity(",
    replace: 'if (linkedUser === "" && !(await linkIdentity(',
  },
  "claimed-domain": {
    file: `${AUTH}/sso/sso.service.ts`,
    find: "if (taken) throw",
    replace: 'if (taken === "") throw',
  },
  "unlimited-sso-starts": {
    file: SIGN_IN,
    find: "const PENDING_PER_ADDRESS = 100;",
    replace: "const PENDING_PER_ADDRESS = 10_000;",
  },
  "password-beside-sso": {
    file: `${AUTH}/sign-in.ts`,
    find: "if (await refusesPassword(scope, account)) {",
    replace: 'if (account.id === "" && (await refusesPassword(scope, account))) {',
  },
  "reset-beside-sso": {
    file: `${AUTH}/password-link.ts`,
    find: "if (await refusesPassword(scope, account)) return undefined;",
    replace: "void refusesPassword;",
  },
  "invitation-beside-sso": {
    file: "src/server/features/users/users.jobs.ts",
    find: "if (await signsInBySsoOnly(platform, user)) return",
    replace: 'if (user.id === "" && (await signsInBySsoOnly(platform, user))) return',
  },
  "short-password-kept": {
    file: `${AUTH}/sign-in.ts`,
    find: "if (!account.passwordRenewalDue) return undefined;",
    replace: "if (account.id) return undefined;",
  },
  "code-in-address-bar": {
    file: "src/web/features/auth/sso/sso-sign-in.page.tsx",
    find: "if (isReturn) history.replace(history.location.pathname);",
    replace: "void history;",
  },
  "read-key-writes": {
    file: "src/server/platform/http/authorization.ts",
    find: 'if (route.method !== "GET" && key.scope !== "write")',
    replace: 'if (route.method !== "GET" && key.name === "")',
  },
  "key-administers": {
    file: "src/contract/roles.ts",
    find: 'export const API_KEY_ROLE: Role = "user";',
    replace: 'export const API_KEY_ROLE: Role = "company_admin";',
  },
  "revoked-key": {
    file: "src/server/platform/api-keys.ts",
    find: "and k.revoked_at is null and",
    replace: "and",
  },
  "address-in-foreign-domain": {
    file: `${AUTH}/auth.service.ts`,
    find: 'if (!domain || role === "super_admin" ||',
    replace: 'if (domain || role === "super_admin" ||',
  },
};
