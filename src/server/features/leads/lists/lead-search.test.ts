import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { SEARCH_COUNT_LIMIT } from "#contract/lead-lists.ts";
import type { Lead } from "#contract/leads.ts";
import { makeLead, makeLeads } from "#testing/factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
let me: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
beforeEach(async () => {
  me = await signedIn(server);
});
afterAll(() => server.close());

const search = async (q: string): Promise<{ names: string[]; total: number }> => {
  const { status, text, body, headers } = await me.client.get(`/api/leads/search?q=${encodeURIComponent(q)}`);
  if (status !== 200) throw new Error(`${q} responded ${status} ${text}`);
  return {
    names: (body as unknown as Lead[]).map(({ fullName }) => fullName),
    total: Number(headers.get("x-total-count")),
  };
};
const found = async (q: string) => (await search(q)).names.toSorted();

test("a lead is found by part of its name, e-mail address or company", async () => {
  await makeLead(server, me.company.id, { full_name: "Anna de Vries", email: "a@zon.nl", company: "Bakkerij Maan" });
  for (const q of ["anna", "DE VR", "ies", "zon.nl", "@z", "kerij ma", "  anna  ", "anna   de"]) {
    expect({ q, names: await found(q) }).toEqual({ q, names: ["Anna de Vries"] });
  }
  expect(await found("jan")).toEqual([]);
  // Nothing is found across two of the fields.
  expect(await found("vries a@")).toEqual([]);
  expect(await found("vriesa")).toEqual([]);
});

test.each(["", " ", "a", " a ", "é", "\u0301\u0301", "😀"])("%j is too short to search for", async (q) => {
  await makeLead(server, me.company.id, { full_name: "aé a 😀 anna" });
  expect(await search(q)).toEqual({ names: [], total: 0 });
});

test.each([
  ["jose", "José García"],
  ["JOSÉ", "jose garcia"],
  ["jose\u0301", "José"],
  ["muller", "Jürgen Müller"],
  ["strasse", "Bäckerei Straße"],
  ["odegard", "Martin Ødegård"],
  ["lukasz", "Łukasz Nowak"],
  ["zoe", "Zoë"],
  ["ijsbrand", "Ĳsbrand"],
  ["john", "𝗝𝗼𝗵𝗻 Smith"],
  ["ozlem", "Özlem Yıldız"],
  ["yildiz", "Özlem Yıldız"],
  ["οδος", "ΟΔΟΣ"],
  ["иван", "Иван Петров"],
  ["אלף", "אָלֶף‏ בית"],
  ["محمد", "مُحَمَّد علي"],
  ["王小", "王小明"],
  ["🚀 go", "Team 🚀 Go"],
  ["🚀🚀", "🚀🚀🚀"],
  ["❤️ ", "I ❤️ Sales"],
])("%s finds %s", async (q, name) => {
  await makeLeads(server, me.company.id, [{ full_name: name }, { full_name: "Iemand anders" }]);
  expect(await found(q)).toEqual(q.trim() === "❤️" ? [] : [name]);
});

test.each([
  ["100%", ["Voor 100% Jan"]],
  ["0%", ["Voor 100% Jan"]],
  ["%%", []],
  ["_b", ["a_b"]],
  ["a_", ["a_b"]],
  ["__", []],
  ["\\o", ["back\\o"]],
  ["o'n", ["Shaun O'Neil"]],
  ["''", ["Piet '' Puk"]],
  ['"x"', ['Zeg "x"']],
  ["';--", ["x';-- y"]],
  ["(a|", ["x (a|b)"]],
  [".*", ["punt .* ster"]],
  ["$1", ["kost $1"]],
])("%s is searched literally", async (q, expected) => {
  const all = ["Voor 100% Jan", "a_b", "axb", "back\\o", "Shaun O'Neil", "Piet '' Puk", 'Zeg "x"', "x';-- y"];
  const names = [...all, "x (a|b)", "punt .* ster", "kost $1"];
  await makeLeads(
    server,
    me.company.id,
    names.map((full_name) => ({ full_name })),
  );
  expect(await found(q)).toEqual(expected);
});

test("matches are ranked: start of the name, start of a word, anywhere", async () => {
  await makeLeads(server, me.company.id, [
    { full_name: "Marjan Bos" },
    { full_name: "Bea Kok", email: "janneke@x.nl" },
    { full_name: "Piet-Jan Smit" },
    { full_name: "Jan Zwart" },
    { full_name: "Anna Kok", company: "Jansen B.V." },
    { full_name: "Jana Aal" },
    { full_name: "Adri", email: "adri@xjan.nl" },
  ]);
  expect((await search("jan")).names).toEqual([
    "Jan Zwart",
    "Jana Aal",
    "Anna Kok",
    "Bea Kok",
    "Piet-Jan Smit",
    "Adri",
    "Marjan Bos",
  ]);
});

test("a hundred results are returned with the total", async () => {
  await makeLeads(
    server,
    me.company.id,
    Array.from({ length: 130 }, (_, index) => ({ full_name: `Tester ${index}` })),
  );
  const { names, total } = await search("tester");
  expect(names).toHaveLength(100);
  expect(total).toBe(130);
});

test("another company's leads are never found", async () => {
  const other = await signedIn(server);
  await makeLead(server, other.company.id, { full_name: "Geheime Gast", email: "gast@geheim.nl" });
  for (const q of ["geheime", "ge", "gast@geheim.nl"]) expect(await search(q)).toEqual({ names: [], total: 0 });
});

test("a new name is found at once", async () => {
  const id = await makeLead(server, me.company.id, { full_name: "Oude Naam" });
  await server.query("update leads set full_name = 'Nieuwe Naam' where id = $1", [id]);
  expect(await found("oude")).toEqual([]);
  expect(await found("nieuwe")).toEqual(["Nieuwe Naam"]);
});

test("very long names and search terms are handled", async () => {
  await makeLead(server, me.company.id, { full_name: `Lang ${"x".repeat(100_000)}`, company: "Normaal" });
  expect((await search("normaal")).total).toBe(1);
  expect((await search("x".repeat(400))).total).toBe(1);
  expect((await me.client.get(`/api/leads/search?q=${"x".repeat(501)}`)).status).toBe(400);
});

const FIRST = ["Jan", "Anna", "José", "Zoë", "Bjorn", "Marjan", "Özlem", "Piet-Jan", "Annemarie"];
const LAST = ["de Vries", "Jansen", "van den Berg", "O'Neil", "Smit", "Müller", "Janszoon", "Bos"];
const COMPANIES = ["Jansen B.V.", "Bakkerij 100%", "Noord & Zn", "data_huis", "Énergie"];
const pick = (from: readonly string[]) => from[Math.floor(Math.random() * from.length)] ?? "";

const normalize = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
const words = (text: string) => ` ${text.replaceAll(/[-.@_/&,()'+:;"]/g, " ")}`;
/** Reference implementation of the search, without an index. */
const searchPlainly = (leads: { name: string; email: string; company: string }[], q: string) => {
  const term = normalize(q);
  const matches = leads.flatMap(({ name, email, company }) => {
    const fields = [name, email, company].map(normalize);
    if (!fields.some((field) => field.includes(term))) return [];
    const rank = fields[0]?.startsWith(term) ? 0 : fields.some((field) => words(field).includes(words(term))) ? 1 : 2;
    return [{ name, order: `${rank}${fields[0]}` }];
  });
  return matches.toSorted((one, two) => (one.order < two.order ? -1 : one.order > two.order ? 1 : 0));
};

test.each([300, 5_700])(
  "of %d leads it finds what a plain search finds, in the same order",
  { timeout: 60_000 },
  async (count) => {
    const leads = Array.from({ length: count }, (_, index) => {
      const name = `${pick(FIRST)} ${pick(LAST)} ${index.toString(36)}`;
      // Every address contains "ail"; in few of them a word begins with it.
      const domain = index % 70 === 0 ? "ail-mail.nl" : "mail.nl";
      const email = `${normalize(name).replaceAll(/[^a-z0-9]+/g, ".")}@${domain}`;
      // Some have the words of "mail.nl" without the point.
      if (index % 10 === 1) return { name, email: "", company: "Mail NL" };
      return { name, email, company: pick(COMPANIES) };
    });
    await makeLeads(
      server,
      me.company.id,
      leads.map(({ name, email, company }) => ({ full_name: name, email, company })),
    );
    const terms = [
      "jan",
      "ja",
      "an",
      "nl",
      "en",
      "zo",
      "de vries",
      "o'n",
      "0%",
      "a_h",
      "oz",
      "é",
      "mu",
      "zn",
      "anne",
      "sz",
      "ma",
      "ail",
      "il.nl",
      "mail.nl",
    ];
    for (const q of terms) {
      const expected = q === "é" ? [] : searchPlainly(leads, q);
      const { names, total } = await search(q);
      expect({ q, total }).toEqual({ q, total: Math.min(expected.length, SEARCH_COUNT_LIMIT + 1) });
      expect({ q, names }).toEqual({ q, names: expected.slice(0, 100).map(({ name }) => name) });
    }
  },
);
