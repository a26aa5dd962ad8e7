import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Prompt, PromptVersion } from "#contract/prompts.ts";
import { fingerprint } from "#testing/database-contents.ts";
import { openEvents } from "#testing/event-reader.ts";
import { makePrompt, makePrompts } from "#testing/factories.ts";
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

const make = (prompt = {}) => makePrompt(server, me.company.id, prompt);
const change = (id: string, body: unknown) => me.client.patch(`/api/prompts/${id}`, body);
const restore = (id: string, number: number, body: unknown = {}) =>
  me.client.post(`/api/prompts/${id}/versions/${number}/restore`, body);
const versions = async (id: string) =>
  (await me.client.get(`/api/prompts/${id}/versions`)).body as unknown as PromptVersion[];
const textOf = async (id: string, number: number) =>
  (await me.client.get(`/api/prompts/${id}/versions/${number}`)).body["prompt"];

describe("the prompt list", () => {
  const read = async (path = "/api/prompts") => {
    const response = await me.client.get(path);
    const items = response.body as unknown as Prompt[];
    return { items, names: items.map(({ promptName }) => promptName), headers: response.headers };
  };

  test("is sorted by the first matching word, then by name", async () => {
    const names = [
      "Zomaar iets",
      "LinkedIn uitnodiging",
      "Follow-up na LinkedIn",
      "Informatie verzamelen",
      "Tweede icebreaker",
      "ICEBREAKER en follow-up",
      "Aan het eind",
    ];
    await makePrompts(
      server,
      me.company.id,
      names.map((prompt_name) => ({ prompt_name })),
    );
    const order = [
      "ICEBREAKER en follow-up",
      "Tweede icebreaker",
      "Follow-up na LinkedIn",
      "Informatie verzamelen",
      "LinkedIn uitnodiging",
      "Aan het eind",
      "Zomaar iets",
    ];
    const { names: found, headers } = await read();
    expect(found).toEqual(order);
    expect(headers.get("x-total-count")).toBe("7");
    const seen: string[] = [];
    let path: string | undefined = "/api/prompts?limit=2";
    while (path) {
      const page: Awaited<ReturnType<typeof read>> = await read(path);
      seen.push(...page.names);
      path = /^<(.*)>; rel="next"$/.exec(page.headers.get("link") ?? "")?.[1];
    }
    expect(seen).toEqual(order);
  });

  test("can be filtered by account manager", async () => {
    await makePrompts(server, me.company.id, [
      { prompt_name: "Een", account_manager: "Lotte" },
      { prompt_name: "Twee", account_manager: "frank" },
      { prompt_name: "Drie", account_manager: null },
      { prompt_name: "Vier", account_manager: "" },
      { prompt_name: "Vijf", account_manager: "Marieke " },
    ]);
    expect((await read("/api/prompts?manager=Lotte")).names).toEqual(["Een"]);
    expect((await read("/api/prompts?manager=Lot")).names).toEqual([]);
    expect((await read("/api/prompts?manager=Marieke%20")).names).toEqual(["Vijf"]);
    expect((await me.client.get("/api/prompts/managers")).body).toEqual(["frank", "Lotte", "Marieke "]);
  });

  test("sorts names of any length and script", async () => {
    await makePrompts(
      server,
      me.company.id,
      ["😀".repeat(300), "é".repeat(300), "", "   "].map((prompt_name) => ({ prompt_name })),
    );
    const first = await read("/api/prompts?limit=3");
    const next = /^<(.*)>/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    expect((await read(next)).items).toHaveLength(1);
  });

  test.each(["onzin", Buffer.from('["x"]').toString("base64url")])("%s is no place in it", async (cursor) => {
    expect((await me.client.get(`/api/prompts?limit=5&cursor=${cursor}`)).status).toBe(400);
  });
});

describe("a new text", () => {
  test("is stored as a version with its author, and the previous one is kept", async () => {
    const id = await make({ prompt: "Schrijf kort." });
    const response = await change(id, { prompt: "Schrijf lang.", version: 1 });
    expect(response.body).toMatchObject({
      id,
      prompt: "Schrijf lang.",
      version: 2,
      changedBy: "Anna Jansen",
      sync: "pending",
    });
    expect(await versions(id)).toMatchObject([
      { number: 2, source: "edit", author: "Anna Jansen" },
      { number: 1, source: "original", author: "Airtable", madeAt: "2026-01-01T09:00:00.000000Z" },
    ]);
    expect([await textOf(id, 1), await textOf(id, 2)]).toEqual(["Schrijf kort.", "Schrijf lang."]);
  });

  test("is sent to Airtable, recorded and published", async () => {
    const events = await openEvents(server, me.client);
    const id = await make({ prompt: "oud" });
    await change(id, { prompt: "nieuw" });
    expect(await server.query("select field, value, based_on from airtable_outbox where local_id = $1", [id])).toEqual([
      { field: "prompt", value: "nieuw", based_on: "oud" },
    ]);
    expect(await server.query("select action, before, after from audit_log where subject_id = $1", [id])).toEqual([
      { action: "prompt.updated", before: { prompt: "oud" }, after: { prompt: "nieuw" } },
    ]);
    expect(await events.next()).toEqual({ topic: "prompts", id });
    events.close();
  });

  test("that equals the current one changes nothing", async () => {
    const id = await make({ prompt: "oud" });
    const before = await fingerprint(server);
    expect((await change(id, { prompt: "oud" })).status).toBe(200);
    expect(await fingerprint(server)).toEqual(before);
  });

  test.each(["", "  \n ", "x".repeat(100_001), null, 5, undefined])("%j is none", async (prompt) => {
    const id = await make();
    const before = await fingerprint(server);
    const response = await change(id, { prompt });
    expect(response.status).toBe(400);
    if (prompt === "") expect(response.body["message"]).toContain("De prompt kan niet leeg zijn.");
    expect(await fingerprint(server)).toEqual(before);
  });

  test("based on a replaced version is refused with the name of its author", async () => {
    const id = await make();
    const colleague = await signedIn(server, { company: me.company });
    await server.query("update users set first_name = 'Bram' where id = $1", [colleague.user.id]);
    await colleague.client.patch(`/api/prompts/${id}`, { prompt: "van Bram" });
    const response = await change(id, { prompt: "van mij", version: 1 });
    expect([response.status, response.body["message"]]).toEqual([
      409,
      "Deze prompt is intussen gewijzigd door Bram Jansen. Bekijk eerst de nieuwe tekst.",
    ]);
    expect(await textOf(id, 2)).toBe("van Bram");
  });

  test("from concurrent edits: one edit per version succeeds", async () => {
    const id = await make();
    const blind = await Promise.all([1, 2, 3, 4].map((nth) => change(id, { prompt: `tekst ${nth}` })));
    expect(blind.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await versions(id)).map(({ number }) => number)).toEqual([5, 4, 3, 2, 1]);
    const seen = await Promise.all([1, 2, 3, 4].map((nth) => change(id, { prompt: `nu ${nth}`, version: 5 })));
    expect(seen.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409]);
  });
});

describe("an earlier version", () => {
  test("is restored as a new version", async () => {
    const id = await make({ prompt: "een" });
    await change(id, { prompt: "twee" });
    expect((await restore(id, 1, { version: 2 })).body).toMatchObject({ prompt: "een", version: 3 });
    expect((await versions(id)).map(({ number, source }) => [number, source])).toEqual([
      [3, "restore"],
      [2, "edit"],
      [1, "original"],
    ]);
    const logged = await server.query("select action from audit_log where subject_id = $1 order by at, id", [id]);
    expect(logged).toEqual([{ action: "prompt.updated" }, { action: "prompt.restored" }]);
  });

  test("that is the current one changes nothing", async () => {
    const id = await make();
    const before = await fingerprint(server);
    expect((await restore(id, 1)).status).toBe(200);
    expect(await fingerprint(server)).toEqual(before);
  });

  test("that does not exist is a 404, and one chosen on an outdated screen a 409", async () => {
    const id = await make();
    await change(id, { prompt: "twee" });
    const before = await fingerprint(server);
    for (const number of ["9", "-1", "x", "99999999999999"]) {
      expect((await me.client.post(`/api/prompts/${id}/versions/${number}/restore`, {})).status).toBe(404);
      expect((await me.client.get(`/api/prompts/${id}/versions/${number}`)).status).toBe(404);
    }
    expect((await restore(id, 1, { version: 1 })).status).toBe(409);
    expect(await fingerprint(server)).toEqual(before);
  });
});

describe("a new prompt", () => {
  const form = {
    promptName: "Icebreaker kort",
    accountManager: " Bea Smit ",
    purpose: "icebreaker",
    prompt: "Schrijf.",
  };
  const create = (body: object) => me.client.post("/api/prompts", body);

  test("has a version, goes to Airtable and makes its account manager a sender", async () => {
    const response = await create(form);
    expect(response.status).toBe(201);
    const { id } = response.body as unknown as Prompt;
    expect(response.body).toMatchObject({ ...form, accountManager: "Bea Smit", version: 1, changedBy: "Anna Jansen" });
    expect(await versions(id)).toMatchObject([{ number: 1, source: "edit", author: "Anna Jansen" }]);
    expect(await server.query("select table_name, state from airtable_records where local_id = $1", [id])).toEqual([
      { table_name: "prompts", state: "pending" },
    ]);
    const senders = (await me.client.get("/api/senders")).body as unknown as { name: string }[];
    expect(senders.map(({ name }) => name)).toEqual(["Bea Smit"]);
    const [logged] = await server.query("select action from audit_log where subject_id = $1", [id]);
    expect(logged).toEqual({ action: "prompt.created" });
  });

  test.each([{ promptName: " " }, { prompt: "" }, { purpose: "iets" }, { id: "x" }])(
    "with %j is refused, and nothing is written",
    async (wrong) => {
      const before = await fingerprint(server);
      expect((await create({ ...form, ...wrong })).status).toBe(400);
      expect(await fingerprint(server)).toEqual(before);
    },
  );
});
