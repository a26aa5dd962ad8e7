import { z } from "zod";
import { TEST_EVENT, type WebhookEvent, webhookPayloads } from "#contract/webhooks.ts";
import { escapeHtml, type JsonSchema, schemaText } from "./schema-text.ts";

const EVENT_TEXTS: Record<WebhookEvent, string> = {
  "message.approved": "Een bericht is goedgekeurd. Komt tien seconden later, en niet als de keuze ongedaan is gemaakt.",
  "message.sent": "Een deel van een bericht is verstuurd.",
  "message.replied":
    "Een lead heeft geantwoord. Een reactie op LinkedIn komt meteen, met sentiment null. Is die beoordeeld, dan komt die tien seconden later nog een keer, en niet als de keuze ongedaan is gemaakt; bij een andere beoordeling komt die opnieuw.",
  "lead.class_changed":
    "De classificatie van een lead is gewijzigd. Komt tien seconden later, en niet als de keuze ongedaan is gemaakt.",
  "meeting.processed": "Een meeting is verwerkt.",
};

const KEY_EXAMPLE = `curl https://…/api/hot-leads -H "Authorization: Bearer usa_…"`;

const VERIFY_EXAMPLE = `import { Webhook } from "standardwebhooks";

// De ruwe body, precies zoals ontvangen.
// Gooit een fout als de handtekening niet klopt of ouder is dan vijf minuten.
const event = new Webhook("whsec_…").verify(body, headers);`;

const eventHtml = ([type, payload]: [string, z.ZodType]): string => {
  const schema = z.toJSONSchema(payload, { target: "draft-2020-12" }) as JsonSchema;
  return `<details><summary><b>POST</b><code>${type}</code><i></i><span>${escapeHtml(EVENT_TEXTS[type as WebhookEvent])}</span></summary>
    <h3>data</h3><pre>${escapeHtml(schemaText(schema))}</pre></details>`;
};

/** The part of the API page for who connects another program: API keys, and the webhooks that the product calls. */
export const integrationDocsHtml = (): string => `
  <h2>API-sleutels</h2>
  <p>Een beheerder maakt een sleutel op Bedrijf Beheer. Stuur hem mee bij elk verzoek:</p><pre>${escapeHtml(KEY_EXAMPLE)}</pre>
  <p>Een sleutel met <code>read</code> mag alleen GET; met <code>write</code> ook de andere methoden. Een sleutel kan wat de rol
    <code>user</code> kan, behalve wat over een eigen account gaat. Onbekend, verlopen of ingetrokken: 401. Niet toegestaan: 403.</p>
  <h2>Webhooks</h2>
  <p>Elke gebeurtenis is een POST met <code>{ type, timestamp, data }</code>, ondertekend volgens
    <a href="https://www.standardwebhooks.com">Standard Webhooks</a>: de kopregels <code>webhook-id</code>, <code>webhook-timestamp</code> en
    <code>webhook-signature</code>. Antwoord met 2xx. Anders proberen we het opnieuw: in totaal tien pogingen in 76 uur, steeds met hetzelfde
    <code>webhook-id</code>. Sla een id over dat je al hebt verwerkt. Na 410 stopt de webhook.</p>
  <p>Met “Testgebeurtenis versturen” ontvangt een webhook <code>${TEST_EVENT}</code> met een lege <code>data</code>, welke
    gebeurtenissen er ook zijn gekozen.</p>
  <pre>${escapeHtml(VERIFY_EXAMPLE)}</pre>
  ${Object.entries(webhookPayloads).map(eventHtml).join("")}`;
