import { afterAll, beforeAll, expect, test } from "vitest";
import { makeLead } from "#testing/factories.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
let me: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
  me = await signedIn(server, { role: "user" });
});
afterAll(() => server.close());

const problems = async () => (await me.client.get("/api/overview")).body["problems"];
const run = (text: string) => server.query(text, [me.company.id]);

test("the problems name what has to be solved in Airtable", async () => {
  expect(await problems()).toEqual([]);
  await run(
    `insert into sync_states (company_id, base_id, paused_at) values ($1, 'app1', now())
     on conflict (company_id) do update set base_id = 'app1', paused_at = now()`,
  );
  expect(await problems()).toEqual([{ kind: "sync_paused", text: "De synchronisatie met Airtable is gepauzeerd." }]);
  await run("update sync_states set paused_at = null where company_id = $1");

  await run("insert into airtable_deletions (company_id, table_name, record_id) values ($1, 'leads', 'rec1')");
  expect(await problems()).toEqual([]);
  await run(
    `insert into sync_tables (company_id, table_name, deletions_held_since) values ($1, 'leads', now())
     on conflict (company_id, table_name) do update set deletions_held_since = now()`,
  );
  expect(await problems()).toEqual([
    { kind: "held_deletions", text: "1 verwijdering in Airtable wacht op bevestiging." },
  ]);
  await run("delete from airtable_deletions where company_id = $1");

  const id = await makeLead(server, me.company.id);
  await server.query(
    `insert into airtable_outbox (company_id, table_name, local_id, field, author, parked_at)
     values ($1, 'leads', $2, 'company', 'Anna', now())`,
    [me.company.id, id],
  );
  expect(await problems()).toEqual([{ kind: "parked", text: "1 wijziging is geweigerd door Airtable." }]);
  await run("delete from airtable_outbox where company_id = $1");
});

test("the problems name the senders whose LinkedIn account has to be connected again or is on hold", async () => {
  await server.query(
    `with sender as (insert into senders (company_id, name) values ($1, 'Bea Smit') returning id)
     insert into linkedin_accounts (company_id, sender_id, gateway_account_id, name, owner_id, status, status_since, connected_at)
     select $1, id, 'account-1', 'Bea Smit', 'owner-1', 'credentials', $2, $2 from sender`,
    [me.company.id, server.clock.now()],
  );
  expect(await problems()).toEqual([
    {
      kind: "accounts",
      text: "LinkedIn werkt niet voor Bea Smit: het account moet opnieuw worden verbonden.",
    },
  ]);
  await server.query(
    `with sender as (insert into senders (company_id, name) values ($1, 'Cor Mol') returning id)
     insert into linkedin_accounts (company_id, sender_id, gateway_account_id, name, owner_id, status, status_since, connected_at)
     select $1, id, 'account-2', 'Cor Mol', 'owner-2', 'error', $2, $2 from sender`,
    [me.company.id, server.clock.now()],
  );
  expect(await problems()).toEqual([
    {
      kind: "accounts",
      text: "LinkedIn werkt niet voor Bea Smit: het account moet opnieuw worden verbonden. LinkedIn werkt niet voor Cor Mol.",
    },
  ]);
  await run("update linkedin_accounts set status = 'restricted' where company_id = $1 and name = 'Bea Smit'");
  expect(await problems()).toEqual([{ kind: "accounts", text: "LinkedIn werkt niet voor Bea Smit en Cor Mol." }]);
  await run("delete from linkedin_accounts where company_id = $1 and name = 'Cor Mol'");
  await server.query(
    "update linkedin_accounts set status = 'ok', hold_until = $2::timestamptz + interval '2 hours' where company_id = $1",
    [me.company.id, server.clock.now()],
  );
  expect(await problems()).toEqual([
    { kind: "account_holds", text: "Het LinkedIn-account van Bea Smit staat tijdelijk in de wacht." },
  ]);
  await run("update linkedin_accounts set hold_until = null where company_id = $1");
  expect(await problems()).toEqual([]);
});

test("a writer that fails is a problem until it has written again", async () => {
  const lead = await makeLead(server, me.company.id);
  await run("update companies set writer = 'builtin' where id = $1");
  const request = (status: string, problem: string | null, minutesAgo: number) =>
    server.query(
      `insert into writing_requests (company_id, kind, lead_id, requested_by, requested_at, finished_at, run_after, status, problem)
       select $1, 'rating', $2, 'Anna', at, case when $3 = 'queued' then null else at end, at, $3, $4
       from (select $5::timestamptz - $6 * interval '1 minute' as at) moment`,
      [me.company.id, lead, status, problem, server.clock.now(), minutesAgo],
    );
  await request("queued", "Het maandbudget is op.", 3 * 24 * 60);
  expect(await problems()).toEqual([{ kind: "writer", text: "De schrijver lukt het niet: Het maandbudget is op." }]);
  await request("failed", "Het taalmodel weigert de sleutel.", 10);
  expect(await problems()).toEqual([
    { kind: "writer", text: "De schrijver lukt het niet: Het taalmodel weigert de sleutel." },
  ]);
  await request("done", null, 5);
  expect(await problems()).toEqual([]);
});
