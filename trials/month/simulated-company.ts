import { connectCompany } from "#server/features/airtable/airtable-sandbox.fixture.ts";
import { SyncedCompany } from "#server/features/airtable/sync-harness.fixture.ts";
import { makeWebhook } from "#testing/account-factories.ts";
import { connectSender, useGateway } from "#testing/linkedin-gateway.ts";
import type { Receiver } from "#testing/receiver.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { TrackedField } from "../faults/tracked-field.ts";
import type { SeededRandom } from "../trial.ts";
import type { ClockedProduct } from "./clocked-product.ts";

const PROMPTS = 2;
const TOWNS = ["Assen", "Zwolle", "Breda", "Venlo", "Goes"] as const;
const FIRST_NAMES = ["Jan", "Sanne", "Pieter", "Fatima", "Els", "Mohammed", "Joost", "Anne"] as const;
const LAST_NAMES = ["de Vries", "Jansen", "Bakker", "van Dijk", "Visser", "Smit"] as const;

/** A person on LinkedIn who is a lead of a company. */
export interface Person {
  providerId: string;
  account: string;
  companyId: string;
}

export interface SimulatedCompany {
  synced: SyncedCompany;
  who: SignedIn;
  senders: readonly { name: string; account: string }[];
  prompts: readonly TrackedField[];
  /** Users of Airtable add leads; half of them are relations already. */
  addLeads(count: number): Promise<Person[]>;
}

interface Services {
  product: ClockedProduct;
  receiver: Receiver;
  random: SeededRandom;
}

let personCount = 0;

/** With contact details, which must not reach the language model. */
const leadFields = (nth: number, random: SeededRandom, sender: string) => {
  const name = `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`;
  const town = random.pick(TOWNS);
  const phone = `06-${String(10_000_000 + nth)}`;
  return {
    "Full Name": name,
    "Provider ID": `ACoAAMaand${nth}`,
    "LinkedIn URL": `https://www.linkedin.com/in/maand-${nth}`,
    Title: "Directeur",
    Company: `Bedrijf ${nth} in ${town}`,
    Location: town,
    Email: `lead-${nth}@bedrijf-${nth}.example`,
    Telefoon: phone,
    "Lead Allocated": sender,
    "Lead Rating": String(random.between(3, 10)),
    "Person Profile": `Schrijft vaak over vakmanschap. Bereikbaar op ${phone}.`,
    "HTML Report": `<ul><li>Recent: een tweede vestiging in ${town}.</li></ul>`,
  };
};

const switchWriterOn = async ({ sandbox }: ClockedProduct, { client }: SignedIn, dailyDrafts: number) => {
  const { ai } = (await (await fetch(sandbox.url)).json()) as { ai: { url: string; apiKey: string } };
  const connection = { aiBaseUrl: ai.url, aiModel: "sandbox-nl", aiApiKey: ai.apiKey };
  const response = await client.patch("/api/writer/settings", {
    writer: "builtin",
    ...connection,
    aiDailyDrafts: dailyDrafts,
    confirmed: true,
  });
  if (response.status !== 200) throw new Error(`the writer was not switched on: ${response.text}`);
};

/** A company that uses everything: Airtable, the writer, LinkedIn and a webhook. */
export const makeSimulatedCompany = async (
  { product, receiver, random }: Services,
  { senders: senderCount, dailyDrafts }: { senders: number; dailyDrafts: number },
): Promise<SimulatedCompany> => {
  const { server, sandbox, airtable } = product;
  const who = await signedIn(server, { role: "company_admin" });
  const companyId = who.company.id;
  const base = await airtable.newBase();
  await connectCompany(server, companyId, base);
  const control = (method: string, path: string, body?: unknown) => sandbox.control(method, `linkedin/${path}`, body);
  await useGateway(server, companyId, { url: `${sandbox.url}/unipile` });
  const senders: { name: string; account: string }[] = [];
  for (let nth = 0; nth < senderCount; nth++)
    senders.push(await connectSender(server, who, { control }, `Afzender ${nth}`));
  await switchWriterOn(product, who, dailyDrafts);
  await makeWebhook(server, companyId, { url: receiver.url });
  // A part a day, so that a few days show whole series.
  await product.query("update companies set cadence_days = '{0,1,2,3}' where id = $1", [companyId]);

  const synced = new SyncedCompany(server, base, who);
  const records = await base.add(
    "Prompts",
    ...Array.from({ length: PROMPTS }, (_, nth) => ({ Name: `Prompt ${nth}`, Prompt: `begin ${nth}` })),
  );
  await synced.sync();
  const prompts: TrackedField[] = [];
  for (const { id } of records) prompts.push(new TrackedField("prompts", (await synced.row("prompts", id)).id, id));

  const addLeads = async (count: number): Promise<Person[]> => {
    const added: Person[] = [];
    const fields: object[] = [];
    for (let left = count; left > 0; left--) {
      const nth = ++personCount;
      const sender = random.oneOf(senders) ?? { name: "", account: "" };
      const record = leadFields(nth, random, sender.name);
      const providerId = record["Provider ID"];
      added.push({ providerId, account: sender.account, companyId });
      fields.push(record);
      if (random.chance(0.5)) await control("PATCH", `accounts/${sender.account}`, { relations: [providerId] });
    }
    await base.add("Leads", ...(fields as Record<string, unknown>[]));
    return added;
  };
  return { synced, who, senders, prompts, addLeads };
};
