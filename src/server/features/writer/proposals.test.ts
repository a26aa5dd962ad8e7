import pg from "pg";
import { describe, expect, test } from "vitest";
import type { RatingProposal, SummaryProposal } from "#contract/writer.ts";
import { makePrompt } from "#testing/factories.ts";
import { inspectorUrl } from "#testing/test-database.ts";
import { proposeReply } from "./reply-proposal.service.ts";
import { createWriterHarness } from "./writer.fixture.ts";

const WAITING = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

const writer = createWriterHarness();
const { behave, forgetRequests, sentToModel, switchOn, lead, waitUntilWritten } = writer;

describe("a proposed rating", () => {
  const rate = async (leadId: string) => {
    const requested = await writer.admin.client.post("/api/writer/ratings", { leadIds: [leadId] });
    expect(requested.body).toEqual({ requested: 1, skipped: [] });
    await waitUntilWritten();
    return (await writer.admin.client.get(`/api/leads/${leadId}/rating`)).body as unknown as RatingProposal;
  };
  const decide = (leadId: string, decision: string) =>
    writer.admin.client.post(`/api/leads/${leadId}/rating`, { decision });

  test("has a motivation and a report that rest on facts, and changes the lead when a user accepts it", async () => {
    await switchOn();
    await makePrompt(writer.server, writer.admin.company.id, {
      prompt_name: "Informatie",
      prompt: "Let op vakmanschap.",
    });
    await makePrompt(writer.server, writer.admin.company.id, { prompt_name: "LinkedIn", prompt: "Let op groei." });
    await forgetRequests();
    const id = await lead();
    const { proposal, isWriting } = await rate(id);
    expect(isWriting).toBe(false);
    expect(proposal).toMatchObject({ warnings: [], model: "sandbox-nl-2026-11" });
    expect(proposal?.report).toContain("<li>Functie: Directeur</li>");
    const sent = await sentToModel();
    expect(sent).toContain("Let op vakmanschap.");
    expect(sent).toContain("Let op groei.");
    for (const secret of ["@bakkerij", "06-12345678", "hub-987654", "recept"]) expect(sent).not.toContain(secret);
    const ratingOf = async () => (await writer.admin.client.get(`/api/leads/${id}`)).body["leadRating"];
    expect(await ratingOf()).toBeNull();
    expect((await decide(id, "accepted")).body).toEqual({ message: "De rating is overgenomen." });
    expect(await ratingOf()).toBe(proposal?.rating);
    const noOpenProposal = "Er is geen open voorstel. Misschien heeft een collega er al over beslist.";
    for (const leadId of [id, await lead()])
      expect(await decide(leadId, "accepted")).toMatchObject({ status: 409, body: { message: noOpenProposal } });
    // The sync has no rating for this lead.
    await writer.server.query(
      "update leads set lead_rating = null, motivation = null, html_report = null where id = $1",
      [id],
    );
    expect(await ratingOf()).toBe(proposal?.rating);
  });

  test("is made with both prompts as a whole", async () => {
    await switchOn();
    const { id: companyId } = writer.admin.company;
    const prompts = { Informatie: "Let op vakmanschap.", LinkedIn: "Let op groei." };
    for (const [prompt_name, end] of Object.entries(prompts))
      await makePrompt(writer.server, companyId, { prompt_name, prompt: `${"Kort. ".repeat(3000)}${end}` });
    await forgetRequests();
    await rate(await lead());
    const sent = await sentToModel();
    for (const end of Object.values(prompts)) expect(sent).toContain(end);
  });

  test("of a lead about whom nothing is known gives the reason", async () => {
    await switchOn();
    const nothing = { title: null, company: null, location: null, person_profile: null, html_report: null };
    expect(await rate(await lead(nothing))).toEqual({
      isWriting: false,
      problem: "Over deze lead is te weinig bekend voor een rating.",
      proposal: null,
    });
  });

  test("that invents something is repaired once; what is still wrong is shown, and can be rejected", async () => {
    await switchOn();
    const id = await lead();
    await behave("invent_figure", { times: 1 });
    expect((await rate(id)).proposal?.warnings).toEqual([]);
    await behave("invent_figure");
    const codes = (await rate(id)).proposal?.warnings.map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(["figure", "claim"]));
    expect((await decide(id, "rejected")).status).toBe(200);
    expect((await writer.admin.client.get(`/api/leads/${id}`)).body["leadRating"]).toBeNull();
    expect((await writer.admin.client.get(`/api/leads/${id}/rating`)).body).toMatchObject({ proposal: null });
  });
});

describe("a summary of a meeting", () => {
  const TRANSCRIPT =
    "Anna: Wij openen een tweede vestiging in Assen. Bram: Mooi, bel mij op 06-12345678. Anna: Stuur de offerte. Bram: Mail naar bram@voorbeeld.example graag.";
  const summarize = async (transcript = TRANSCRIPT) => {
    const added = await writer.admin.client.post("/api/meetings", {
      meetingName: "Kennismaking",
      meetingDate: "2026-11-12",
    });
    expect(added.status).toBe(201);
    const id = String(added.body["id"]);
    expect((await writer.admin.client.post(`/api/meetings/${id}/transcript`, { transcript })).status).toBe(200);
    await waitUntilWritten();
    return {
      id,
      ...((await writer.admin.client.get(`/api/meetings/${id}/summary`)).body as unknown as SummaryProposal),
    };
  };

  test("is proposed from a transcript without contact data, and fills the fields when a user accepts it", async () => {
    await switchOn();
    await forgetRequests();
    const { id, proposal } = await summarize();
    expect(proposal).toMatchObject({ summary: expect.stringContaining("tweede vestiging"), warnings: [] });
    expect(proposal?.actionItems).toContain("Stuur de offerte.</li>");
    expect(await sentToModel()).not.toMatch(/06-12345678|@voorbeeld/);
    const stored = await writer.server.query("select transcript from meeting_summaries where meeting_id = $1", [id]);
    expect(stored).toEqual([{ transcript: null }]);
    const accept = () => writer.admin.client.post(`/api/meetings/${id}/summary`, { decision: "accepted" });
    expect((await accept()).status).toBe(200);
    expect((await accept()).status).toBe(409);
    expect((await writer.admin.client.get("/api/meetings")).body).toMatchObject([
      { id, meetingShortSummary: proposal?.summary, actionItems: proposal?.actionItems, status: "NEW" },
    ]);
  });

  test("is made of the latest transcript, also when one is added while another is summarised", async () => {
    await switchOn();
    const { id } = await summarize();
    const add = (transcript: string) => writer.admin.client.post(`/api/meetings/${id}/transcript`, { transcript });
    const release = await writer.holdModel();
    await add(TRANSCRIPT);
    await writer.untilRunning();
    const newer = "Anna: Wij sluiten de vestiging in Meppel. Bram: Jammer om te horen. Anna: Stuur de factuur.";
    expect((await add(newer)).status).toBe(200);
    await release();
    await waitUntilWritten();
    const { body } = await writer.admin.client.get(`/api/meetings/${id}/summary`);
    expect(JSON.stringify(body)).toContain("Meppel");
    expect(JSON.stringify(body)).not.toContain("tweede vestiging");
  });

  test("that is being stored does not prevent a newer transcript", async () => {
    await switchOn();
    const { id } = await summarize();
    const release = await writer.holdModel();
    const add = () => writer.admin.client.post(`/api/meetings/${id}/transcript`, { transcript: TRANSCRIPT });
    await add();
    await writer.untilRunning();
    const worker = new pg.Client({ connectionString: inspectorUrl(writer.server.databaseUrl) });
    await worker.connect();
    try {
      // What a worker locks to store a summary, in its order.
      await worker.query("begin");
      await worker.query("select from writing_requests where meeting_id = $1 for update", [id]);
      const added = add();
      await expect.poll(() => writer.server.query(`${WAITING} and query ~ 'stopped'`)).not.toEqual([]);
      await worker.query("select from meeting_summaries where meeting_id = $1 for update", [id]);
      await worker.query("commit");
      expect((await added).status).toBe(200);
    } finally {
      await worker.end();
      await release();
    }
    await waitUntilWritten();
  });

  test("of two transcripts at the same moment is of one of them", async () => {
    await switchOn();
    const { id } = await summarize();
    const { query } = writer.server;
    const add = () => writer.admin.client.post(`/api/meetings/${id}/transcript`, { transcript: TRANSCRIPT });
    await query("begin");
    await query("lock table writing_requests in share mode");
    const adding = [add(), add()];
    // One waits for the table, as the writer may do too, and the other one for the first.
    const waiting = `select from pg_locks where not granted and locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(() => query(waiting)).toHaveLength(1);
    await query("commit");
    expect((await Promise.all(adding)).map(({ status }) => status)).toEqual([200, 200]);
    await waitUntilWritten();
  });

  test("that invents something shows it, and a transcript without usable text gives the reason", async () => {
    await switchOn();
    await behave("invent_name");
    const { proposal } = await summarize();
    expect(proposal?.warnings.map(({ code }) => code)).toContain("name");
    expect(await summarize("bram@voorbeeld.example en 06-12345678")).toMatchObject({
      proposal: null,
      problem: expect.stringContaining("geen tekst"),
    });
  });
});

describe("a reply", () => {
  const propose = async (text: string) => {
    const { companyId, actor } = {
      companyId: writer.admin.company.id,
      actor: { id: writer.admin.user.id, name: "Anna", role: "user" as const },
    };
    const scope = { db: writer.server.platform.database.tenant(companyId), companyId, actor };
    return proposeReply(writer.server.platform, scope, {
      leadId: await lead(),
      text,
      conversation: "Hoi Jan, mag ik bellen?",
    });
  };

  test.each([
    "STOP",
    "Geen interesse, dank je",
    "Wil je mij uitschrijven?",
    "Graag niet meer benaderen",
    "Wil je mij hier niet meer over benaderen?",
  ])("%j is a refusal, without a model", async (text) => {
    await switchOn();
    await forgetRequests();
    expect(await propose(text)).toMatchObject({ sentiment: "not_interested", isStop: true, answer: null });
    expect(await sentToModel()).toBe("[]");
  });

  test.each(["Wij zijn een one-stop-shop. Vertel!", "Ik ben non-stop onderweg, bel gerust"])(
    "%j is no refusal",
    async (text) => {
      await switchOn();
      expect(await propose(text)).toMatchObject({ isStop: false });
    },
  );

  test("gets a sentiment and an answer, with the rules of a draft", async () => {
    await switchOn();
    const proposal = await propose("Ja graag, vertel meer! Mail naar jan@bakkerij-jansen.example.");
    expect(proposal).toMatchObject({ sentiment: "interested", isStop: false, warnings: [] });
    expect(proposal?.answer).toMatch(/^Hoi Jan,\n\nDank voor je bericht\./);
    expect(await sentToModel()).not.toContain("@bakkerij");
    await behave("invent_figure");
    expect((await propose("Vertel meer"))?.warnings.map(({ code }) => code)).toContain("figure");
  });

  test("gets the reason when the prompt is too long for the writer", async () => {
    await switchOn();
    await makePrompt(writer.server, writer.admin.company.id, {
      prompt_name: "Antwoorden",
      prompt: "Kort. ".repeat(4000),
      purpose: "reply",
    });
    await expect(propose("Vertel meer")).rejects.toThrow("De prompt heeft 24.000 tekens.");
  });

  test("gets no proposal where the writer is off or the model fails", async () => {
    expect(await propose("Vertel meer")).toBeUndefined();
    await switchOn();
    await behave("server_error");
    expect(await propose("Vertel meer")).toBeUndefined();
  });
});
