import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Gateway, iso, keyOf, PREFIX, page, queryOf } from "./api-requests.ts";
import { GatewayError } from "./failures.ts";
import { hookRequest } from "./hooks.ts";
import { hostedLinkRequest } from "./hosted-page.ts";
import type { Account } from "./network-state.ts";

const showAccount = (account: Account) => ({
  object: "Account",
  type: "LINKEDIN",
  id: account.id,
  name: account.name,
  created_at: iso(account.createdAt),
  connection_params: {
    im: {
      id: account.ownerId,
      publicIdentifier: account.publicIdentifier,
      username: account.name,
      premiumId: account.tier === "paid" ? `premium-${account.id}` : null,
      premiumFeatures: account.tier === "paid" ? ["sales_navigator"] : [],
    },
  },
  sources: [{ id: `${account.id}_MESSAGING`, status: account.status }],
});

export function addAccountRoutes(app: FastifyInstance, { network, links, hooks, failures }: Gateway): void {
  const accountsOfKey = (request: FastifyRequest) => {
    const key = keyOf(request);
    return network.state().accounts.filter((account) => account.key === key);
  };
  const find = (request: FastifyRequest, id: string | undefined): Account => {
    const account = network.accountOf(keyOf(request), id ?? "");
    if (!account) throw new GatewayError("resource_not_found");
    return account;
  };
  app.get(`${PREFIX}/accounts`, (request) =>
    page("AccountList", accountsOfKey(request).map(showAccount), queryOf(request), { max: 250, defaultLimit: 100 }),
  );
  app.get<{ Params: { id: string } }>(`${PREFIX}/accounts/:id`, (request) =>
    showAccount(find(request, request.params.id)),
  );
  app.delete<{ Params: { id: string } }>(`${PREFIX}/accounts/:id`, (request) => {
    network.removeAccount(find(request, request.params.id).id);
    return { object: "AccountDeleted" };
  });
  app.get(`${PREFIX}/users/me`, (request) => {
    const account = find(request, queryOf(request)["account_id"]);
    const [first_name = "", ...rest] = account.name.split(" ");
    return {
      object: "AccountOwnerProfile",
      provider: "LINKEDIN",
      provider_id: account.ownerId,
      public_identifier: account.publicIdentifier,
      first_name,
      last_name: rest.join(" "),
      premium: account.tier === "paid",
      sales_navigator: account.tier === "paid" ? { contract_id: "1" } : null,
      recruiter: null,
    };
  });
  app.post(`${PREFIX}/hosted/accounts/link`, (request) => ({
    object: "HostedAuthUrl",
    url: `http://${request.headers.host}${links.create(keyOf(request), hostedLinkRequest.parse(request.body))}`,
  }));
  app.post(`${PREFIX}/webhooks`, (request, reply) => {
    failures.failIfRequested("webhook");
    const { id } = hooks.add(keyOf(request), hookRequest.parse(request.body));
    return reply.code(201).send({ object: "WebhookCreated", webhook_id: id });
  });
  app.get(`${PREFIX}/webhooks`, (request) => {
    const key = keyOf(request);
    const items = hooks.state.hooks.flatMap(({ key: owner, ...hook }) =>
      owner === key ? [{ object: "Webhook", ...hook }] : [],
    );
    return page("WebhookList", items, queryOf(request), { max: 250, defaultLimit: 100 });
  });
  app.delete<{ Params: { id: string } }>(`${PREFIX}/webhooks/:id`, (request) => {
    if (!hooks.remove(keyOf(request), request.params.id)) throw new GatewayError("resource_not_found");
    return { object: "WebhookDeleted" };
  });
}
