import { expect } from "vitest";
import { messagesRoutes } from "#contract/messages.ts";
import { test } from "#web/testing/component-test.tsx";
import { performAction, successText } from "./perform-action.ts";

test("a lead with messages in two batches of a bulk approval is invited once", async ({ server }) => {
  const ids = Array.from({ length: 150 }, (_, nth) => `${String(nth).padStart(8, "0")}-0000-4000-8000-000000000000`);
  server.handle(messagesRoutes.batch, ({ body }) => ({ done: body.ids, refused: [], leadsToInvite: ["Anna"] }));
  const action = { kind: "approveSelected" as const, ids };
  const result = await performAction(action);
  expect(server.requestsOf(messagesRoutes.batch)).toHaveLength(2);
  expect(successText(action, result).description).toBe(
    "150 berichten zijn goedgekeurd. 1 lead is nog geen connectie: eerst gaat er een uitnodiging, het bericht volgt na de acceptatie.",
  );
});
