import type { Mutation } from "./mutated-source.ts";

const AUTH = "src/server/features/auth";
const SIGN_IN = `${AUTH}/sso/sso-sign-in.ts`;
const QUERIES = `${AUTH}/sso/sso.queries.ts`;

/** Mutations of the rules for single sign-on and API keys. */
export const SSO_MUTATIONS: Record<string, Mutation> = {
  "sso-starts-uncounted-together": {
    file: "src/server/features/auth/sso/sso-sign-in.ts",
    find: "await lockPending(scope, pending.address);",
    replace: "void lockPending;",
  },
  "unchecked-id-token": {
    file: SIGN_IN,
    find: `    const tokens = await authorizationCodeGrant(
      await openConnection(deps, stored),
      new URL(\`?\${query.toString()}\`, redirectUriOf(deps, stored.companyId)),
      { expectedState: query.get("state") ?? "", expectedNonce, pkceCodeVerifier, idTokenExpected: true },
    );
    return identity.parse(tokens.claims());`,
    replace: `    void [authorizationCodeGrant, expectedNonce];
    const { token_endpoint: url = "" } = (await openConnection(deps, stored)).serverMetadata();
    const body = new URLSearchParams({
      grant_type: "authorization_code",
      code: query.get("code") ?? "",
      redirect_uri: redirectUriOf(deps, stored.companyId),
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
  "issuer-for-everybody": {
    file: `${AUTH}/sso/issuer-client.ts`,
    find: "if (MICROSOFT_FOR_ALL.test(client.serverMetadata().issuer))",
    replace: 'if (MICROSOFT_FOR_ALL.test(client.serverMetadata().issuer) && clientId === "")',
  },
  "failed-sso-starts-uncounted": {
    file: SIGN_IN,
    find: "  // Counted before the issuer is asked, so that nobody can have us ask one that fails or is slow without end.\n",
    replace: "  await openConnection(deps, stored).catch(() => {\n    throw unreachable();\n  });\n",
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
    find: "if (!hasVerifiedAddress(person))",
    replace: "if (person.email_verified === 99 && !hasVerifiedAddress(person))",
  },
  "private-google-account": {
    file: `${AUTH}/sso/sso.policy.ts`,
    find: '"accounts.google.com" && !hd',
    replace: '"accounts.google.com" && hd === "private"',
  },
  "private-account-unchecked": {
    file: SIGN_IN,
    find: "if (isPrivateAccount(stored.issuer, person))",
    replace: 'if (person.sub === "" && isPrivateAccount(stored.issuer, person))',
  },
  "mixed-up-issuers": {
    file: SIGN_IN,
    find: ".pathname !== path) throw signInRefused();",
    replace: '.pathname === "" && path) throw signInRefused();',
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
    find: "const refused = unproven ?? taken;",
    replace: "void taken; const refused = unproven;",
  },
  "unproven-domain": {
    file: QUERIES,
    find: "where u.company_id = ${companyId} and not u.awaits_acceptance and",
    replace: "where u.company_id = ${companyId} and",
  },
  "mail-service-claimed": {
    file: `${AUTH}/sso/sso.service.ts`,
    find: "if (publicDomain) throw",
    replace: 'if (publicDomain === "") throw',
  },
  "unlimited-domain-changes": {
    file: `${AUTH}/sso/sso.service.ts`,
    find: "if (domains.length > 0) await requireDomainChangeLeft(",
    replace: 'if (companyId === "") await requireDomainChangeLeft(',
  },
  "silent-sso-change": {
    file: `${AUTH}/sso/sso.service.ts`,
    find: "await tellAdmins(deps, scope, actor, { companyId, ...issuers, isRemoved: false });",
    replace: "",
  },
  "unknown-sign-in-method": {
    file: `${AUTH}/open-session.ts`,
    find: "{ action, after: { ...method } }",
    replace: "{ action, ...(method && {}) }",
  },
  "odd-sign-in-page": {
    file: `${AUTH}/sso/issuer-client.ts`,
    find: "if (!isWebAddress(client.serverMetadata().authorization_endpoint, issuer))",
    replace: 'if (issuer === "" && !isWebAddress(client.serverMetadata().authorization_endpoint, issuer))',
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
    file: `${AUTH}/auth.policy.ts`,
    find: 'if (!domain || role === "super_admin" ||',
    replace: 'if (domain || role === "super_admin" ||',
  },
  "no-pkce": {
    file: SIGN_IN,
    find: `    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
`,
    replace: "",
    also: [
      {
        file: SIGN_IN,
        find: "expectedNonce, pkceCodeVerifier, idTokenExpected: true },",
        replace: "expectedNonce, idTokenExpected: pkceCodeVerifier !== '' },",
      },
    ],
  },
  "any-domain": {
    file: `${AUTH}/sso/sso.service.ts`,
    find: "const [unproven] = await findUnprovenDomains(scope, companyId, domains);",
    replace: "const [unproven] = await findUnprovenDomains(scope, companyId, []);",
  },
  "taken-domain-told": {
    file: `${AUTH}/sso/sso.service.ts`,
    find: "const reason = unproven ? DOMAIN_TEXTS.unproven(unproven) : DOMAIN_TEXTS.taken(refused);",
    replace: "const reason = taken ? DOMAIN_TEXTS.taken(taken) : DOMAIN_TEXTS.unproven(refused);",
  },
  "invitation-claims-domain": {
    file: QUERIES,
    find: "and company_id <> ${companyId} and not awaits_acceptance`);",
    replace: "and company_id <> ${companyId}`);",
  },
  "secret-follows-issuer": {
    file: `${AUTH}/sso/sso.service.ts`,
    find: "if (before?.issuer !== settings.issuer && !clientSecret)",
    replace: "if (!before && !clientSecret)",
  },
};
