import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { IMPORT_MAX_ROWS, type LeadImport } from "#contract/lead-imports.ts";
import { importOf, makeLead, makeLeads, uploadCsv } from "#testing/factories.ts";

import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { deleteOldImportsJob } from "./lead-imports.jobs.ts";

let server: TestServer;
let me: SignedIn;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  me = await signedIn(server);
});
afterAll(() => server.close());

const upload = async (file: string | Uint8Array, { client } = me) => importOf(await uploadCsv(client, file));
const read = async (id: string) => importOf(await me.client.get(`/api/lead-imports/${id}`));
const start = (id: string, mapping: object, { client } = me) =>
  client.post(`/api/lead-imports/${id}/start`, { mapping });
const waitForEnd = async (id: string): Promise<LeadImport> => {
  for (;;) {
    const found = await read(id);
    if (!["queued", "running"].includes(found.status)) return found;
    await wait(20);
  }
};
const importAll = async (file: string | Uint8Array, mapping?: object, who = me): Promise<LeadImport> => {
  const { id, mapping: suggested } = await upload(file, who);
  importOf(await start(id, mapping ?? suggested, who));
  return waitForEnd(id);
};
const names = async (): Promise<string[]> => {
  const rows = await server.query<{ name: string }>(
    "select full_name as name from leads where company_id = $1 and deleted_at is null order by full_name",
    [me.company.id],
  );
  return rows.map(({ name }) => name);
};
const logged = (id: string) =>
  server.query("select action, actor_id, after from audit_log where subject_id = $1", [id]);
const problems = async (id: string) => (await me.client.get(`/api/lead-imports/${id}/problems`)).body["items"];

test("a file is previewed, imported and reported", async () => {
  await makeLead(server, me.company.id, { full_name: "Bea Bos", email: "bea@zon.nl" });
  await makeLead(server, me.company.id, {
    full_name: "Cor Cot",
    linkedin_url: "https://linkedin.com/in/cor",
    classification: "DELETED",
  });
  const file = [
    "Naam;E-mail;LinkedIn;Bedrijf;Notitie",
    "Anna de Vries;anna@zon.nl;;Zon;x",
    "Bea;BEA@zon.nl;;Maan;",
    "Cor;;www.linkedin.com/in/cor/?trk=x;Ster;",
    ";;;Leeg;",
    "",
    "Dirk;geen adres;;;",
    "Anna V;anna@zon.nl;;;",
    '"Eva ""E"" Evers";;;"Evers; Zn";',
  ].join("\r\n");
  const uploaded = await upload(file);
  expect(uploaded).toMatchObject({
    status: "uploaded",
    fileName: "leads.csv",
    totalRows: 7,
    mapping: { fullName: 0, email: 1, linkedInUrl: 2, company: 3 },
    uploadedBy: "Anna Jansen",
  });
  expect(uploaded.columns[0]).toEqual({ name: "Naam", samples: ["Anna de Vries", "Bea", "Cor"] });

  const preview = await me.client.post(`/api/lead-imports/${uploaded.id}/preview`, { mapping: uploaded.mapping });
  expect(preview.body["rows"]).toMatchObject([
    { row: 2, verdict: "new", reason: null, values: { fullName: "Anna de Vries", company: "Zon" } },
    { row: 3, verdict: "duplicate", reason: "Deze lead staat al in de lijst: Bea Bos." },
    { row: 4, verdict: "duplicate", reason: "Deze lead is verwijderd: Cor Cot." },
    { row: 5, verdict: "rejected", reason: "Naam: Vul de naam van de lead in." },
    { row: 7, verdict: "rejected", reason: "E-mailadres: Vul een geldig e-mailadres in." },
    { row: 8, verdict: "duplicate", reason: "Staat ook in rij 2 van dit bestand." },
    { row: 9, verdict: "new", values: { fullName: 'Eva "E" Evers', company: "Evers; Zn" } },
  ]);
  expect(await names()).toEqual(["Bea Bos"]);

  const response = await start(uploaded.id, uploaded.mapping);
  expect([response.status, response.body["status"]]).toEqual([202, "queued"]);
  const done = await waitForEnd(uploaded.id);
  expect(done).toMatchObject({
    status: "done",
    processedRows: 7,
    addedRows: 2,
    duplicateRows: 3,
    rejectedRows: 2,
    problem: null,
  });
  expect(await names()).toEqual(["Anna de Vries", "Bea Bos", 'Eva "E" Evers']);
  expect(await problems(uploaded.id)).toMatchObject([
    { row: 3, kind: "duplicate", personLabel: "Bea" },
    { row: 4, kind: "duplicate", personLabel: "Cor" },
    { row: 5, kind: "rejected", personLabel: "Zonder naam" },
    { row: 7, kind: "rejected", personLabel: "Dirk" },
    { row: 8, kind: "duplicate", personLabel: "Anna V" },
  ]);
  const report = await me.client.get(`/api/lead-imports/${uploaded.id}/problems.csv`);
  expect(report.headers.get("content-disposition")).toContain('filename="overgeslagen leads.csv"');
  expect(report.text.split("\r\n").slice(0, 2)).toEqual([
    "\ufeffRij;Naam;Soort;Reden",
    "3;Bea;Dubbel;Deze lead staat al in de lijst: Bea Bos.",
  ]);
  expect(
    await server.query(
      "select actor_id, subject_name from audit_log where company_id = $1 and action = 'leads.exported'",
      [me.company.id],
    ),
  ).toEqual([{ actor_id: me.user.id, subject_name: "Overgeslagen rijen van leads.csv" }]);
  const [kept] = await server.query("select file from lead_imports where id = $1", [uploaded.id]);
  expect(kept).toEqual({ file: null });
  const after = { added: 2, duplicates: 3, refused: 2 };
  expect(await logged(uploaded.id)).toEqual([{ action: "leads.imported", actor_id: me.user.id, after }]);
  const waiting = await server.query("select from airtable_records where company_id = $1 and state = 'pending'", [
    me.company.id,
  ]);
  expect(waiting).toHaveLength(2);
});

test.each([
  ["a mark", Buffer.from("\ufeffNaam;Plaats\nJosé;Curaçao")],
  ["commas", Buffer.from('Naam,Plaats\n"José",Curaçao')],
  ["Windows-1252", Buffer.from("Naam;Plaats\nJosé;Curaçao", "latin1")],
  ["UTF-16", Buffer.from("\ufeffNaam\tPlaats\r\nJosé\tCuraçao", "utf16le")],
])("a file with %s is read correctly", async (_name, file) => {
  expect(await importAll(file)).toMatchObject({ status: "done", addedRows: 1 });
  const [lead] = await server.query("select full_name, location from leads where company_id = $1", [me.company.id]);
  expect(lead).toEqual({ full_name: "José", location: "Curaçao" });
});

test("a field of one megabyte is ignored where unmapped and refused where mapped", async () => {
  const long = "é".repeat(600_000);
  expect(await importAll(`naam;notitie\nAnna;"${long}"\nBea;x`)).toMatchObject({ addedRows: 2, rejectedRows: 0 });
  const { id, rejectedRows: refused } = await importAll(`naam;functie\nCor;"${long}"\nDirk;x`);
  expect(refused).toBe(1);
  expect(await problems(id)).toMatchObject([{ row: 2, personLabel: "Cor", reason: "Functie: Maximaal 500 tekens." }]);
});

test.each([
  ["nothing", "", "In dit bestand staan geen rijen onder de kolomnamen."],
  ["only names of columns", "naam;plaats\n\n;;\n", "In dit bestand staan geen rijen onder de kolomnamen."],
  ["a spreadsheet", Buffer.from("PK\x03\x04", "latin1"), "Dit is een spreadsheet."],
  [
    "an open quotation mark",
    'naam\n"Anna\nBea\n',
    "In rij 2 begint een tekst met een aanhalingsteken dat nergens sluit.",
  ],
  ["too many rows", `naam\n${"x\n".repeat(IMPORT_MAX_ROWS + 1)}`, "Een bestand mag maximaal 100.000 rijen hebben."],
])("%s is refused with the reason", async (_name, file, reason) => {
  const response = await uploadCsv(me.client, file);
  expect([response.status, response.body["message"]]).toEqual([400, expect.stringContaining(reason)]);
  expect(await server.query("select from lead_imports where company_id = $1", [me.company.id])).toEqual([]);
});

test("an emoji where a text is cut does not break the upload or the import", async () => {
  const cutAt = (length: number) => `${"x".repeat(length - 1)}😀`;
  const [headline, name] = [`${cutAt(80)}${"y".repeat(138)}`, `${cutAt(100)} de Vries`];
  const file = `naam;headline;${cutAt(80)}\n${name};${headline};\n${"z".repeat(201)};;\n${cutAt(100)}${"y".repeat(200)};;\nAnna;;`;
  const { id, columns, mapping } = await upload(file);
  expect(columns[1]?.samples).toEqual([`${"x".repeat(79)}\uFFFD`]);
  importOf(await start(id, mapping));
  expect(await waitForEnd(id)).toMatchObject({ status: "done", addedRows: 2, rejectedRows: 2 });
  expect(await names()).toEqual(["Anna", name]);
});

test("binary and oversized files are refused", async () => {
  const path = "/api/lead-imports?fileName=x";
  expect((await me.client.post(path, { naam: "x" })).status).toBe(415);
  expect((await me.client.post(path, "x", { "content-type": "text/plain" })).status).toBe(415);
  const huge = Buffer.alloc(32 * 1024 * 1024 + 1, "a");
  expect((await me.client.post(path, huge, { "content-type": "text/csv" })).status).toBe(413);
});

test.each([
  [{}, "Kies de kolom waarin de naam staat."],
  [{ email: 0 }, "Kies de kolom waarin de naam staat."],
  [{ fullName: 7 }, "Deze kolom staat niet in het bestand."],
  [{ fullName: -1 }, undefined],
  [{ fullName: 0, kleur: 0 }, undefined],
])("the mapping %j is refused", async (mapping, message) => {
  const { id } = await upload("naam\nAnna");
  for (const step of ["preview", "start"]) {
    const response = await me.client.post(`/api/lead-imports/${id}/${step}`, { mapping });
    expect(response.status).toBe(400);
    if (message) expect(response.text).toContain(message);
  }
  expect((await read(id)).status).toBe("uploaded");
});

test("a file is imported once and cannot be previewed afterwards", async () => {
  const { id, mapping } = await upload("naam\nAnna");
  const responses = await Promise.all([start(id, mapping), start(id, mapping), start(id, mapping)]);
  expect(responses.map(({ status }) => String(status)).toSorted()).toEqual(["202", "409", "409"]);
  await waitForEnd(id);
  expect(await names()).toEqual(["Anna"]);
  expect((await me.client.post(`/api/lead-imports/${id}/preview`, { mapping })).status).toBe(409);
});

test("two concurrent imports of the same people add each person once", async () => {
  const people = Array.from({ length: 500 }, (_, nth) => `Lead ${nth};lead${nth}@zon.nl`).join("\n");
  const colleague = await signedIn(server, { company: me.company });
  const file = `naam;email\n${people}`;
  const [one, two] = await Promise.all([importAll(file), importAll(file, undefined, colleague)]);
  expect(one.addedRows + two.addedRows).toBe(500);
  expect(one.duplicateRows + two.duplicateRows).toBe(500);
  expect(await names()).toHaveLength(500);
});

test("a stopped import keeps the added leads and can be deleted", async () => {
  const rows = Array.from({ length: 20_000 }, (_, nth) => `Lead ${nth}`).join("\n");
  const { id, mapping } = await upload(`naam\n${rows}`);
  expect((await me.client.post(`/api/lead-imports/${id}/stop`)).status).toBe(409);
  importOf(await start(id, mapping));
  expect((await me.client.delete(`/api/lead-imports/${id}`)).status).toBe(409);
  while ((await read(id)).addedRows === 0) await wait(10);
  const colleague = await signedIn(server, { company: me.company });
  const stopped = importOf(await colleague.client.post(`/api/lead-imports/${id}/stop`));
  expect(await logged(id)).toEqual([
    {
      action: "leads.import_stopped",
      actor_id: colleague.user.id,
      after: { added: stopped.addedRows, duplicates: 0, refused: 0, startedBy: "Anna Jansen" },
    },
  ]);
  expect(stopped).toMatchObject({ status: "stopped", problem: expect.stringContaining("Gestopt door Anna Jansen.") });
  expect(await names()).toHaveLength(stopped.addedRows);
  expect(stopped.addedRows).toBeLessThan(20_000);
  expect((await me.client.delete(`/api/lead-imports/${id}`)).status).toBe(204);
  expect((await me.client.get(`/api/lead-imports/${id}`)).status).toBe(404);
});

test("an import that fails after all retries is logged, with the user who started it", async () => {
  const { id, mapping } = await upload("naam\nAnna");
  const colleague = await signedIn(server, { company: me.company });
  // As if four attempts had failed before.
  await server.query("update lead_imports set failed_attempts = 4 where id = $1", [id]);
  await server.query(
    `create function fail_import() returns trigger language plpgsql as 'begin raise exception ''no''; end';
     create trigger fail_import before insert on leads for each row when (new.company_id = '${me.company.id}') execute function fail_import()`,
  );
  importOf(await start(id, mapping, colleague));
  expect(await waitForEnd(id)).toMatchObject({ status: "failed", addedRows: 0 });
  await server.query("drop function fail_import cascade");
  expect(await logged(id)).toEqual([
    {
      action: "leads.import_failed",
      actor_id: colleague.user.id,
      after: { added: 0, duplicates: 0, refused: 0 },
    },
  ]);
});

test("a resumed import continues at the stored byte position, also after multi-byte characters", async () => {
  const rows = Array.from({ length: 1_000 }, (_, nth) => `"Zoë 😀 ""${nth}"""`).join("\r\n");
  const { id, mapping } = await upload(`naam\r\n${rows}`);
  importOf(await start(id, mapping));
  await waitForEnd(id);
  // As if a worker died after the first half: a batch stores its offset.
  const [half] = await server.query<{ at: number; next: string }>("select 501 as at, $1::text as next", [
    String(Buffer.byteLength(`naam\r\n${rows.split("\r\n").slice(0, 500).join("\r\n")}\r\n`)),
  ]);
  const again = await upload(`naam\r\n${rows}`);
  await server.query(
    "update lead_imports set row_number = $2, next_row_offset = $3, processed_rows = 500 where id = $1",
    [again.id, half?.at, half?.next],
  );
  importOf(await start(again.id, again.mapping));
  expect(await waitForEnd(again.id)).toMatchObject({ status: "done", processedRows: 1_000, addedRows: 500 });
  const twice = await server.query(
    "select full_name from leads where company_id = $1 group by full_name having count(*) = 2",
    [me.company.id],
  );
  expect(twice).toHaveLength(500);
});

test("a file that was never started is deleted after a day, a report after thirty", async () => {
  const done = await importAll("naam\nBea");
  await upload("naam\nAnna");
  const forget = async (days: number) => {
    await server.query(
      "update lead_imports set uploaded_at = uploaded_at - $2::interval, finished_at = finished_at - $2::interval where company_id = $1",
      [me.company.id, `${days} days`],
    );
    await server.platform.jobs.enqueue(server.platform.database.platform, deleteOldImportsJob, {
      companyId: me.company.id,
    });
  };
  const remainingIds = async () =>
    ((await me.client.get("/api/lead-imports")).body as unknown as LeadImport[]).map(({ id }) => id);
  expect(await remainingIds()).toHaveLength(2);
  await forget(2);
  while ((await remainingIds()).length > 1) await wait(20);
  expect(await remainingIds()).toEqual([done.id]);
  await forget(31);
  while ((await remainingIds()).length > 0) await wait(20);
});

test("the deletion of a report is planned when the import ends, however long after the upload that is", async () => {
  const { id, mapping } = await upload("naam\nAnna");
  server.clock.advance(10 * 60_000);
  importOf(await start(id, mapping));
  const { finishedAt } = await waitForEnd(id);
  const planned = await server.query<{ at: Date }>(
    "select start_after as at from pgboss.job where name = $1 and data ->> 'companyId' = $2 order by start_after",
    [deleteOldImportsJob.name, me.company.id],
  );
  expect(planned).toHaveLength(2);
  expect(planned[1]?.at.getTime()).toBeGreaterThan(Date.parse(finishedAt ?? "") + 30 * 86_400_000);
});

test("a large file does not block other requests", async () => {
  await makeLeads(server, me.company.id, [{ full_name: "Anna" }]);
  const rows = Array.from({ length: 4_000 }, (_, nth) => `Lead ${nth};lead${nth}@groot.nl;Bedrijf ${nth % 500}`);
  const { id, mapping, totalRows: total } = await upload(`naam;email;bedrijf\n${rows.join("\n")}`);
  expect(total).toBe(4_000);
  const other = await signedIn(server);
  const small = importOf(await uploadCsv(other.client, "naam\nKlein"));
  importOf(await start(id, mapping));
  importOf(await other.client.post(`/api/lead-imports/${small.id}/start`, { mapping: small.mapping }));
  let shown = -1;
  for (let state = await read(id); state.status !== "done"; state = await read(id)) {
    expect(state.processedRows).toBeGreaterThanOrEqual(shown);
    shown = state.processedRows;
    expect((await other.client.get("/api/all-leads")).status).toBe(200);
    await wait(100);
  }
  expect(await read(id)).toMatchObject({ processedRows: 4_000, addedRows: 4_000, duplicateRows: 0, rejectedRows: 0 });
  // Somebody else's small file did not have to wait for the end of the large one.
  const otherImports = (await other.client.get("/api/lead-imports")).body as unknown as LeadImport[];
  expect(otherImports[0]).toMatchObject({ status: "done", addedRows: 1 });
  expect(Date.parse(otherImports[0]?.finishedAt ?? "")).toBeLessThan(Date.parse((await read(id)).finishedAt ?? ""));
});

test("a file of blank lines is refused after as many rows as an import may have", async () => {
  const blank = Buffer.alloc(32 * 1024 * 1024 - 100, "\n");
  const response = await uploadCsv(me.client, Buffer.concat([Buffer.from("naam\nAnna\n"), blank]));
  expect([response.status, response.body["message"]]).toEqual([400, "Een bestand mag maximaal 100.000 rijen hebben."]);
  expect(await server.query("select 1 from lead_imports where company_id = $1", [me.company.id])).toEqual([]);
});

test("a file is read in a thread of its own, so that it cannot block other requests", async () => {
  let threads = 0;
  const count = () => {
    threads += 1;
  };
  process.on("worker", count);
  const { id, mapping, totalRows } = await upload("naam\nAnna");
  expect([totalRows, threads]).toEqual([1, 1]);
  expect((await me.client.post(`/api/lead-imports/${id}/preview`, { mapping })).status).toBe(200);
  process.off("worker", count);
  expect(threads).toBe(2);
});

test("a user imports one file at a time, and a colleague is not affected", async () => {
  const first = await upload("naam\nAnna");
  await server.query("update lead_imports set status = 'running' where id = $1", [first.id]);
  const second = await upload("naam\nBea");
  const refused = await start(second.id, second.mapping);
  expect([refused.status, refused.body["message"], Number(refused.headers.get("retry-after"))]).toEqual([
    429,
    "Je hebt al een import die loopt. Wacht tot die klaar is.",
    10,
  ]);
  expect((await read(second.id)).status).toBe("uploaded");
  const colleague = await signedIn(server, { company: me.company });
  const theirs = importOf(await uploadCsv(colleague.client, "naam\nCor"));
  const started = await colleague.client.post(`/api/lead-imports/${theirs.id}/start`, { mapping: theirs.mapping });
  expect(started.status).toBe(202);
  await server.query("update lead_imports set status = 'stopped' where id = $1", [first.id]);
  expect((await start(second.id, second.mapping)).status).toBe(202);
});

test("a user has three previews of a file at a time, and a colleague is not affected", async () => {
  const colleague = await signedIn(server, { company: me.company });
  const { id, mapping } = await upload("naam\nAnna");
  const preview = ({ client }: SignedIn) => client.post(`/api/lead-imports/${id}/preview`, { mapping });
  const end = [1, 2, 3].map(() => server.platform.limits.previews.begin(me.user.id));
  const refused = await preview(me);
  expect([refused.status, refused.body["message"]]).toEqual([429, "Je voorbeelden worden nog gelezen. Wacht even."]);
  expect((await preview(colleague)).status).toBe(200);
  for (const endOne of end) endOne();
  const together = await Promise.all([preview(me), preview(me), preview(me), preview(me), preview(me), preview(me)]);
  expect(together.map(({ status }) => status)).toContain(429);
  expect((await preview(me)).status).toBe(200);
});

test("of two files that a user uploads at the same time one is refused", async () => {
  const file = `naam\n${"Anna\n".repeat(50_000)}`;
  const statuses = (await Promise.all([uploadCsv(me.client, file), uploadCsv(me.client, file)])).map(
    ({ status }) => status,
  );
  expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 429]);
});

test("a user has one file that is not started: the next upload replaces it, and no other import", async () => {
  const done = await importAll("naam\nAnna");
  const colleague = await signedIn(server, { company: me.company });
  const theirs = await upload("naam\nCor", colleague);
  const first = await upload("naam\nBea");
  const second = await upload("naam\nDirk");
  expect((await me.client.get(`/api/lead-imports/${first.id}`)).status).toBe(404);
  expect((await start(first.id, first.mapping)).status).toBe(404);
  for (const { id, status } of [done, theirs, second]) expect((await read(id)).status).toBe(status);
});

test("a company has 200 MB of files that are not started, and a refused upload stores nothing", async () => {
  const colleague = await signedIn(server, { company: me.company });
  const theirs = await upload("naam\nCor", colleague);
  // Compressed, so that the test need not write 200 MB.
  await server.query("alter table lead_imports alter column file set storage extended");
  await server.query(
    "update lead_imports set file = convert_to(repeat(repeat('x', 1024 * 1024), 199) || repeat('x', 1024 * 1024 - 9), 'UTF8') where id = $1",
    [theirs.id],
  );
  await server.query("alter table lead_imports alter column file set storage external");
  const refused = await uploadCsv(me.client, "naam\nAnna2");
  expect([refused.status, refused.body["message"], Number(refused.headers.get("retry-after"))]).toEqual([
    429,
    expect.stringContaining("te veel geüploade bestanden"),
    3_600,
  ]);
  const mine = "select from lead_imports where company_id = $1 and id <> $2";
  expect(await server.query(mine, [me.company.id, theirs.id])).toEqual([]);
  expect((await uploadCsv((await signedIn(server)).client, "naam\nAnna2")).status).toBe(201);
  const uploaders = [me, await signedIn(server, { company: me.company })];
  const together = await Promise.all(uploaders.map(({ client }) => uploadCsv(client, "naam\nAnna")));
  expect(together.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 429]);
});
