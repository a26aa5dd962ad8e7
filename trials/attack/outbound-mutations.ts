import type { Mutation } from "./mutated-source.ts";

const DESTINATION = "src/server/platform/outbound/destination.ts";
const LINKEDIN = "src/server/features/linkedin";

const EMIT_FOR_COMPANY = `language plpgsql as $$
declare
  event uuid;
begin
`;

/** Mutations of the rules for outbound requests, LinkedIn and secrets. */
export const OUTBOUND_MUTATIONS: Record<string, Mutation> = {
  "http-to-anybody": {
    file: DESTINATION,
    find: 'if (url.protocol === "http:" && kinds.includes("public")) throw new OutboundError("invalid_url", "not_sent");',
    replace: "",
  },
  "disguised-addresses": {
    file: DESTINATION,
    find: 'if (isDisguisedIpv4(text, url)) throw new OutboundError("forbidden_address", "not_sent");',
    replace: "void isDisguisedIpv4;",
  },
  "one-public-address": {
    file: DESTINATION,
    find: "const allowed = kinds.every(",
    replace: "const allowed = kinds.some(",
  },
  "metadata-addresses": {
    file: DESTINATION,
    find: '  "169.254.0.0/16", // link-local; also the metadata of most clouds\n',
    replace: "",
  },
  "events-of-all": {
    file: "migrations/0011_integrations.sql",
    find: EMIT_FOR_COMPANY,
    replace: `${EMIT_FOR_COMPANY}  select w.company_id into company from webhooks w where w.is_active and event_type = any (w.events)
    order by w.company_id = company limit 1;
`,
    also: [
      {
        file: "migrations/0001_roles_and_functions.sql",
        find: `using (company_id = (select current_company()))
    with check (company_id = (select current_company()))', table_name);`,
        replace: `using (true)
    with check (true)', table_name);`,
      },
    ],
  },
  "model-key-to-any-address": {
    file: "src/server/features/writer/writer-settings.ts",
    find: "entered.aiApiKey || (isStoredAddress ? await",
    replace: "entered.aiApiKey || (isStoredAddress || baseUrl ? await",
  },
  "callback-works-again": {
    file: `${LINKEDIN}/accounts/connect-account.queries.ts`,
    find: "delete from linkedin_connection_attempts where token_hash",
    replace: "update linkedin_connection_attempts set expires_at = expires_at where token_hash",
  },
  "callback-believed": {
    file: `${LINKEDIN}/accounts/connect-account.service.ts`,
    find: `  const account = await withDutchErrors(gateway.findAccount(accountId));
  if (!account) throw notFound();
  await linkAccount(platform, scope, gateway, attempt.senderId, account);`,
    replace: `  const reported = { id: accountId, name: accountId, ownerId: accountId, isLinkedIn: true, status: "connected" } as const;
  await linkAccount(platform, scope, gateway, attempt.senderId, reported as unknown as GatewayAccount);`,
  },
  "echo-as-new-message": {
    file: `${LINKEDIN}/conversations/conversations.service.ts`,
    find: "if (await settleByEcho(platform, scope, account.id, person.providerId, message)) return;",
    replace: "void settleByEcho;",
  },
  "sender-of-a-colleague": {
    file: `${LINKEDIN}/accounts/connect-account.service.ts`,
    find: "requireOwnSender(scope.actor, await requireSender(scope, senderId));",
    replace: "await requireSender(scope, senderId);",
  },
  "secrets-in-audit-log": {
    file: "src/server/features/companies/company-log.ts",
    find: "  airtableTokenEncrypted: _token,\n",
    replace: "",
  },
  "any-frame": {
    file: "src/server/platform/http/security-headers.ts",
    find: "`frame-src 'self' ${[FORM_HOST, sandboxUrl].filter(Boolean).join(\" \")}`,",
    replace: "`frame-src 'self' https: ${[FORM_HOST, sandboxUrl].filter(Boolean).join(\" \")}`,",
  },
  "changed-message-sent": {
    file: "src/server/features/messages/approval.service.ts",
    find: "if (now !== before) changed.push({ ...part, newText: now ?? text });",
    replace: "void [before, now];",
  },
};
