import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { formPage, type Html, html, serveForms } from "../html.ts";
import type { Network } from "./network.ts";
import type { Account } from "./network-state.ts";

const PREFIX = "/unipile/hosted";
const TIMEOUT_MS = 10_000;

const INSTANT = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

const linkFields = {
  api_url: z.string(),
  expiresOn: INSTANT,
  name: z.string().optional(),
  notify_url: z.url().optional(),
  success_redirect_url: z.url().optional(),
  failure_redirect_url: z.url().optional(),
};
export const hostedLinkRequest = z.discriminatedUnion("type", [
  z.object({
    ...linkFields,
    type: z.literal("create"),
    providers: z.union([z.literal("*"), z.array(z.string()).min(1)]),
  }),
  z.object({ ...linkFields, type: z.literal("reconnect"), reconnect_account: z.string() }),
]);
type HostedLink = z.infer<typeof hostedLinkRequest> & { key: string };

export type HostedLinks = ReturnType<typeof createHostedLinks>;

/**
 * The links to the page on which a person connects their account. They work once, until `expiresOn` or the gateway's daily
 * restart.
 */
export function createHostedLinks(network: Network) {
  const links = new Map<string, HostedLink>();
  return {
    create: (key: string, request: z.infer<typeof hostedLinkRequest>): string => {
      const token = randomUUID();
      links.set(token, { ...request, key });
      return `${PREFIX}/${token}`;
    },
    find: (token: string): HostedLink | undefined => {
      const link = links.get(token);
      return link && Date.parse(link.expiresOn) > network.now() ? link : undefined;
    },
    use: (token: string) => links.delete(token),
    restart: () => links.clear(),
  };
}

const STYLE = readFileSync(new URL("../airtable/form/lead-form.css", import.meta.url), "utf8");
const POLICY = "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'";

const renderPage = (title: string, body: Html): string => formPage(title, { style: `${PREFIX}/page.css` }, body);

const renderSignIn = (reconnected: Account | undefined): string =>
  renderPage(
    "LinkedIn-account verbinden",
    html`<h1>LinkedIn-account verbinden</h1>
    <p class="lead">Dit is de sandbox: er wordt niets met LinkedIn verbonden. Vul een naam in en kies het soort account.</p>
    <form method="post">
      <div class="fields">
        <div class="field"><label for="name">Naam</label>
          <input id="name" name="name" type="text" required maxlength="100" value="${reconnected?.name ?? ""}"></div>
        <div class="field"><label for="tier">Soort account</label>
          <select id="tier" name="tier"><option value="paid">Betaald (Sales Navigator)</option><option value="free">Gratis</option></select></div>
      </div>
      <button type="submit" name="action" value="connect">Verbinden</button>
      <button type="submit" name="action" value="cancel" formnovalidate>Annuleren</button>
    </form>`,
  );

const notify = async (url: string | undefined, body: object): Promise<void> => {
  if (!url) return;
  const options = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  await fetch(url, { ...options, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined);
};

const submission = z.object({
  name: z.string().trim().default(""),
  tier: z.enum(["free", "paid"]).default("paid"),
  action: z.enum(["connect", "cancel"]).default("connect"),
});

/** Connects or reconnects unless the person cancels, notifies the product, and returns where the browser goes next. */
async function submit(
  network: Network,
  link: HostedLink,
  form: z.infer<typeof submission>,
): Promise<string | undefined> {
  if (form.action === "cancel" || (link.type === "create" && form.name === "")) return link.failure_redirect_url;
  if (link.type === "reconnect") {
    const account = network.accountOf(link.key, link.reconnect_account);
    if (!account) return link.failure_redirect_url;
    network.setStatus(account, "OK", "RECONNECTED");
    await notify(link.notify_url, { status: "RECONNECTED", account_id: account.id, name: link.name });
    return link.success_redirect_url;
  }
  const account = network.addAccount(link.key, form.name, form.tier);
  network.setStatus(account, "OK", "CREATION_SUCCESS");
  await notify(link.notify_url, { status: "CREATION_SUCCESS", account_id: account.id, name: link.name });
  return link.success_redirect_url;
}

export function addHostedPages(app: FastifyInstance, network: Network, links: HostedLinks): void {
  serveForms(app, POLICY);
  app.get(`${PREFIX}/page.css`, (_request, reply) => reply.type("text/css").send(STYLE));
  app.get<{ Params: { token: string } }>(`${PREFIX}/:token`, (request, reply) => {
    const link = links.find(request.params.token);
    const account = link?.type === "reconnect" ? network.accountOf(link.key, link.reconnect_account) : undefined;
    const gone = html`<h1>Deze link werkt niet meer</h1><p class="lead">Begin opnieuw in Ultimate Sales Agent.</p>`;
    return reply
      .code(link ? 200 : 410)
      .type("text/html; charset=utf-8")
      .send(link ? renderSignIn(account) : renderPage("Verlopen", gone));
  });
  app.post<{ Params: { token: string } }>(`${PREFIX}/:token`, async (request, reply) => {
    const link = links.find(request.params.token);
    if (!link) return reply.code(410).send({ error: "This link is used or expired." });
    links.use(request.params.token);
    const next = await submit(network, link, submission.parse(request.body));
    return next ? reply.redirect(next, 303) : reply.type("text/plain").send("Klaar.");
  });
}
